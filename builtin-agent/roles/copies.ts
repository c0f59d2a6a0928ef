import { copyNode } from '../operations/copy.ts'
import type { OpenPage } from '../page.ts'
import { isPronoun } from '../references/back.ts'
import { transfers } from './moves.ts'
import { movableOf, placesOf } from './places.ts'
import { readPlace } from './saidPlace.ts'
import type { WishNames } from './ways.ts'
import { requestFor, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Copies a section or an item, to the given place or after the original. */
export function* copies(
  place: Part | undefined,
  { phrases, pointed, find }: WishNames,
  page: OpenPage,
): Generator<Way> {
  const said = place && readPlace(trimmed(place.text))
  const isBeside = said?.kind === 'beside' && isPronoun(said.anchor)
  if (said && said.kind !== 'into' && !isBeside) {
    for (const { nodes, place: at, likelihood } of placesOf(said, phrases, pointed, page, find)) {
      const [node] = nodes
      if (!node || nodes.length > 1) continue
      const outcome = copyNode(node, page, at)
      yield { likelihood, request: requestFor(outcome), outcome }
    }
    return
  }
  if (said?.kind === 'into') yield* transfers(said.container, { phrases, pointed, find }, page, false)
  if (place && !isBeside) return
  for (const { nodes, likelihood } of pointed) {
    const node = nodes[0] && movableOf(nodes[0])
    if (!node || nodes.length > 1) continue
    const outcome = copyNode(node, page)
    yield { likelihood, request: requestFor(outcome), outcome }
  }
}
