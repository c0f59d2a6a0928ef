import { type Block, type Document, itemsOf, listsOf, type Source } from '../../../document/index.ts'
import { Refusal } from '../refusal.ts'
import type { Facts } from './facts.ts'
import { fieldNames, typeNames } from './reference.ts'

/** What a model sent, before anything is known about it. */
export type Fields = Record<string, unknown>

/*
 * Models bend schemas in a few well-known ways: an object as a string of JSON, the fields of a block beside its type
 * instead of inside `props`, ids under another name. What can only mean one thing is read; everything else is refused
 * with what there is to choose from.
 */

/** An object, also one that came as a string of JSON. */
export function readObject(value: unknown, name: string): Fields {
  const object = typeof value === 'string' ? parse(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new Refusal(`${name} must be an object.`)
  return object as Fields
}

/** The props that a call names: under `name`, or beside the other fields of the call. */
export function readProps(input: Fields, name: string, others: string[]): Fields {
  if (input[name] !== undefined) return readLists(readObject(input[name], name))
  const rest = Object.entries(input).filter(([field]) => !others.includes(field))
  if (rest.length === 0) throw new Refusal(`${name} is missing: the fields that change.`)
  return readLists(Object.fromEntries(rest))
}

/** Type and props of a new block. */
export function readBlock(input: Fields): { type: string; props: Fields } {
  const block = input.block === undefined ? input : readObject(input.block, 'block')
  const type = block.type ?? input.type
  if (typeof type !== 'string' || !typeNames.includes(type))
    throw new Refusal(`type must be one of ${typeNames.join(', ')}.`)
  return { type, props: readProps(block, 'props', ['type', 'id', 'afterId', 'sources', 'block']) }
}

export function findBlock(document: Document, input: Fields): Block {
  const id = input.blockId ?? input.id
  const block = document.blocks.find((candidate) => candidate.id === id)
  if (block) return block
  const ids = document.blocks.map((candidate) => candidate.id).join(', ')
  throw new Refusal(`There is no block ${shown(id)}. The blocks are ${ids || 'none'}.`)
}

/** The list that an item call is about; a type with a single list needs no name. */
export function findList(block: Block, input: Fields): string {
  const lists = listsOf(block.type)
  const given = input.list ?? (lists.length === 1 ? lists[0] : undefined)
  if (typeof given === 'string' && lists.includes(given)) return given
  throw new Refusal(
    lists.length === 0
      ? `The block ${block.id} has no list with items; use updateBlock.`
      : `list must be one of ${lists.join(', ')}.`,
  )
}

export function findItem(block: Block, list: string, id: unknown) {
  const items = itemsOf(block, list)
  const item = items.find((candidate) => candidate.id === id)
  if (item) return item
  throw new Refusal(`${list} has no item ${shown(id)}. It has ${items.map(nameItem).join(', ') || 'none'}.`)
}

/** An id to come after: null for the first place, `fallback` where none is given. */
export function readAfterId(input: Fields, ids: string[], fallback?: string | null): string | null {
  const { afterId } = input
  if (afterId === undefined && fallback !== undefined) return fallback
  if (afterId === null || afterId === 'null' || afterId === '') return null
  if (typeof afterId === 'string' && ids.includes(afterId)) return afterId
  throw new Refusal(`afterId must be null for the first place, or one of ${ids.join(', ')}.`)
}

/** The sources that a call names, by the numbers of facts or as they are stored; undefined where it names none. */
export function readSources(input: Fields, facts: Facts): Source[] | undefined {
  const given = typeof input.sources === 'string' ? parseList(input.sources) : input.sources
  if (given === undefined || given === null) return undefined
  if (!Array.isArray(given)) throw new Refusal('sources must be a list of facts, such as ["f1"].')
  return given.map((source) => facts.find(source))
}

/** `plan-1 “Starter”`: what a model can recognise an item by. */
export function nameItem(item: Fields): string {
  const text = Object.entries(item).find(([name, value]) => name !== 'id' && typeof value === 'string')?.[1]
  return `${item.id}${text === undefined ? '' : ` “${String(text).slice(0, 40).toWellFormed()}”`}`
}

export function knownFields(type: string, list?: string): string {
  return `Fields: ${fieldNames(type, list).join(', ')}.`
}

/** Lists may come as strings of JSON, too. */
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
  return typeof value === 'string' ? `“${value.slice(0, 60).toWellFormed()}”` : 'without an id'
}
