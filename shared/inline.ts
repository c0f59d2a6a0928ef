import { isLink, linkError } from './links.ts'

/**
 * The inline markup of texts: `**bold**`, `*italic*`, `[text](link)`, `{{placeholder|fallback}}`, and backslash escapes.
 * Everything else, including incomplete markup, is text. `parseInline` also treats placeholders as text, as
 * `fillPlaceholders` runs before it.
 */
export type InlineNode<Other = never> =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; children: InlineNode<Other>[] }
  | { kind: 'italic'; children: InlineNode<Other>[] }
  | { kind: 'link'; link: string; children: InlineNode<Other>[] }
  | Other

/** `{{inside}}` in a text with unfilled placeholders. */
export type PlaceholderNode = { kind: 'placeholder'; inside: string }
export type TemplateNode = InlineNode<PlaceholderNode>

/** Groups: escaped character, stars, opening bracket, link (without backslashes, so that an escaped character can't end
 * it), content of a placeholder. Linear: no part can backtrack far. */
export const tokenPattern = /\\([!-/:-@[-`{-~])|(\*+)|(\[)|\]\(([^()\\]*)\)|\{\{([^{}]*)\}\}/g

type Frame = { kind: 'root' | 'bold' | 'italic' | 'link'; opener: string; children: TemplateNode[] }

export function parseInline(text: string): InlineNode[] {
  // Only `parseTemplate` creates placeholder nodes.
  return parse(text, false) as InlineNode[]
}

/** Parses a text with unfilled placeholders, which can also be in links. */
export function parseTemplate(text: string): TemplateNode[] {
  return parse(text, true)
}

/** Parses in linear time: at most one frame of each kind is open. */
function parse(text: string, isTemplate: boolean): TemplateNode[] {
  const leadsSomewhere = (target: string) => (isTemplate ? linkError(target) === undefined : isLink(target))
  const frames: Frame[] = [{ kind: 'root', opener: '', children: [] }]
  const top = () => frames.at(-1) as Frame
  const isOpen = (kind: Frame['kind']) => frames.some((frame) => frame.kind === kind)
  const open = (kind: Frame['kind'], opener: string) => frames.push({ kind, opener, children: [] })
  const close = (kind: 'bold' | 'italic' | 'link', link = '') => {
    while (top().kind !== kind) flatten(frames)
    if (kind === 'link' && top().children.length === 0) {
      flatten(frames)
      addText(top(), `](${link})`)
      return
    }
    const { children } = frames.pop() as Frame
    top().children.push(kind === 'link' ? { kind, link, children } : { kind, children })
  }
  let end = 0
  for (const match of text.matchAll(tokenPattern)) {
    const [whole, sign, stars, bracket, target, inside] = match
    addText(top(), text.slice(end, match.index))
    end = match.index + whole.length
    const spaced = { before: isSpace(text[match.index - 1]), after: isSpace(text[end]) }
    if (sign !== undefined) addText(top(), sign)
    else if (inside !== undefined && isTemplate) top().children.push({ kind: 'placeholder', inside })
    else if (bracket && !isOpen('link')) open('link', '[')
    else if (target !== undefined && isOpen('link') && leadsSomewhere(target)) close('link', target)
    else if (stars && stars.length <= 3)
      for (const marker of markersOf(stars, top().kind)) {
        const kind = marker === '**' ? 'bold' : 'italic'
        if (isOpen(kind) && !spaced.before) close(kind)
        else if (!isOpen(kind) && !spaced.after) open(kind, marker)
        else addText(top(), marker)
      }
    else addText(top(), whole)
  }
  addText(top(), text.slice(end))
  while (frames.length > 1) flatten(frames)
  return top().children
}

/** Three stars are bold and italic; they close the open frames from the inside out. */
function markersOf(stars: string, open: Frame['kind']): string[] {
  if (stars.length < 3) return [stars]
  return open === 'italic' ? ['*', '**'] : ['**', '*']
}

function isSpace(sign: string | undefined) {
  return sign === undefined || /\s/.test(sign)
}

/** Markers that were never closed become text. */
function flatten(frames: Frame[]) {
  const { opener, children } = frames.pop() as Frame
  const below = frames.at(-1) as Frame
  addText(below, opener)
  for (const child of children) {
    if (child.kind === 'text') addText(below, child.text)
    else below.children.push(child)
  }
}

function addText({ children }: Frame, text: string) {
  const last = children.at(-1)
  if (last?.kind === 'text') last.text += text
  else if (text !== '') children.push({ kind: 'text', text })
}

/**
 * Escapes a text so that nothing in it is markup, a placeholder or a tag. Parentheses are escaped only after a bracket,
 * where they could be a link.
 */
export function escapeInline(text: string, afterBracket = false): string {
  return text.replace(afterBracket ? /[\\*[\](){<]/g : /[\\*[\]{<]/g, '\\$&')
}
