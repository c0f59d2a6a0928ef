import { nameOf } from '../describe.ts'
import { draftOf, setList, setNode } from '../edit.ts'
import { moveNodes, reorder } from '../frames/move.ts'
import { ancestors, type Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { type Pointed, pointWithin } from '../references/point.ts'
import { isBelow } from '../targets.ts'
import { movableOf, placesOf, readPlace, type SaidPlace } from './places.ts'
import { isPair, swapValues } from './swaps.ts'
import { requestFor, trimmed, type Way } from './ways.ts'
import type { Wish } from './wishes.ts'

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
    yield { likelihood: placed.likelihood, saying: requestFor(outcome), outcome }
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
      yield { likelihood: likelihood * sure, saying: requestFor(outcome), outcome }
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
      const outcome = swapValues(node, anchor, page)
      yield { likelihood: likelihood * sure, saying: requestFor(outcome), outcome }
    }
  }
}
