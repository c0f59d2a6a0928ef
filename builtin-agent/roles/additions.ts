import { itemWays } from '../additions/itemWays.ts'
import { readAddition } from '../additions/reading.ts'
import { sectionWays } from '../additions/sectionWays.ts'
import { isBelowText, partWays, sentenceWays, wordWays } from '../additions/textWays.ts'
import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { PictureOf } from '../operations/pictures.ts'
import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import { wordsOf } from '../tokens.ts'
import { shapeOf } from '../values/shapes.ts'
import { ordinals } from '../words/plain.ts'
import type { Way } from './ways.ts'
import type { Wish } from './wishes.ts'

/** Ways to add an item, a field, a row, a section, an empty property, or a sentence. */
export function* additions(
  wish: Wish,
  pointed: Referents[],
  page: OpenPage,
  message: string,
  pictureOf: PictureOf,
): Generator<Way> {
  const addition = readAddition(wish, pointed, page, message, pictureOf)
  if (!addition) return
  const isSection =
    addition.named.kinds.length > 0 && addition.named.kinds.every(({ kind }) => kind === 'block')
  const isNamed = addition.nouns.length > 0
  const isShaped =
    addition.entries.length === 1 && /^(?:period|time)$/.test(shapeOf(addition.entries[0]?.text ?? ''))
  if (!isSection) yield* wordWays(addition, page)
  if (!isSection && (isNamed || isShaped || isBelowText(addition))) yield* partWays(addition, page)
  // An option that is added to a field is not a field itself.
  const isChoice =
    /\b(?:choice|option)\b/i.test(wish.said) &&
    !/\b(?:fields?|drop-?down|select|menu|questions?|checkbox)\b/i.test(wish.said)
  if (!isSection)
    for (const way of itemWays(addition, page))
      if (
        !isChoice ||
        way.outcome?.kind !== 'done' ||
        !way.outcome.focus?.some((key) => /\/fields\/\d+$/.test(key))
      )
        yield way
  if (!isNamed && !isShaped) yield* partWays(addition, page)
  yield* sectionWays(addition, page)
  yield* sentenceWays(addition, page)
}
/** Whether an ordinal is one higher than the number of existing items, so that the message adds one. */
export function namesOneMore({ parts }: Wish, page: OpenPage): boolean {
  const targets = parts.filter(({ role }) => role === 'T')
  const [, ordinal = '', noun = ''] = /^(?:the |a |our )?(\w+) (\w+)$/i.exec(targets[0]?.text ?? '') ?? []
  const number = ordinals[ordinal.toLowerCase()] ?? 0
  if (targets.length !== 1 || number < 2) return false
  const name = singular(noun.toLowerCase())
  const lists = page.nodes.filter(
    ({ kind, children }) =>
      kind === 'list' && children.length > 0 && children.every((child) => isSuch(child, name)),
  )
  return lists.length === 1 && lists[0]?.children.length === number - 1
}
const isSuch = ({ names, label }: Node, name: string) => names.has(name) || wordsOf(label).includes(name)

/** Turns a wish that names a kind and gives content into an addition. */
export const asAddition = (wish: Wish): Wish => ({
  ...wish,
  act: 'add',
  parts: wish.parts.some(({ role }) => role === 'K')
    ? wish.parts
    : wish.parts.map((part) => (part.role === 'T' ? { ...part, role: 'K' } : part)),
})
