import { isPlural, type Node, singular } from '../nodes.ts'
import { resolveAll } from '../objects.ts'
import type { Page } from '../page.ts'
import { isBelow, resolve } from '../targets.ts'
import { type Token, tokenise, wordsOf } from '../tokens.ts'
import { determiners, genericBlockWords } from '../words/plain.ts'
import { countedIn, groupOf } from './counted.ts'
import { isGeneric, rank } from './rank.ts'

/** What a phrase means: one thing or several, and how likely that is. */
export type Pointed = { nodes: Node[]; likelihood: number }

const several = /\b(?:all|both|every|each|everything|any|two|three|four|five)\b/i
const pronoun =
  /^(?:it|this|that|them|these|those|they|here|there|(?:this|that) (?:one|part|section|text|line|bit|block|button|item|word|sentence))$/i
const least = 0.12
/** “One” in "the one about parcels" is no number. */
const theOne = /\b(the|that|this)\s+one(?=\s+(?:about|on|with|of|for|from|that|which|where|by|in|called)\b)/i

/** What a phrase may mean, likeliest first. A pronoun means what was selected or spoken of last. */
export function point(phrase: string, page: Page): Pointed[] {
  const said = phrase.trim()
  if (pronoun.test(said)) return page.focus.length > 0 ? [{ nodes: page.focus, likelihood: 0.9 }] : []
  const between =
    /^(?:the\s+)?(?:section|block|part)\s+(?:between|that sits between)\s+(.+?)\s+and\s+(.+)$/i.exec(said)
  if (between) return betweenOf(between[1] ?? '', between[2] ?? '', page)
  const counted = countedIn(said, page)
  if (counted) return [{ nodes: counted, likelihood: 0.85 }]
  const exact = calledIn(said, page.nodes)
  if (exact) return [{ nodes: [exact], likelihood: 0.95 }]
  const tokens = tokenise(plainly(said, page))
  if (/^(?:(?:the|this|our|whole|entire|my)\s+)*(?:web)?(?:page|site)$/i.test(said)) return []
  if (isGeneric(tokens)) {
    const found = resolve(tokens, page)
    if (found.kind === 'found') return [{ nodes: found.nodes, likelihood: 0.85 }]
  }
  const ranked = rank(tokens, page).slice(0, 3)
  const [first, second] = ranked
  const set = setIn(said, tokens, page)
  // "the questions" are the FAQ; "both questions" are two of it.
  const isOne =
    first?.isExplained &&
    first.likelihood > 0.6 &&
    !several.test(said) &&
    (set?.every((node) => isBelow(node, first.node)) || isNamed(first.node, said))
  if (set && !isOne) return [{ nodes: set, likelihood: 0.8 }]
  const listed = isOne ? undefined : listedIn(said, page)
  if (listed) return [listed]
  // Two of a kind that fit alike: nobody can tell which.
  if (first && second && second.likelihood > first.likelihood * 0.6 && areAlike(first.node, second.node))
    return []
  return ranked
    .filter(({ likelihood, isExplained }) => likelihood > (isExplained ? least : 0.8))
    .map(({ node, likelihood }) => ({ nodes: [node], likelihood }))
}

/** In words that the ranking knows: "the one about parcels" counts nothing, and the bottom row is the last one. */
function plainly(phrase: string, page: Page): string {
  const [, end, noun = ''] = /^(?:the\s+)?(top|topmost|bottom|bottommost)\s+(\w+)/i.exec(phrase) ?? []
  const isRank =
    end && page.nodes.some(({ isItem, names }) => isItem && names.has(singular(noun.toLowerCase())))
  return (isRank ? phrase.replace(end, /^top/i.test(end) ? 'first' : 'last') : phrase).replace(theOne, '$1')
}

/** The one item or section whose title stands in a phrase, beside nothing but what such a thing is called. */
function calledIn(phrase: string, nodes: Node[]): Node | undefined {
  const words = wordsOf(phrase)
  if (words.length > 14) return undefined
  const found = nodes.filter((node) => {
    const isTitled =
      node.kind === 'block' &&
      node.children.some(
        ({ prop, value }) => /^(?:headline|heading|title)$/.test(prop) && value === node.label,
      )
    if (!isTitled && (!node.isItem || node.parent?.prop === 'cells')) return false
    const label = wordsOf(node.label)
    const at = label.length < 2 ? -1 : ` ${words.join(' ')} `.indexOf(` ${label.join(' ')} `)
    if (at === -1) return false
    const rest = ` ${words.join(' ')} `
      .replace(` ${label.join(' ')} `, ' ')
      .trim()
      .split(/\s+/)
    if (isTitled && !rest.some((word) => node.names.has(singular(word)) || genericBlockWords.has(word)))
      return false
    return rest.every((word) => word === '' || determiners.has(word) || node.names.has(singular(word)))
  })
  return found.length === 1 ? found[0] : undefined
}

/** Whether a phrase is the title of something, word for word. */
const isNamed = ({ label }: Node, phrase: string) => wordsOf(label).join(' ') === wordsOf(phrase).join(' ')

/** Several things of one group that a plural means. */
function setIn(said: string, tokens: Token[], page: Page): Node[] | undefined {
  const isOther = /\bother\b/i.test(said)
  if (!several.test(said) && !isOther && !isPlural(wordsOf(said).at(-1) ?? '')) return undefined
  const { nodes, missing, unclear } = resolveAll(tokens, page)
  if (missing.length > 0 || unclear.length > 0 || (nodes.length === 1 && !isOther)) return undefined
  if (new Set(nodes.map(groupOf)).size !== 1) return undefined
  return nodes.some(({ kind }) => kind === 'list') && !several.test(said) ? undefined : nodes
}

const areAlike = (one: Node, other: Node) =>
  one.kind === other.kind && one.prop.replace(/\d+/, '') === other.prop.replace(/\d+/, '')

/** What was selected or spoken of last, where nothing is named. */
export const focused = (page: Page): Pointed[] =>
  page.focus.length > 0 ? [{ nodes: page.focus, likelihood: 0.85 }] : []

/** What a phrase means inside of something larger. */
export function pointWithin(
  phrase: string,
  holder: Node,
  page: Page,
  fits: (node: Node) => boolean = () => true,
): Pointed[] {
  const counted = countedIn(phrase, page)?.filter((node) => isBelow(node, holder))
  if (counted && counted.length > 0) return [{ nodes: counted, likelihood: 0.85 }]
  const isInside = (node: Node) => isBelow(node, holder) && fits(node)
  const exact = calledIn(phrase, page.nodes.filter(isInside))
  if (exact) return [{ nodes: [exact], likelihood: 0.95 }]
  const tokens = tokenise(plainly(phrase, page))
  const ranked = rank(tokens, page, isInside)
  const [first, second] = ranked
  if (!first || (second && second.likelihood > first.likelihood * 0.6 && areAlike(first.node, second.node)))
    return []
  return ranked
    .slice(0, 3)
    .filter(({ likelihood, isExplained }) => likelihood > (isExplained ? least : 0.8))
    .map(({ node, likelihood }) => ({ nodes: [node], likelihood }))
}

/** What several phrases mean together: a thing and the larger one it is in, or things beside each other. */
export function pointTogether(phrases: string[], areListed: boolean, page: Page): Pointed[] {
  if (phrases.length === 1) return point(phrases[0] as string, page)
  if (areListed) return pointApart(phrases, page)
  const found = phrases.length === 2 ? nestedOf(phrases as [string, string], page) : []
  if (found.length > 0) return found
  return [phrases.join(' of '), phrases.toReversed().join(' of ')]
    .flatMap((phrase) => point(phrase, page).slice(0, 1))
    .sort((a, b) => b.likelihood - a.likelihood)
}

/** Things beside each other; a bare ordinal takes the noun of the other phrase: "steps 2" and "3". */
function pointApart(phrases: string[], page: Page): Pointed[] {
  const each = phrases.map((phrase) => point(phrase, page))
  if (each.some((list) => list.length === 0)) return []
  return [
    {
      nodes: [...new Set(each.flatMap((list) => list[0]?.nodes ?? []))],
      likelihood: each.reduce((product, list) => product * (list[0]?.likelihood ?? 0), 1),
    },
  ]
}

/** One phrase names what the other one is in. */
function nestedOf([one, other]: [string, string], page: Page): Pointed[] {
  const best = new Map<string, Pointed>()
  for (const [inner, outer] of [
    [one, other],
    [other, one],
  ] as const)
    for (const { nodes, likelihood } of point(outer, page)) {
      const [holder] = nodes
      if (!holder || nodes.length > 1 || holder.children.length === 0) continue
      for (const within of pointWithin(inner, holder, page)) {
        const key = within.nodes.map((node) => node.key).join()
        const together = Math.sqrt(likelihood * within.likelihood)
        if (together > (best.get(key)?.likelihood ?? 0))
          best.set(key, { nodes: within.nodes, likelihood: together })
      }
    }
  return [...best.values()].sort((a, b) => b.likelihood - a.likelihood)
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
