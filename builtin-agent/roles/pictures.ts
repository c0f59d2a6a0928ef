import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import type { PictureOf } from '../operations/pictures.ts'
import { setPicture, slotOf } from '../operations/pictures.ts'
import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import type { Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Replaces a picture by one of the library. */
export function* pictures(
  value: Part,
  named: Referents[],
  page: OpenPage,
  pictureOf: PictureOf,
): Generator<Way> {
  const picture = pictureOf(value.text)
  if (!picture) return
  for (const { nodes, likelihood } of named) {
    const slot = nodes.length === 1 ? slotOf(nodes[0] as Node) : undefined
    if (!slot) continue
    const request = `Change ${nameOf(slot, page)} to the picture “${picture.name}”`
    yield { likelihood, request, outcome: setPicture(slot, picture, page) }
  }
}
