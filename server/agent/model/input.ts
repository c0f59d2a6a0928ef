import { Refusal } from '../../../builtin-agent/refusal.ts'
import { type Block, type Document, itemsOf, listsOf, type Source } from '../../../document/index.ts'
import type { NumberedFacts } from './facts.ts'
import { fieldNames, typeNames } from './reference.ts'

/** Unvalidated input of a model. */
export type Fields = Record<string, unknown>

/*
 * Models deviate from schemas in a few typical ways: an object as a JSON string, the fields of a block beside its type
 * instead of inside `props`, ids under another name, a name or position instead of an id. Unambiguous input is
 * accepted; anything else is refused with the valid choices.
 */

/** An object, possibly sent as a JSON string. */
export function readObject(value: unknown, name: string): Fields {
  const object = typeof value === 'string' ? parse(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new Refusal(`${name} must be an object.`)
  return object as Fields
}

/** The props of a call: under `name`, or beside its other fields. */
export function readProps(input: Fields, name: string, others: string[]): Fields {
  if (input[name] !== undefined) return readLists(readObject(input[name], name))
  const rest = Object.entries(input).filter(([field]) => !others.includes(field))
  if (rest.length === 0) throw new Refusal(`${name} is missing: the fields that change.`)
  return readLists(Object.fromEntries(rest))
}

/** Type and props of a new block. */
export function readBlock(input: Fields): { type: string; props: Fields } {
  const block = input.block === undefined ? input : readObject(input.block, 'block')
  const given = String(block.type ?? input.type)
  const type = typeNames.find((name) => name === given.trim().toLowerCase())
  if (!type) throw new Refusal(`type must be one of ${typeNames.join(', ')}.`)
  return { type, props: readProps(block, 'props', ['type', 'id', 'afterId', 'sources', 'block']) }
}

export function findBlock(document: Document, input: Fields): Block {
  const id = input.blockId ?? input.id
  const names = (block: Block) => [block.id, block.type, headingOf(block)]
  const block = findNamed(document.blocks, id, names)
  if (block) return block
  const ids = document.blocks.map((candidate) => candidate.id).join(', ')
  throw new Refusal(`There is no block ${shown(id)}. The blocks are ${ids || 'none'}.`)
}

/** The list of an item call; it may be omitted if the type has a single list. */
export function findList(block: Block, input: Fields): string {
  const lists = listsOf(block.type)
  const given = typeof input.list === 'string' ? normalisedName(input.list) : undefined
  const found =
    lists.length === 1
      ? lists[0]
      : lists.find((list) => given === normalisedName(list) || `${given}s` === normalisedName(list))
  if (found) return found
  throw new Refusal(
    lists.length === 0
      ? `The block ${block.id} has no list with items; use updateBlock.`
      : `list must be one of ${lists.join(', ')}.`,
  )
}

export function findItem(block: Block, list: string, id: unknown) {
  const items = itemsOf(block, list)
  const item = findNamed(items, id, (candidate) => [candidate.id, nameOf(candidate)])
  if (item) return item
  throw new Refusal(`${list} has no item ${shown(id)}. It has ${items.map(nameItem).join(', ') || 'none'}.`)
}

type NamedElement = { id: string; name?: string | undefined }

/** The element before a new or moved one: an id, null for the first position, `fallback` if none is given. */
export function readAfterId(
  input: Fields,
  those: NamedElement[],
  { fallback, moved }: { fallback?: string | null; moved?: string } = {},
): string | null {
  const { afterId } = input
  if (afterId === undefined && fallback !== undefined) return fallback
  if (afterId === null || afterId === 'null' || afterId === '' || afterId === 0) return null
  const found = findNamed(those, afterId, ({ id, name }) => [id, name])
  if (found && found.id !== moved) return found.id
  const others = those.map(({ id }) => id).filter((id) => id !== moved)
  throw new Refusal(`afterId must be null for the first place, or one of ${others.join(', ')}.`)
}

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

/**
 * Finds the element a model refers to: by id; by name in any case, if it is unique; or by position, counted from one.
 * An id that looks like a number takes precedence over a position.
 */
function findNamed<T extends { id: string }>(
  those: T[],
  given: unknown,
  namesOf: (one: T) => (string | undefined)[],
): T | undefined {
  const exact = those.find(({ id }) => id === given)
  if (exact || (typeof given !== 'string' && typeof given !== 'number')) return exact
  const wanted = normalisedName(String(given))
  if (wanted === '') return undefined
  const called = those.filter((one) =>
    namesOf(one).some((name) => name !== undefined && normalisedName(name) === wanted),
  )
  if (called.length > 0) return called.length === 1 ? called[0] : undefined
  if (wanted === 'last') return those.at(-1)
  const [, digits] = /^(\d{1,3})(?:st|nd|rd|th)?$/.exec(wanted) ?? []
  const place = digits === undefined ? ordinals.indexOf(wanted) + 1 : Number(digits)
  return place > 0 ? those[place - 1] : undefined
}

/** Only letters and digits, in lower case, so that `Quote-Jane` and `quote jane` are equal. */
function normalisedName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

export function nameBlock(block: Block): NamedElement {
  return { id: block.id, name: headingOf(block) }
}

function headingOf({ props }: Block): string | undefined {
  const { heading, headline } = props as Fields
  return [heading, headline].find((text) => typeof text === 'string')
}

/** The sources named in a call, by the numbers of facts or as stored; undefined if it names none. */
export function readSources(input: Fields, facts: NumberedFacts): Source[] | undefined {
  const given = typeof input.sources === 'string' ? parseList(input.sources) : input.sources
  if (given === undefined || given === null) return undefined
  if (!Array.isArray(given)) throw new Refusal('sources must be a list of facts, such as ["f1"].')
  return given.map((source) => facts.find(source))
}

/** `plan-1 “Starter”`: an item's id and name, for error messages. */
export function nameItem(item: Fields): string {
  const text = nameOf(item)
  return `${item.id}${text === undefined ? '' : ` “${text.slice(0, 40).toWellFormed()}”`}`
}

/** The first text of an item: its title, name, question or label. */
export function nameOf(item: Fields): string | undefined {
  const [, text] =
    Object.entries(item).find(([name, value]) => name !== 'id' && typeof value === 'string') ?? []
  return text as string | undefined
}

export function knownFields(type: string, list?: string): string {
  return `Fields: ${fieldNames(type, list).join(', ')}.`
}

/** Parses lists sent as JSON strings. */
function readLists(props: Fields): Fields {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      if (typeof value !== 'string' || !/^\s*\[\s*\{/.test(value)) return [name, value]
      const list = parse(value)
      return [name, Array.isArray(list) ? list : value]
    }),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseList(text: string): unknown {
  return text.trim() === '' ? [] : (parse(text) ?? text.split(/[\s,]+/))
}

function shown(value: unknown): string {
  return ['string', 'number'].includes(typeof value)
    ? `“${String(value).slice(0, 60).toWellFormed()}”`
    : 'without an id'
}
