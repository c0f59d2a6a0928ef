import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { determiners, isFunctionWord, ordinals } from '../words/plain.ts'
import { type Found, resolve, type Wanted } from './resolve.ts'

/** The result of resolving several phrases. */
type Objects = { nodes: Node[]; missing: Token[][]; unclear: { tokens: Token[]; nodes: Node[] }[] }

/** Resolves one phrase, or an enumeration of phrases. */
export function resolveAll(tokens: Token[], page: OpenPage, wanted: Wanted = {}): Objects {
  const whole = resolve(tokens, page, { allowSeveral: true, ...wanted })
  const parts = partsOf(tokens)
  if (parts.length === 1 || (whole.kind === 'found' && !isSplitBetter(whole, parts, page, wanted)))
    return gather([{ tokens, found: whole }])
  const tail = parts.at(-1) ?? []
  const noun = tail.filter(({ norm }) => ordinals[norm] === undefined && !determiners.has(norm))
  const found = parts.map((part) => {
    const own = resolve(part, page, { allowSeveral: true, ...wanted })
    const isBare = part.every(({ norm }) => ordinals[norm] !== undefined || isFunctionWord(norm))
    if (own.kind === 'found' && !isBare) return { tokens: part, found: own }
    const withNoun = resolve([...part, ...noun], page, { allowSeveral: true, ...wanted })
    return { tokens: part, found: withNoun.kind === 'found' ? withNoun : own }
  })
  return gather(found)
}

/** Whether to split a phrase at "and", unless a node has the whole phrase as its name. */
function isSplitBetter(
  whole: Found & { kind: 'found' },
  parts: Token[][],
  page: OpenPage,
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
    else objects.missing.push(tokens)
  }
  return objects
}

function partsOf(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isMark(token, ',', '\n', 'bullet', '/') || isWord(token, 'and', 'or', 'plus') || token.norm === '&')
      parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== 'mark'))
}
