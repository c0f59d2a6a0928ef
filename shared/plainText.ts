import { parseTemplate, type TemplateNode, tokenPattern } from './inline.ts'
import { shownPrompt } from './prompts.ts'

/** A text of a page as people read it in a sentence: without marks, with placeholders and prompts by what they stand for. */
export function plainText(text: string): string {
  return parseTemplate(withoutStars(text)).map(wordsOf).join('')
}

/** A text in which a prompt is its default or question, and a placeholder its fallback or what it is filled with. */
export function withoutTokens(text: string): string {
  return text.replace(tokenPattern, (whole, _sign, _stars, _bracket, _target, inside?: string) =>
    inside === undefined ? whole : spoken(inside),
  )
}

/** Also stars whose counterpart was cut off; those between spaces are no marks. */
function withoutStars(text: string): string {
  return text.replace(tokenPattern, (whole, _sign, stars, _bracket, _target, _inside, at: number) => {
    if (!stars) return whole
    const isApart = /^\s?$/.test(text.charAt(at - 1)) && /^\s?$/.test(text.charAt(at + whole.length))
    return isApart ? whole : ''
  })
}

function wordsOf(node: TemplateNode): string {
  if (node.kind === 'text') return node.text
  return node.kind === 'placeholder' ? spoken(node.inside) : node.children.map(wordsOf).join('')
}

/** `account.fields.next_site` as “next site”. */
function spoken(inside: string): string {
  const shown = shownPrompt(inside)
  if (shown !== undefined) return shown || 'an open question'
  const [placeholder = '', ...fallback] = inside.split('|')
  if (fallback.join('|').trim()) return fallback.join('|').trim()
  const [owner = '', ...rest] = placeholder.trim().split('.')
  const last = rest.at(-1) ?? owner
  const words = last.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return last === 'name' ? `${owner} ${words}` : words
}
