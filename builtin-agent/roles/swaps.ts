import { nameOf } from '../describe.ts'
import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import { draftOf, setNode } from '../operations/edit.ts'
import { swapNodes } from '../operations/move.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { focused, point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { genericBlockWords, numbers, ordinals } from '../words/plain.ts'
import { ordering, reversals } from './orders.ts'
import { movableOf } from './places.ts'
import type { WishNames } from './ways.ts'
import { requestFor, type Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** Ways to swap two objects, or one part of each. */
export function* swaps(
  wish: Wish,
  targets: Part[],
  named: WishNames,
  page: OpenPage,
  message: string,
): Generator<Way> {
  const { phrases, find } = named
  const last = wish.parts.findLast(({ role }) => role === 'swap')
  const isAfter = last && targets.every(({ end }) => end <= last.start)
  const following = isAfter ? wordsOf(message.slice(last.end, last.end + 60)).slice(0, 4) : []
  for (const { nodes, likelihood } of pairsOf(targets, phrases, find, page)) {
    const [one, other] = nodes as [Node, Node]
    const part = one.children.find(
      (child) =>
        child.kind !== 'link' &&
        following.some((word) => child.names.has(singular(word))) &&
        following[0] !== 'in',
    )
    const counterpart = other.children.find(({ prop }) => prop === part?.prop)
    const outcome =
      part && counterpart
        ? swapValues(part, counterpart, page)
        : isPair(one, other)
          ? swapValues(one, other, page)
          : swapNodes(one, other, page)
    yield { likelihood, request: requestFor(outcome), outcome }
  }
  yield* reversals(wish, named, page)
}

type Find = WishNames['find']

const bothOfThem =
  /^(?:(?:these|those|the|both|them|of)\b\s*)+(?:two\s*)?(?:sections?|blocks?|parts?|things?|ones?|items?)?$/i

/** The two objects of a swap. Of three phrases, one is their container or names both again. */
function pairsOf(targets: Part[], said: string[], find: Find, page: OpenPage): Referents[] {
  const beside = withNeighbour(said, find, page)
  if (beside.length > 0) return beside
  const telling = said.filter((phrase) => !bothOfThem.test(phrase))
  const phrases = telling.length === 2 ? telling : said
  const [first = '', second = ''] = phrases
  if (phrases.length === 1) return pairIn(first, undefined, find, page)
  if (phrases.length === 2) {
    const found = together(first, second, undefined, find, page)
    if (found.length > 0) return found
    // The second phrase may be the container of the two that the first one names.
    const [holder] = point(second, page)[0]?.nodes ?? []
    return holder ? pairIn(first, holder, find, page) : []
  }
  if (phrases.length !== 3) return []
  for (const at of [2, 0]) {
    const holder = point(phrases[at] as string, page)[0]?.nodes[0]
    const [one, other] = phrases.filter((_, index) => index !== at)
    const found =
      holder && targets.length === 3 ? together(one as string, other as string, holder, find, page) : []
    if (found.length > 0) return found
  }
  return []
}

const neighbour =
  /^(?:the\s+)?(?:(?:(next|following)|previous|preceding)\s+(\w+)|(\w+)\s+(?:(?:right|just|directly)\s+)?(?:(after|below|under|beneath)|before|above)(?:\s+(?:it|this|that))?)$/i

/** An object and its neighbour. */
function withNeighbour(phrases: string[], find: Find, page: OpenPage): Referents[] {
  const last = phrases.at(-1)?.trim() ?? ''
  const [isBeside, next, noun, other, after] = neighbour.exec(last) ?? []
  if (!isBeside || phrases.length > 2) return []
  const [found] = phrases.length === 2 ? find(phrases[0] as string) : focused(page)
  const [node] = found?.nodes ?? []
  const one = node && movableOf(node)
  if (!found || !one) return []
  const all = one.isItem ? (one.parent?.children ?? []) : page.nodes.filter(({ kind }) => kind === 'block')
  const beside = all[all.indexOf(one) + (next || after ? 1 : -1)]
  const name = singular((noun ?? other ?? '').toLowerCase())
  const isCalled =
    name === 'one' || beside?.names.has(name) || (beside?.kind === 'block' && genericBlockWords.has(name))
  return beside && isCalled ? [{ nodes: [one, beside], likelihood: found.likelihood }] : []
}

/** Two objects that one phrase names. */
function pairIn(said: string, holder: Node | undefined, find: Find, page: OpenPage): Referents[] {
  const phrase = said.replace(ordering, '')
  const pointed = holder ? pointWithin(phrase, holder, page) : point(phrase, page)
  const pairs = swappable(pointed.filter(({ nodes }) => nodes.length === 2))
  const [one, other, ...more] = phrase.split(/\s+and\s+/)
  return pairs.length === 0 && one && other && more.length === 0
    ? together(one, other, holder, find, page)
    : pairs
}

function together(
  one: string,
  other: string,
  holder: Node | undefined,
  find: Find,
  page: OpenPage,
): Referents[] {
  const [first, second] = withNoun(one, other)
  const candidates = (phrase: string) =>
    (holder ? pointWithin(phrase, holder, page) : find(phrase)).map(asOne)
  const found: Referents[] = []
  for (const a of candidates(first))
    for (const b of candidates(second))
      if (a.nodes.length === 1 && b.nodes.length === 1)
        found.push({
          nodes: [a.nodes[0] as Node, b.nodes[0] as Node],
          likelihood: a.likelihood * b.likelihood,
        })
  return swappable(found)
}

/** All items of a section stand for the section. */
function asOne({ nodes, likelihood }: Referents): Referents {
  const [first] = nodes
  const isAll = first?.isItem && nodes.length > 1 && nodes.length === first.count
  const section = isAll && first.parent?.parent?.kind === 'block' ? first.parent.parent : undefined
  return { nodes: section ? [section] : nodes, likelihood }
}

/** The pairs that can be swapped. */
function swappable(pointed: Referents[]): Referents[] {
  return pointed
    .flatMap(({ nodes, likelihood }) => {
      const [one, other] = nodes as [Node, Node]
      for (const a of [one, movableOf(one), one.parent])
        for (const b of [other, movableOf(other), other.parent])
          if (
            a &&
            b &&
            a !== b &&
            (isPair(a, b) ||
              (a.isItem && b.isItem && a.parent === b.parent) ||
              (a.kind === 'block' && b.kind === 'block' && a === movableOf(one) && b === movableOf(other)))
          )
            return [{ nodes: [a, b], likelihood }]
      return []
    })
    .sort((a, b) => b.likelihood - a.likelihood)
}

/** Adds the noun of the other name to a bare ordinal. */
function withNoun(one: string, other: string): [string, string] {
  const isBare = (phrase: string) =>
    wordsOf(phrase).every((word) => /^(?:the|number|no|one)$/.test(word) || numbers[word] !== undefined)
  const nounOf = (phrase: string) =>
    tokenise(phrase)
      .filter(({ norm }) => ordinals[norm] === undefined && !/^(?:\d|the)$/.test(norm))
      .map(({ text }) => text)
      .join(' ')
  const rankOf = (phrase: string) =>
    wordsOf(phrase).find((each) => ordinals[each] !== undefined || numbers[each] !== undefined) ?? ''
  const noun = isBare(other) ? nounOf(one) : isBare(one) ? nounOf(other) : ''
  if (noun === '') return [one, other]
  return [one, other].map((phrase) => `the ${rankOf(phrase)} ${noun.replace(/(?<=^\w+)s\b/, '')}`) as [
    string,
    string,
  ]
}

/** Two parts of the same object with the same schema, such as its buttons. */
const isPair = (one: Node, other: Node) =>
  one.kind === 'group' &&
  other.kind === 'group' &&
  one !== other &&
  one.parent === other.parent &&
  one.value !== undefined &&
  other.value !== undefined &&
  Object.keys(one.schema.properties ?? {}).join() === Object.keys(other.schema.properties ?? {}).join()

function swapValues(one: Node, other: Node, page: OpenPage): Outcome {
  return {
    kind: 'done',
    draft: setNode(setNode(draftOf(page), one, other.value), other, one.value),
    said: `swapped ${nameOf(one, page)} and ${nameOf(other, page)}`,
    focus: [one.key, other.key],
  }
}
