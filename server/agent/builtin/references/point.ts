import { isPlural, type Node } from '../nodes.ts'
import { resolveAll } from '../objects.ts'
import type { Page } from '../page.ts'
import { isBelow, resolve } from '../targets.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { isGeneric, rank } from './rank.ts'

/** What a phrase means: one thing or several, and how likely that is. */
export type Pointed = { nodes: Node[]; likelihood: number }

const several = /\b(?:all|both|every|each|everything|any|two|three|four|five)\b/i
const pronoun =
  /^(?:it|this|that|them|these|those|they|here|there|(?:this|that) (?:one|part|section|text|line|bit|block|button|item|word|sentence))$/i
const least = 0.12

/** What a phrase may mean, likeliest first. A pronoun means what was selected or spoken of last. */
export function point(phrase: string, page: Page): Pointed[] {
  const said = phrase.trim()
  if (pronoun.test(said)) return page.focus.length > 0 ? [{ nodes: page.focus, likelihood: 0.9 }] : []
  const between =
    /^(?:the\s+)?(?:section|block|part)\s+(?:between|that sits between)\s+(.+?)\s+and\s+(.+)$/i.exec(said)
  if (between) return betweenOf(between[1] ?? '', between[2] ?? '', page)
  const tokens = tokenise(said)
  if (/^(?:(?:the|this|our|whole|entire|my)\s+)*(?:web)?(?:page|site)$/i.test(said)) return []
  if (isGeneric(tokens)) {
    const found = resolve(tokens, page)
    if (found.kind === 'found') return [{ nodes: found.nodes, likelihood: 0.85 }]
  }
  if (several.test(said) || /\bother\b/i.test(said) || isPlural(wordsOf(said).at(-1) ?? '')) {
    const { nodes, missing, unclear } = resolveAll(tokens, page)
    if (
      (nodes.length > 1 || (nodes.length === 1 && /\bother\b/i.test(said))) &&
      missing.length === 0 &&
      unclear.length === 0 &&
      new Set(nodes.map(({ kind, prop }) => `${kind} ${prop.replace(/\d+/, '')}`)).size === 1
    )
      return [{ nodes, likelihood: 0.8 }]
  }
  const listed = listedIn(said, page)
  if (listed) return [listed]
  const ranked = rank(tokens, page).slice(0, 3)
  const [first, second] = ranked
  // Two of a kind that fit alike: nobody can tell which.
  if (
    first &&
    second &&
    second.likelihood > first.likelihood * 0.6 &&
    first.node.kind === second.node.kind &&
    first.node.prop.replace(/\d+/, '') === second.node.prop.replace(/\d+/, '')
  )
    return []
  return ranked
    .filter(({ likelihood, isExplained }) => likelihood > (isExplained ? least : 0.8))
    .map(({ node, likelihood }) => ({ nodes: [node], likelihood }))
}

/** What was selected or spoken of last, where nothing is named. */
export const focused = (page: Page): Pointed[] =>
  page.focus.length > 0 ? [{ nodes: page.focus, likelihood: 0.85 }] : []

/** What several phrases mean together: a thing and the larger one it is in, or things beside each other. */
export function pointTogether(phrases: string[], areListed: boolean, page: Page): Pointed[] {
  if (phrases.length === 1) return point(phrases[0] as string, page)
  const each = phrases.map((phrase) => point(phrase, page))
  if (each.some((list) => list.length === 0)) return []
  const found: Pointed[] = []
  for (const one of each[0] ?? [])
    for (const other of each[1] ?? []) {
      const nested = one.nodes.every((node) => other.nodes.some((above) => isBelow(node, above)))
        ? one
        : other.nodes.every((node) => one.nodes.some((above) => isBelow(node, above)))
          ? other
          : undefined
      if (nested && phrases.length === 2)
        found.push({ nodes: nested.nodes, likelihood: Math.sqrt(one.likelihood * other.likelihood) })
    }
  const apart = [
    {
      nodes: [...new Set(each.flatMap((list) => list[0]?.nodes ?? []))],
      likelihood: each.reduce((product, list) => product * (list[0]?.likelihood ?? 0), 1),
    },
  ]
  if (areListed) return apart
  for (const phrase of [phrases.join(' of '), phrases.toReversed().join(' of ')])
    found.push(...point(phrase, page).slice(0, 1))
  const best = new Map<string, Pointed>()
  for (const pointed of found.sort((a, b) => b.likelihood - a.likelihood)) {
    const key = pointed.nodes.map((node) => node.key).join()
    if (!best.has(key)) best.set(key, pointed)
  }
  return [...best.values()]
}

/** Several things named one after the other: "the eyebrow and the note". */
function listedIn(phrase: string, page: Page): Pointed | undefined {
  if (/["“”'‘]/.test(phrase)) return undefined
  const names = phrase.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter((name) => name !== '')
  if (names.length < 2 || names.length > 6) return undefined
  const each = names.map((name) => rank(tokenise(name), page)[0])
  const nodes = each.flatMap((best) => (best && best.likelihood > 0.4 && best.isExplained ? best.node : []))
  if (nodes.length < names.length || new Set(nodes).size < nodes.length) return undefined
  return { nodes, likelihood: each.reduce((product, best) => product * (best?.likelihood ?? 0), 1) }
}

/** The section that stands between two others. */
function betweenOf(first: string, second: string, page: Page): Pointed[] {
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const places = [first, second].map((phrase) => {
    const [best] = point(phrase, page)
    return best && best.likelihood > 0.3
      ? blocks.findIndex(({ block }) => block === best.nodes[0]?.block)
      : -1
  })
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const node = blocks[low + 1]
  return low >= 0 && high === low + 2 && node ? [{ nodes: [node], likelihood: 0.9 }] : []
}
