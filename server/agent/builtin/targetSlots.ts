import type { Block } from '../../documents/schema.ts'
import { allPlaces, type Place, placeAt, valueAt } from '../places.ts'
import { readBlock } from './blockSlots.ts'
import type { Desk } from './desk.ts'
import { type ItemName, itemFields, items, ordinals, type PartName, parts } from './lexicon.ts'
import { isWord, longest, numberOf, phraseTable, type Reading, skipArticles } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Texts somebody spoke of, and how to call them in a reply. Without places it was understood and is not there. */
export type Target = { name: string; places: Place[]; isBlock?: true; item?: { block: Block; path: string } }

const partTable = phraseTable(Object.entries(parts).map(([name, { said }]) => [name as PartName, said]))
const itemTable = phraseTable(Object.entries(items).map(([name, { said }]) => [name as ItemName, said]))
const fieldTable = phraseTable(Object.entries(itemFields).map(([name, said]) => [name, said]))
const within = ['of', 'in', 'on', 'at', 'for', 'from', 'inside', 'under', 'to']

export function readTarget(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  const from = skipArticles(tokens, at)
  return [
    ...readItem(tokens, from, desk),
    ...readFieldOfItem(tokens, from, desk),
    ...readPart(tokens, from, desk),
    ...readPartOfBlock(tokens, at, desk),
    ...readButtons(tokens, from, desk),
    ...readWholeBlock(tokens, at, desk),
  ].sort((a, b) => b.end - a.end)
}

/** `second question`, `question 2`, `third feature’s title`, `last step in the plan`. */
function readItem(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  const first = tokens[at]
  const ordinal =
    first?.kind === 'word' && Object.hasOwn(ordinals, first.norm) ? ordinals[first.norm] : undefined
  const readings = longest(itemTable, tokens, ordinal === undefined ? at : at + 1).flatMap(
    ({ value: name, end }) => {
      const number =
        ordinal ?? (/^\d{1,2}$/.test(tokens[end]?.norm ?? '') ? numberOf(tokens[end]) : undefined)
      if (number === undefined) return []
      return [{ name, number, end: ordinal === undefined ? end + 1 : end }]
    },
  )
  return readings.flatMap(({ name, number, end }) => {
    const block = blockHolding(tokens, end, name, desk)
    const place = block.end
    const fields = longest(fieldTable, tokens, place).filter(({ value }) => itemHas(name, value))
    const whole = itemTarget(name, number, undefined, block.value)
    return [
      ...fields.map((field) => ({
        value: itemTarget(name, number, field.value, block.value),
        end: field.end,
      })),
      { value: whole, end: place },
    ]
  })
}

/** `answer to the second question`, `title of step 3`. */
function readFieldOfItem(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  return longest(fieldTable, tokens, at).flatMap(({ value: field, end }) => {
    if (!isWord(tokens[end], ...within)) return []
    const from = skipArticles(tokens, end + 1)
    return readItem(tokens, from, desk).flatMap(({ value, end: last }) => {
      const item = value.item
      const place = item && placeAt(item.block, `${item.path}/${field}`)
      return place ? [{ value: { name: `the ${field} of ${value.name}`, places: [place] }, end: last }] : []
    })
  })
}

function blockHolding(tokens: Token[], at: number, name: ItemName, desk: Desk): Reading<Block | undefined> {
  const { type } = items[name]
  const own = (block: Block | undefined) =>
    block && valueAt(block.props, items[name].list) !== undefined ? block : undefined
  if (isWord(tokens[at], ...within)) {
    const [found] = readBlock(tokens, at + 1, desk).sort((a, b) => b.end - a.end)
    if (found && own(found.value.block)) return { value: found.value.block, end: found.end }
  }
  const selected = desk.selected?.type === type ? own(desk.selected) : undefined
  return { value: selected ?? desk.blocks.find((block) => block.type === type && own(block)), end: at }
}

function itemHas(name: ItemName, field: string): boolean {
  const texts: readonly string[] = items[name].texts
  return texts.includes(field)
}

function itemTarget(
  name: ItemName,
  number: number,
  field: string | undefined,
  block: Block | undefined,
): Target {
  const { list, texts } = items[name]
  const all = block ? valueAt(block.props, list) : undefined
  const count = Array.isArray(all) ? all.length : 0
  const index = number < 0 ? count + number : number - 1
  const label = `${field ? `the ${field} of ` : ''}${name} ${index + 1}`
  if (!block || index < 0 || index >= count) return { name: label, places: [] }
  const path = `${list}/${index}`
  const chosen = field ?? texts[0]
  const place = placeAt(block, chosen ? `${path}/${chosen}` : path)
  return { name: label, places: place ? [place] : [], ...(field ? {} : { item: { block, path } }) }
}

/** `headline`, `subtitle of the pricing`, `button in the hero`. */
function readPart(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  const size = isWord(tokens[at], 'big', 'main', 'top', 'large', 'hero', 'primary') ? 1 : 0
  return longest(partTable, tokens, at + size).flatMap(({ value: part, end }) => {
    const alone = { value: partTarget(part, homeOf(part, desk), desk), end: afterPlace(tokens, end) }
    if (!isWord(tokens[end], ...within)) return [alone]
    const inside = readBlock(tokens, end + 1, desk).map(({ value, end: last }) => ({
      value: partTarget(part, value.block, desk, value.said),
      end: last,
    }))
    return [...inside, alone]
  })
}

/** `at the top of the page` after a part adds nothing. */
function afterPlace(tokens: Token[], at: number): number {
  const tail = [
    'at the top of the page',
    'at the top',
    'of the page',
    'on the page',
    'of this page',
    'on top',
    'at the very top',
  ]
  for (const words of tail.map((line) => line.split(' ')))
    if (words.every((word, index) => isWord(tokens[at + index], word))) return at + words.length
  return at
}

/** `FAQ heading`, `the hero’s button`, `its title`. */
function readPartOfBlock(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  return readBlock(tokens, at, desk).flatMap(({ value, end }) =>
    longest(partTable, tokens, end).map(({ value: part, end: last }) => ({
      value: partTarget(part, value.block, desk, value.said),
      end: last,
    })),
  )
}

/** `both buttons`, `all the buttons`, `every button`. */
function readButtons(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  let end = at
  while (isWord(tokens[end], 'all', 'both', 'every', 'of', 'the', 'cta', 'each')) end++
  const many = isWord(tokens[end], 'buttons') || (end > at && isWord(tokens[end], 'button'))
  if (!many) return []
  const places = allPlaces(desk.document).filter(
    ({ blockId, path }) => path === 'primaryAction/label' && (!desk.selected || desk.selected.id === blockId),
  )
  return [{ value: { name: 'the buttons', places }, end: end + 1 }]
}

/** A block's name for the text that matters most in it; `this` for the selected text. */
function readWholeBlock(tokens: Token[], at: number, desk: Desk): Reading<Target>[] {
  return readBlock(tokens, at, desk).flatMap(({ value, end }) => {
    const { block } = value
    if (!block) return []
    const spoken = isWord(tokens[at], 'it', 'that', 'this') && !desk.selected ? desk.mentionedPath : undefined
    const pointed =
      block === desk.selected && desk.selection?.path ? placeAt(block, desk.selection.path) : undefined
    const recent = spoken ? placeAt(block, spoken) : undefined
    const place = pointed ?? mainPlace(block)
    if (!place) return []
    const target: Target = pointed
      ? { name: 'the text you selected', places: [pointed] }
      : recent
        ? { name: 'that text', places: [recent] }
        : { name: `the ${block.type} text`, places: [place], isBlock: true }
    return [{ value: target, end }]
  })
}

export function mainPlace(block: Block): Place | undefined {
  const props = ['body', 'quote', 'headline', 'heading', 'caption', 'title']
  const places = props.flatMap((path) => placeAt(block, path) ?? [])
  return places.find(({ text }) => text !== undefined) ?? places[0]
}

/** Where a part is meant when no block is named: in what is selected, in the hero, or in the first block that has it. */
function homeOf(part: PartName, desk: Desk): Block | undefined {
  if (desk.selected) return desk.selected
  const holds = (block: Block) => parts[part].props.some((path) => placeAt(block, path)?.text !== undefined)
  const could = (block: Block) => parts[part].props.some((path) => placeAt(block, path))
  const heroes = desk.blocks.filter(({ type }) => type === 'hero')
  return (
    heroes.find(holds) ??
    (part === 'text' ? undefined : heroes.find(could)) ??
    desk.blocks.find(holds) ??
    desk.blocks.find(could)
  )
}

function partTarget(part: PartName, block: Block | undefined, desk: Desk, said?: string): Target {
  const isHero = block?.type === 'hero' && block === desk.blocks.find(({ type }) => type === 'hero')
  const name =
    isHero || !block
      ? `the ${part}${said && !block ? ` of the ${said} block` : ''}`
      : `the ${part} of the ${said ?? block.type} block`
  if (!block) return { name, places: [] }
  const places = parts[part].props.flatMap((path) => placeAt(block, path) ?? [])
  const place = places.find(({ text }) => text !== undefined) ?? places[0]
  return { name, places: place ? [place] : [] }
}
