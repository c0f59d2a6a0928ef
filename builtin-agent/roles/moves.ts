import { nameOf } from '../describe.ts'
import { isBelow } from '../nodes.ts'
import { draftOf, setList } from '../operations/edit.ts'
import { moveNodes } from '../operations/move.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { pointWithin } from '../references/point.ts'
import { orderings, reversals, sortings } from './orders.ts'
import { movableOf, placesOf } from './places.ts'
import { readPlace, type SaidPlace } from './saidPlace.ts'
import { requestFor, trimmed, type Way, type WishNames } from './ways.ts'
import type { Wish } from './wishes.ts'

/** Ways to move or reorder sections and items. */
export function* moves(wish: Wish, named: WishNames, page: OpenPage, message: string): Generator<Way> {
  const value = wish.parts.findLast(({ role }) => role === 'V')
  if (/\balphabet/i.test(wish.said)) yield* sortings(named.pointed, page)
  else {
    const place = placeIn(wish, message)
    if (place?.kind === 'into') yield* transfers(place.container, named, page, true)
    else if (place) yield* movings(place, namedInPlace(wish, named, page), page)
    const order = value ?? (place ? undefined : wish.parts.find(({ role }) => role === 'P'))
    if (order) yield* orderings(order.text, named.pointed, page)
    else if (!place) yield* reversals(wish, named, page)
  }
}

/** If the place names the object that moves, the target is its list. */
function namedInPlace(wish: Wish, named: WishNames, page: OpenPage): WishNames {
  const said = trimmed(wish.parts.find(({ role }) => role === 'P')?.text ?? '')
  const [, after, before] =
    /^with\s+(.+)$|^((?!(?:as|at|to|on|in|the|right|up)\b)\S.*?)\s+(?:first|last)$/i.exec(said) ?? []
  const phrase = after ?? before
  const [holder, ...others] = named.pointed[0]?.nodes ?? []
  if (!phrase || !holder || others.length > 0) return named
  const pointed = pointWithin(phrase, holder, page)
  return pointed.length > 0 ? { ...named, phrases: [phrase], pointed } : named
}

function* movings(place: SaidPlace, named: WishNames, page: OpenPage): Generator<Way> {
  const { phrases, pointed, find } = named
  for (const placed of placesOf(place, phrases, pointed, page, find)) {
    const outcome = moveNodes(placed.nodes, placed.place, page)
    yield { likelihood: placed.likelihood, request: requestFor(outcome), outcome }
  }
}

const again =
  /,?\s+(?:right|directly|just|so)\s+(?:above|before|below|after|under|behind) (?:it|that|them|this)$/i
const opens = /\b(?:start|begin|open|lead|leads|kick off|head)\b/i
const closes = /\b(?:end|close|finish)\b/i

/** The place of a move, given by a phrase or implied by the verb. */
function placeIn({ parts }: Wish, message: string): SaidPlace | undefined {
  const verbs = parts.filter(({ role }) => role === 'move')
  const said = parts.find(({ role }) => role === 'P')
  const places = parts.flatMap(({ role, text }) =>
    role === 'P' ? (readPlace(trimmed(text).replace(again, '')) ?? []) : [],
  )
  const place = places.find(({ kind }) => kind === 'beside' || kind === 'between') ?? places[0]
  if (place && place.kind !== 'into') return place
  const verb = verbs.map(({ text }) => text).join(' ')
  const index = opens.test(verb) ? 0 : closes.test(verb) ? -1 : undefined
  if (index === undefined) return place
  const [first, second] = verbs
  const isNamed = parts.some(({ role, start }) => role === 'T' && start < (second?.start ?? 0))
  const between = first && second && !isNamed ? message.slice(first.end, second.start).trim() : ''
  const isThing = said && !/^with\b/i.test(said.text)
  const container = isThing ? trimmed(said.text) : between.split(/\s+/).length <= 4 ? between : ''
  return {
    kind: 'at',
    index,
    container,
  }
}

/** Moves or copies an item to a list of the same kind in another object. */
export function* transfers(
  container: string,
  { pointed, find }: WishNames,
  page: OpenPage,
  isMove: boolean,
): Generator<Way> {
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
      const left = (list.value as unknown[]).toSpliced(node.index, isMove ? 1 : 0)
      const outcome: Outcome = {
        kind: 'done',
        draft: setList(setList(draftOf(page), list, left), target, [
          ...((target.value as unknown[]) ?? []),
          node.value,
        ]),
        said: `${isMove ? 'moved' : 'copied'} ${nameOf(node, page)} to ${nameOf(target.parent ?? target, page)}`,
        focus: [`${target.key}/${(target.value as unknown[] | undefined)?.length ?? 0}`],
      }
      yield { likelihood: likelihood * sure, request: requestFor(outcome), outcome }
    }
  }
}
