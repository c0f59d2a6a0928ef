import type { Block } from '../../documents/schema.ts'
import { readBlock } from './blockSlots.ts'
import type { Desk } from './desk.ts'
import { blockNouns } from './lexicon.ts'
import { isWord, longest, numberOf, phraseTable, type Reading, skipArticles } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Where something goes. */
export type Position =
  | { where: 'top' | 'end' | 'up' | 'down' }
  | { where: 'before' | 'after'; block: Block | undefined; said: string }
  | { where: 'place'; number: number }

type Simple = 'top' | 'end' | 'up' | 'down'
const simple = phraseTable<Simple>([
  ['top', 'top very_top first very_first beginning start up_top front up_front the_very_top'],
  ['end', 'end bottom very_end very_bottom last very_last the_very_end the_very_bottom'],
  [
    'up',
    'up one_up up_one higher further_up up_a_bit up_one_place one_place_up up_one_step earlier one_higher a_bit_higher',
  ],
  [
    'down',
    'down one_down down_one lower further_down down_a_bit down_one_place one_place_down later one_lower a_bit_lower',
  ],
])
const beside = phraseTable<'before' | 'after'>([
  [
    'before',
    'before above on_top_of in_front_of ahead_of over just_before just_above right_before right_above directly_above directly_before',
  ],
  [
    'after',
    'after below under beneath underneath behind following just_after just_below right_after right_below right_under directly_after directly_below directly_under straight_after next_to',
  ],
])
const lead = new Set([
  'to',
  'at',
  'in',
  'on',
  'as',
  'the',
  'all',
  'way',
  'go',
  'be',
  'come',
  'right',
  'into',
  'and',
  'it',
])

export function readPosition(tokens: Token[], at: number, desk: Desk): Reading<Position>[] {
  let from = at
  while (tokens[from]?.kind === 'word' && lead.has(tokens[from]?.norm ?? '') && from - at < 4) from++
  return [...starts(at, from)].flatMap((start) => [
    ...byNeighbour(tokens, start, desk),
    ...bySimple(tokens, start),
    ...byNumber(tokens, start),
  ])
}

/** `right after` begins with a word that may also be passed over. */
function* starts(at: number, from: number) {
  for (let start = from; start >= at; start--) yield start
}

function bySimple(tokens: Token[], at: number): Reading<Position>[] {
  return longest(simple, tokens, at).map(({ value, end }) => ({
    value: { where: value },
    end: afterPage(tokens, end),
  }))
}

function byNeighbour(tokens: Token[], at: number, desk: Desk): Reading<Position>[] {
  const [found] = longest(beside, tokens, at)
  if (!found) return []
  return readBlock(tokens, found.end, desk)
    .sort((a, b) => b.end - a.end)
    .map(({ value, end }) => ({ value: { where: found.value, block: value.block, said: value.said }, end }))
}

/** `position 3`, `third place`, `number 2`, `second`. */
function byNumber(tokens: Token[], at: number): Reading<Position>[] {
  const named = isWord(tokens[at], 'position', 'place', 'number', 'spot', 'slot')
  const number = numberOf(tokens[named ? at + 1 : at])
  if (number === undefined || number === 0) return []
  let end = named ? at + 2 : at + 1
  while (isWord(tokens[end], 'position', 'place', 'spot', 'slot')) end++
  return [{ value: { where: 'place', number }, end: afterPage(tokens, end) }]
}

/** `of the page` after a place adds nothing. */
function afterPage(tokens: Token[], at: number): number {
  if (!isWord(tokens[at], 'of', 'on', 'in')) return at
  const end = skipArticles(tokens, at + 1)
  const word = tokens[end]?.norm ?? ''
  return isWord(tokens[end], 'page', 'site', 'list', 'document') || blockNouns.has(word) ? end + 1 : at
}

/** The block that something at this position comes after; null for the top. */
export function afterIdFor(position: Position, blocks: Block[], moving?: Block): string | null | undefined {
  const others = blocks.filter((block) => block !== moving)
  const at = moving ? blocks.indexOf(moving) : others.length
  const idBefore = (index: number) => others[Math.min(index, others.length) - 1]?.id ?? null
  switch (position.where) {
    case 'top':
      return null
    case 'end':
      return others.at(-1)?.id ?? null
    case 'up':
      return idBefore(Math.max(0, at - 1))
    case 'down':
      return idBefore(at + 1)
    case 'place':
      return position.number < 0 ? (others.at(-1)?.id ?? null) : idBefore(position.number - 1)
    default: {
      if (!position.block) return undefined
      const place = others.indexOf(position.block)
      if (place === -1) return undefined
      return position.where === 'after' ? position.block.id : idBefore(place)
    }
  }
}
