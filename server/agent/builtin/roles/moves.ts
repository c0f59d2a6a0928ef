import { nameOf } from '../describe.ts'
import { draftOf, setList, setNode } from '../edit.ts'
import { moveNodes, reorder, swapNodes } from '../frames/move.ts'
import { ancestors, type Node, singular } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { type Pointed, point, pointWithin } from '../references/point.ts'
import { isBelow } from '../targets.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { numbers, ordinals } from '../words/plain.ts'
import { movableOf, placesOf, readPlace, type SaidPlace } from './places.ts'
import { sayingOf, trimmed, type Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** What a wish names, in words and on the page, and how the phrases in it are understood. */
export type Named = { phrases: string[]; pointed: Pointed[]; find: (phrase: string) => Pointed[] }

/** Puts sections and items somewhere else, or in another order. */
export function* moves(wish: Wish, named: Named, page: Page, message: string): Generator<Way> {
  const value = wish.parts.findLast(({ role }) => role === 'V')
  if (/\balphabet/i.test(wish.said)) yield* sortings(named.pointed, page)
  else {
    const place = placeIn(wish, message)
    if (place?.kind === 'into') yield* transfers(place.container, named, page)
    else if (place) yield* movings(place, named, page)
    const order = value ?? (place ? undefined : wish.parts.find(({ role }) => role === 'P'))
    if (order) yield* orderings(order.text, named.pointed, page)
  }
}

function* movings(place: SaidPlace, named: Named, page: Page): Generator<Way> {
  const { phrases, pointed, find } = named
  for (const placed of placesOf(place, phrases, pointed, page, find)) {
    const outcome = moveNodes(placed.nodes, placed.place, page)
    yield { likelihood: placed.likelihood, saying: sayingOf(outcome), outcome }
  }
  if (place.kind === 'beside') yield* groupsMoved(place, named, page)
}

const opens = /\b(?:start|begin|open|lead|leads|kick off|head)\b/i
const closes = /\b(?:end|close|finish)\b/i

/** Where things are to go: a phrase that says so, or a verb: "start the form with the email". */
function placeIn({ parts }: Wish, message: string): SaidPlace | undefined {
  const verbs = parts.filter(({ role }) => role === 'move')
  const said = parts.find(({ role }) => role === 'P')
  const places = parts.flatMap(({ role, text }) => (role === 'P' ? (readPlace(trimmed(text)) ?? []) : []))
  // "higher up, ideally above the FAQ": what names something says more.
  const place = places.find(({ kind }) => kind === 'beside' || kind === 'between') ?? places[0]
  if (place && place.kind !== 'into') return place
  const verb = verbs.map(({ text }) => text).join(' ')
  const index = opens.test(verb) ? 0 : closes.test(verb) ? -1 : undefined
  if (index === undefined) return place
  const [first, second] = verbs
  const between = first && second ? message.slice(first.end, second.start).trim() : ''
  const container = said ? trimmed(said.text) : between.split(/\s+/).length <= 4 ? between : ''
  return { kind: 'at', index, container: container === '' ? undefined : container }
}

/** From one list to another of the same kind: a point from this plan to that one. */
function* transfers(container: string, { pointed, find }: Named, page: Page): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const [node] = nodes
    const list = node?.parent
    if (!node?.isItem || nodes.length > 1 || !list) continue
    for (const { nodes: holders, likelihood: sure } of find(container)) {
      const target = holders
        .flatMap((holder) => [holder, ...holder.children, ...(movableOf(holder)?.children ?? [])])
        .find(
          (each) =>
            each.kind === 'list' &&
            each !== list &&
            each.prop === list.prop &&
            each.block?.type === list.block?.type,
        )
      if (!target || isBelow(node, target)) continue
      const left = (list.value as unknown[]).toSpliced(node.index, 1)
      const outcome: Outcome = {
        kind: 'done',
        draft: setList(setList(draftOf(page), list, left), target, [
          ...((target.value as unknown[]) ?? []),
          node.value,
        ]),
        said: `moved ${nameOf(node, page)} to ${nameOf(target.parent ?? target, page)}`,
        focus: [`${target.key}/${(target.value as unknown[] | undefined)?.length ?? 0}`],
      }
      yield { likelihood: likelihood * sure, saying: sayingOf(outcome), outcome }
    }
  }
}

/** "X, Y, Z": the order that a list or the page should have. */
function* orderings(text: string, pointed: Pointed[], page: Page): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const holder = nodes.length > 1 ? nodes[0]?.parent : nodes[0]
    if (!holder) continue
    for (const names of [namesIn(text, /,|;|→|>|\n/), namesIn(text, /,|;|→|>|\n|\band\b|\bthen\b/i)]) {
      if (names.length < 2 || names.length > 20) continue
      const items = names.flatMap((name) => pointWithin(name, holder, page)[0]?.nodes.map(movableOf) ?? [])
      if (new Set(items).size !== names.length || items.some((item) => !item?.isItem)) continue
      yield {
        likelihood,
        saying: `Order ${nameOf(holder, page)}: ${text}`,
        outcome: reorder(items as Node[], page),
      }
    }
  }
}
const namesIn = (text: string, separator: RegExp) =>
  trimmed(text)
    .split(separator)
    .map((name) => name.trim().replace(/^(?:and|then)\s+/i, ''))
    .filter((name) => name !== '')

function* sortings(pointed: Pointed[], page: Page): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const [node] = nodes as [Node]
    const list =
      node.kind === 'list'
        ? node
        : node.isItem
          ? nodes.length > 1
            ? node.parent
            : undefined
          : node.children.find(({ kind, children }) => kind === 'list' && children.length > 1)
    if (!list) continue
    const sorted = list.children.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
    yield {
      likelihood,
      saying: `Order ${nameOf(node, page)}: ${sorted.map(({ label }) => label).join(', ')}`,
      outcome: {
        kind: 'done',
        draft: setNode(
          draftOf(page),
          list,
          sorted.map(({ value }) => value),
        ),
        said: `sorted ${nameOf(node, page)} by name`,
        focus: [list.key],
      },
    }
  }
}

/** Two buttons of a section have fixed places: to move one beside the other is to swap them. */
function* groupsMoved(
  place: SaidPlace & { kind: 'beside' },
  { pointed, find }: Named,
  page: Page,
): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const [node] = nodes
    const siblings = node?.parent?.children ?? []
    if (node?.kind !== 'group' || nodes.length > 1) continue
    for (const { nodes: anchors, likelihood: sure } of find(place.anchor)) {
      const anchor =
        anchors[0] && [anchors[0], ...ancestors(anchors[0])].find((each) => siblings.includes(each))
      if (!anchor || !isPair(node, anchor)) continue
      const isBefore = siblings.indexOf(node) < siblings.indexOf(anchor)
      if (isBefore === (place.side === 'before')) continue
      const outcome = swapGroups(node, anchor, page)
      yield { likelihood: likelihood * sure, saying: sayingOf(outcome), outcome }
    }
  }
}

/** Two things change places, or one part of each does: "could the two buttons trade labels?" */
export function* swaps(
  wish: Wish,
  targets: Part[],
  phrases: string[],
  page: Page,
  message: string,
): Generator<Way> {
  const last = wish.parts.findLast(({ role }) => role === 'swap')
  const isAfter = last && targets.every(({ end }) => end <= last.start)
  const following = isAfter ? wordsOf(message.slice(last.end, last.end + 60)).slice(0, 4) : []
  for (const { nodes, likelihood } of pairsOf(targets, phrases, page)) {
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
          ? swapGroups(one, other, page)
          : swapNodes(one, other, page)
    yield { likelihood, saying: sayingOf(outcome), outcome }
  }
}

/** The two things that phrases mean; of three phrases one says where the others are. */
function pairsOf(targets: Part[], phrases: string[], page: Page): Pointed[] {
  const [first = '', second = ''] = phrases
  if (phrases.length === 1) return pairIn(first, undefined, page)
  if (phrases.length === 2) {
    const found = together(first, second, undefined, page)
    if (found.length > 0) return found
    // "columns two and three" of "the comparison"
    const [holder] = point(second, page)[0]?.nodes ?? []
    return holder ? pairIn(first, holder, page) : []
  }
  if (phrases.length !== 3) return []
  for (const at of [2, 0]) {
    const holder = point(phrases[at] as string, page)[0]?.nodes[0]
    const [one, other] = phrases.filter((_, index) => index !== at)
    const found = holder && targets.length === 3 ? together(one as string, other as string, holder, page) : []
    if (found.length > 0) return found
  }
  return []
}

/** Two things that one phrase names: "the two buttons", "the second and third feature". */
function pairIn(said: string, holder: Node | undefined, page: Page): Pointed[] {
  const phrase = said.replace(/^(?:the\s+)?(?:order|positions?|places?|sequence)\s+of\s+/i, '')
  const pointed = holder ? pointWithin(phrase, holder, page) : point(phrase, page)
  const pairs = swappable(pointed.filter(({ nodes }) => nodes.length === 2))
  const [one, other, ...more] = phrase.split(/\s+and\s+/)
  return pairs.length === 0 && one && other && more.length === 0 ? together(one, other, holder, page) : pairs
}

function together(one: string, other: string, holder: Node | undefined, page: Page): Pointed[] {
  const [first, second] = withNoun(one, other)
  const candidates = (phrase: string) => (holder ? pointWithin(phrase, holder, page) : point(phrase, page))
  const found: Pointed[] = []
  for (const a of candidates(first))
    for (const b of candidates(second))
      if (a.nodes.length === 1 && b.nodes.length === 1)
        found.push({
          nodes: [a.nodes[0] as Node, b.nodes[0] as Node],
          likelihood: a.likelihood * b.likelihood,
        })
  if (found.length === 0 || swappable(found).length === 0) found.push(...besideEachOther(first, second, page))
  return swappable(found)
}

/** Where only one of two phrases is clear, the other one means something of the same list. */
function besideEachOther(first: string, second: string, page: Page): Pointed[] {
  for (const [clear, other] of [
    [first, second],
    [second, first],
  ] as const)
    for (const { nodes, likelihood } of point(clear, page)) {
      const node = nodes[0] && movableOf(nodes[0])
      if (!node?.isItem || !node.parent || nodes.length > 1) continue
      const [found] = pointWithin(other, node.parent, page, (each) => each !== node && !isBelow(each, node))
      if (found && found.likelihood > 0.6)
        return [{ nodes: [node, found.nodes[0] as Node], likelihood: likelihood * found.likelihood * 0.8 }]
    }
  return []
}

/** Pairs whose two can change places. */
function swappable(pointed: Pointed[]): Pointed[] {
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

/** "steps 2" and "3", "the first" and "the last bullet": a bare number takes the noun of the other. */
function withNoun(one: string, other: string): [string, string] {
  const isBare = (phrase: string) =>
    wordsOf(phrase).every(
      (word) =>
        /^(?:the|number|no|one)$/.test(word) ||
        ordinals[word] !== undefined ||
        numbers[word] !== undefined ||
        /^\d$/.test(word),
    )
  const nounOf = (phrase: string) =>
    tokenise(phrase)
      .filter(({ norm }) => ordinals[norm] === undefined && !/^(?:\d|the)$/.test(norm))
      .map(({ text }) => text)
      .join(' ')
  const rankOf = (phrase: string) => {
    const word =
      wordsOf(phrase).find(
        (each) => ordinals[each] !== undefined || numbers[each] !== undefined || /^\d$/.test(each),
      ) ?? ''
    return /^\d$/.test(word) || numbers[word] !== undefined
      ? (Object.keys(ordinals).find((name) => ordinals[name] === (numbers[word] ?? Number(word))) ?? word)
      : word
  }
  const noun = isBare(other) ? nounOf(one) : isBare(one) ? nounOf(other) : ''
  if (noun === '') return [one, other]
  return [one, other].map((phrase) => `the ${rankOf(phrase)} ${noun.replace(/(?<=^\w+)s\b/, '')}`) as [
    string,
    string,
  ]
}

/** Two parts of one section or item that hold the same: its two buttons. */
const isPair = (one: Node, other: Node) =>
  one.kind === 'group' &&
  other.kind === 'group' &&
  one !== other &&
  one.parent === other.parent &&
  one.value !== undefined &&
  other.value !== undefined &&
  Object.keys(one.schema.properties ?? {}).join() === Object.keys(other.schema.properties ?? {}).join()

const swapGroups = (one: Node, other: Node, page: Page): Outcome => swapValues(one, other, page)
function swapValues(one: Node, other: Node, page: Page): Outcome {
  return {
    kind: 'done',
    draft: setNode(setNode(draftOf(page), one, other.value), other, one.value),
    said: `swapped ${nameOf(one, page)} and ${nameOf(other, page)}`,
    focus: [one.key, other.key],
  }
}
