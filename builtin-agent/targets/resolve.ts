import { singular } from '../nodeNames.ts'
import { isBelow, type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import type { Token } from '../tokens.ts'
import { determiners, fillers, genericBlockWords, numbers, ordinals } from '../words/plain.ts'
import { scoredFor } from './candidates.ts'
import { isGenericWord, type Phrase, readPhrase, relationWords } from './phrase.ts'
import type { Scored } from './score.ts'

/** The nodes that a phrase refers to. */
export type Found =
  | { kind: 'found'; nodes: Node[]; score: number }
  | { kind: 'unclear'; nodes: Node[] }
  | { kind: 'nothing'; unknown: string[]; near: Node[] }

export type Wanted = {
  /** A bonus for nodes that suit the verb; `null` excludes a node. */
  fits?: (node: Node) => number | null
  /** Only descendants of this node are considered. */
  within?: Node | undefined
  /** If several nodes fit equally well, all are meant. */
  allowSeveral?: boolean
}

const clearBy = 1.4
const mostNameWords = 14

/** Resolves a phrase by scoring all nodes of the page. Every content word must be explained. */
export function resolve(tokens: Token[], page: OpenPage, wanted: Wanted = {}): Found {
  const phrase = readPhrase(tokens)
  const isPronoun = tokens.some(({ norm }) => /^(?:it|this|that|them|those|these|its)$/.test(norm))
  if (phrase.items.length === 0 || (isPronoun && phrase.items.every(({ raw }) => isGenericWord(raw))))
    return resolvePronoun(tokens, page, phrase, wanted)
  // Longer phrases are texts rather than names.
  if (phrase.items.length > mostNameWords) return { kind: 'nothing', unknown: [], near: [] }
  const neighbour = resolveNeighbour(tokens, page, wanted)
  if (neighbour) return neighbour
  const positional = resolvePosition(phrase, page, wanted)
  if (positional) return positional
  const scored: Scored[] = []
  let near: Scored[] = []
  for (const result of scoredFor(phrase, page)) {
    const bonus = wanted.fits?.(result.node) ?? (wanted.fits ? null : 0)
    if (bonus === null) continue
    if (result.unknown.length === 0) scored.push({ ...result, score: result.score + bonus })
    else near.push(result)
  }
  const pointed = scored.filter(({ node }) => !isBeside(node, tokens))
  if (pointed.length > 0) return choose(pointed, phrase, page, wanted)
  near = near.sort((a, b) => a.unknown.length - b.unknown.length || b.score - a.score)
  return {
    kind: 'nothing',
    unknown: near[0]?.unknown ?? phrase.items.map(({ raw }) => raw),
    near: near.slice(0, 3).map(({ node }) => node),
  }
}

export type Fit = { score: number; unknown: number; isFound: boolean }
/** The score of each node that shares a word with a phrase, and whether the phrase resolves to it. */
export function fitsOf(tokens: Token[], page: OpenPage): Map<Node, Fit> {
  const found = resolve(tokens, page)
  const nodes = found.kind === 'found' ? found.nodes : []
  const phrase = readPhrase(tokens)
  const fits = new Map<Node, Fit>()
  for (const { node, score, unknown } of scoredFor(phrase, page))
    fits.set(node, { score, unknown: unknown.length, isFound: nodes.includes(node) })
  for (const node of nodes) if (!fits.has(node)) fits.set(node, { score: 10, unknown: 0, isFound: true })
  return fits
}

/** Resolves a pronoun to the selection, or to the focus of the conversation. */
function resolvePronoun(tokens: Token[], page: OpenPage, phrase: Phrase, { fits, within }: Wanted): Found {
  const isPointing = tokens.some(({ norm }) =>
    /^(?:it|this|that|them|those|these|here|one|its|their)$/.test(norm),
  )
  const fitting = (node: Node) =>
    withAncestors(node).find((candidate) => (fits ? fits(candidate) !== null : true))
  const nodes = isPointing ? [...new Set(page.focus.flatMap((node) => fitting(node) ?? []))] : []
  if (phrase.isAll || within || nodes.length === 0) return { kind: 'nothing', unknown: [], near: [] }
  return { kind: 'found', nodes, score: 8 }
}

/** Resolves a position on the page to a block of any type. */
function resolvePosition(phrase: Phrase, page: OpenPage, { fits }: Wanted): Found | undefined {
  let ordinal: number | undefined
  let count = 1
  let isGenericWord = false
  for (const { word, raw } of phrase.items) {
    const lower = raw.toLowerCase()
    if (ordinals[lower] !== undefined) ordinal = ordinals[lower]
    else if (lower === 'top') ordinal ??= 1
    else if (lower === 'bottom') ordinal ??= -1
    else if (numbers[lower] !== undefined || /^\d$/.test(lower)) count = numbers[lower] ?? Number(lower)
    else if (/^(?:section|block)$/.test(word)) isGenericWord = true
    else return undefined
  }
  if (!isGenericWord || ordinal === undefined) return undefined
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const from = ordinal > 0 ? ordinal - 1 : blocks.length + ordinal
  const nodes = ordinal < 0 ? blocks.slice(Math.max(0, from - count + 1)) : blocks.slice(from, from + count)
  if (nodes.length === 0 || nodes.some((node) => fits && fits(node) === null))
    return { kind: 'nothing', unknown: ['section'], near: [] }
  return { kind: 'found', nodes, score: 10 }
}

function resolveNeighbour(tokens: Token[], page: OpenPage, { fits }: Wanted): Found | undefined {
  const at = tokens.findIndex(({ norm }) => relationWords.has(norm))
  if (
    at < 1 ||
    !tokens
      .slice(0, at)
      .every(({ norm }) => determiners.has(norm) || genericBlockWords.has(norm) || fillers.has(norm)) ||
    !tokens.slice(0, at).some(({ norm }) => /^(?:section|block|part)$/.test(norm))
  )
    return undefined
  const anchor = resolve(tokens.slice(at + 1), page, { fits: ({ kind }) => (kind === 'block' ? 0 : null) })
  if (anchor.kind !== 'found') return undefined
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const isBefore = /^(?:above|before)$/.test(tokens[at]?.norm ?? '')
  const node = blocks[blocks.indexOf(anchor.nodes[0] as Node) + (isBefore ? -1 : 1)]
  if (!node || (fits && fits(node) === null)) return undefined
  return { kind: 'found', nodes: [node], score: 10 }
}

function choose(scored: Scored[], phrase: Phrase, page: OpenPage, wanted: Wanted): Found {
  let list = scored.sort((a, b) => b.score - a.score)
  if (phrase.isOther && page.focus.length > 0) {
    const rest = list.filter(({ node }) => !page.focus.includes(node) && node.block !== page.focus[0]?.block)
    if (rest.length > 0) list = rest
  }
  const best = list[0] as Scored
  const close = list.filter(({ score }) => score > best.score - clearBy)
  const alike = close.filter(
    ({ node }) =>
      node.kind === best.node.kind && node.prop.replace(/^\d+$/, '') === best.node.prop.replace(/^\d+$/, ''),
  )
  const means = phrase.isAll || phrase.isPlural
  if (alike.length > 1 && means && wanted.allowSeveral)
    return { kind: 'found', nodes: alike.map(({ node }) => node), score: best.score }
  if (phrase.isAll && wanted.allowSeveral) {
    const same = list.filter(
      ({ node }) => node.kind === best.node.kind && node.prop === best.node.prop && !node.isItem,
    )
    if (same.length > 1) return { kind: 'found', nodes: same.map(({ node }) => node), score: best.score }
  }
  const rivals = close.filter(
    ({ node }) => node === best.node || !(isBelow(node, best.node) || isBelow(best.node, node)),
  )
  if (rivals.length > 1 && phrase.isThat) {
    const spoken = rivals.filter(({ node }) =>
      page.focus.some((focus) => focus === node || isBelow(focus, node) || isBelow(node, focus)),
    )
    if (spoken.length === 1) return { kind: 'found', nodes: [(spoken[0] as Scored).node], score: best.score }
  }
  if (rivals.length > 1) return { kind: 'unclear', nodes: rivals.slice(0, 4).map(({ node }) => node) }
  return { kind: 'found', nodes: [best.node], score: best.score }
}

/** Whether a node is only the anchor of a spatial relation, and not the target. */
function isBeside(node: Node, tokens: Token[]): boolean {
  const at = tokens.findIndex(({ norm }) => relationWords.has(norm) || norm === 'over')
  if (at < 1 || node.isItem || /note|intro|caption|eyebrow|subheadline|role|alt/i.test(node.prop))
    return false
  const head = tokens.slice(0, at)
  if (!head.some(({ norm }) => /^(?:line|sentence|text|words|one|bit|note|remark|phrase)$/.test(norm)))
    return false
  const namesIt = (list: Token[]) =>
    [...node.names.keys()].some((name) =>
      name.split(' ').every((word) => list.some(({ norm }) => singular(norm) === word)),
    )
  return !namesIt(head) && namesIt(tokens.slice(at + 1))
}
