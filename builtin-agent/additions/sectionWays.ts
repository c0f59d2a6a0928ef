import type { OpenPage } from '../page.ts'
import type { Way } from '../roles/ways.ts'
import { saidIn } from './content.ts'
import type { Kind } from './kinds.ts'
import type { Addition } from './reading.ts'
import { insertSection, makeSection } from './sections.ts'
import { type Spot, sectionSpot } from './spots.ts'

export function* sectionWays(addition: Addition, page: OpenPage): Generator<Way> {
  const { named, entries, spot, attributes, composing } = addition
  if (addition.unknown.length > 0 && !spot) return
  const isImage =
    entries.length > 0 &&
    entries.every(
      ({ text, name }) =>
        !name && /\b(?:photo|picture|image|screenshot)\b/i.test(text) && composing.pictureOf?.(text),
    )
  const types = named.kinds.flatMap((each: Kind) =>
    each.kind === 'block' ? (each.type === 'text' && isImage ? 'image' : each.type) : [],
  )
  for (const type of types.flatMap((each) => (each === 'text' ? likelyTypes(addition) : each))) {
    const place = sectionSpot(spot ?? spotOf(addition), type, page)
    const made = place && makeSection(type, entries, attributes, page, composing)
    if (made)
      yield {
        likelihood: 0.9,
        request: `Add a ${type} section: ${saidIn(entries)}`,
        outcome: insertSection(made, place.afterId, page),
      }
  }
}
/** Block types to try for a new section: quote if its text is attributed to a person, then text, then call to action. */
function likelyTypes({ entries }: Addition): string[] {
  const [first, ...others] = entries
  const isSaid =
    first?.isQuote && others.some(({ gap, name }) => /\b(?:by|from|said)\b/i.test(`${gap} ${name}`))
  return [...(isSaid ? ['quote'] : []), 'text', 'cta']
}

/** A node that is read as the target may be the place instead; the section goes after it. */
const spotOf = ({ pointed }: Addition): Spot | undefined =>
  pointed[0]?.nodes[0]?.kind === 'block'
    ? { kind: 'after', anchor: `‹${pointed[0].nodes[0].key}›` }
    : undefined
