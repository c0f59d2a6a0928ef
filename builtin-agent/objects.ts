import { nameOf, sectionsOf } from './describe.ts'
import { quoted } from './label.ts'
import type { Node } from './nodes.ts'
import { ask, type Outcome, refused } from './outcome.ts'
import type { Page } from './page.ts'
import { type Found, resolve, type Wanted } from './targets/resolve.ts'
import { isMark, isWord, type Token } from './tokens.ts'
import { determiners, functionWords, ordinals } from './words/plain.ts'

/** What several phrases mean: "pricing, the team and the logo slider". */
export type Objects = { nodes: Node[]; missing: Token[][]; unclear: { tokens: Token[]; nodes: Node[] }[] }

/** Reads one thing, or a list of things joined by commas and "and". */
export function resolveAll(tokens: Token[], page: Page, wanted: Wanted = {}): Objects {
  const whole = resolve(tokens, page, { allowSeveral: true, ...wanted })
  const parts = partsOf(tokens)
  if (parts.length === 1 || (whole.kind === 'found' && !isSplitBetter(whole, parts, page, wanted)))
    return gather([{ tokens, found: whole }])
  const tail = parts.at(-1) ?? []
  const noun = tail.filter(({ norm }) => ordinals[norm] === undefined && !determiners.has(norm))
  const found = parts.map((part) => {
    const own = resolve(part, page, { allowSeveral: true, ...wanted })
    const isBare = part.every(
      ({ norm }) => ordinals[norm] !== undefined || determiners.has(norm) || functionWords.has(norm),
    )
    if (own.kind === 'found' && !isBare) return { tokens: part, found: own }
    const withNoun = resolve([...part, ...noun], page, { allowSeveral: true, ...wanted })
    return { tokens: part, found: withNoun.kind === 'found' ? withNoun : own }
  })
  return gather(found)
}

/** "pricing and faq" is one name only where something on the page is called that. */
function isSplitBetter(
  whole: Found & { kind: 'found' },
  parts: Token[][],
  page: Page,
  wanted: Wanted,
): boolean {
  if (whole.nodes.length > 1) return false
  const each = parts.map((part) => resolve(part, page, { allowSeveral: true, ...wanted }))
  const nodes = new Set(each.flatMap((found) => (found.kind === 'found' ? found.nodes : [])))
  return (
    each.every(({ kind }) => kind === 'found') &&
    nodes.size > 1 &&
    !whole.nodes.every((node) => nodes.has(node) && nodes.size === 1)
  )
}

function gather(list: { tokens: Token[]; found: Found }[]): Objects {
  const objects: Objects = { nodes: [], missing: [], unclear: [] }
  for (const { tokens, found } of list) {
    if (found.kind === 'found')
      objects.nodes.push(...found.nodes.filter((node) => !objects.nodes.includes(node)))
    else if (found.kind === 'unclear') objects.unclear.push({ tokens, nodes: found.nodes })
    else objects.missing.push(tokens)
  }
  return objects
}

export function partsOf(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isMark(token, ',', '\n', 'bullet', '/') || isWord(token, 'and', 'or', 'plus') || token.norm === '&')
      parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== 'mark'))
}

export function saidBy(tokens: Token[], source: string): string {
  const [first] = tokens
  const last = tokens.at(-1)
  return first && last ? source.slice(first.start, last.end).trim() : ''
}

/** A question that names what could be meant. `message` makes the answer of each option a message. */
export function askWhich(nodes: Node[], page: Page, message: (name: string) => string): Outcome {
  const names = [...new Set(nodes.map((node) => nameOf(node, page)))].slice(0, 3)
  if (names.length === 1)
    return ask(`There are several that fit ${names[0]}. Which one do you mean: the first or the second?`)
  return ask(
    `Which one do you mean: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`,
    names.map(message),
  )
}

/** Says what was looked for and what there is. */
export function notFound(
  tokens: Token[],
  source: string,
  page: Page,
  near: Node[] = [],
  message?: (name: string) => string,
): Outcome {
  const said = saidBy(tokens, source).replace(/^(?:the|a|an|our|my) /i, '')
  const names = [...new Set(near.map((node) => nameOf(node, page)))].slice(0, 2)
  const what = said === '' ? 'I can’t tell what you mean.' : `I found no ${quoted(said, 60)} on this page.`
  const there = names.length > 0 ? ` Did you mean ${names.join(' or ')}?` : ` It has: ${sectionsOf(page)}.`
  return refused(what + there, message ? names.map(message) : [])
}
