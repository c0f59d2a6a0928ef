import { mapStrings, media, type StringKind } from '../../shared/strings.ts'
import { stringError } from '../../shared/texts.ts'
import { blockTypes } from '../documents/blocks/index.ts'
import type { Block, Document } from '../documents/schema.ts'
import { Refusal } from './refusal.ts'

/** One text of a block: where it is, and what it may hold. */
export type Place = {
  blockId: string
  /** Names and numbers from the props, such as `items/0/title`. */
  path: string
  kind: StringKind
  maxLength: number
  /** Undefined where the block could have this text and has none. */
  text: string | undefined
}

type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  contentMediaType?: string
  maxLength?: number
  maxItems?: number
  minItems?: number
}

const schemas = new Map<string, Schema>(blockTypes.map(({ name, props }) => [name, props as Schema]))
const kinds = new Map(Object.entries(media).map(([kind, type]) => [type as string, kind as StringKind]))

/** Every text of a block that people read; links and ids are none. */
export function placesOf(block: Block): Place[] {
  const places: Place[] = []
  mapStrings(schemas.get(block.type) ?? {}, block.props, (text, { kind, path, maxLength }) => {
    if (kind && kind !== 'link')
      places.push({ blockId: block.id, path: path.slice(1), kind, maxLength, text })
    return text
  })
  return places
}

export function allPlaces({ blocks }: Document): Place[] {
  return blocks.flatMap(placesOf)
}

export function schemaAt(type: Block['type'], path: string): Schema | undefined {
  let schema = schemas.get(type)
  for (const name of path.split('/'))
    schema = /^\d+$/.test(name)
      ? schema?.items
      : Object.hasOwn(schema?.properties ?? {}, name)
        ? schema?.properties?.[name]
        : undefined
  return schema
}

/** The place of a text by its path; undefined where this type of block has no such text. */
export function placeAt(block: Block, path: string): Place | undefined {
  const schema = schemaAt(block.type, path)
  const kind = kinds.get(schema?.contentMediaType ?? '')
  if (!schema || !kind || kind === 'link') return undefined
  const text = valueAt(block.props, path)
  const maxLength = schema.maxLength ?? 1000
  return { blockId: block.id, path, kind, maxLength, text: typeof text === 'string' ? text : undefined }
}

export function valueAt(props: object, path: string): unknown {
  let value: unknown = props
  for (const name of path.split('/')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Whether the text can be taken away and leave the block what it is. */
export function isOptional(block: Block, path: string): boolean {
  const names = path.split('/')
  const parent =
    names.length === 1 ? schemas.get(block.type) : schemaAt(block.type, names.slice(0, -1).join('/'))
  return !parent?.required?.includes(names.at(-1) ?? '')
}

/** The text as the place can hold it, or the reason why it can't. Nothing is cut off without a word. */
export function fitted(text: string, { kind, maxLength }: Pick<Place, 'kind' | 'maxLength'>): string {
  const line = (
    kind === 'paragraphs' ? text.replace(/[^\n\P{Cc}]+/gu, ' ') : text.replace(/[\p{Cc}\s]+/gu, ' ')
  )
    .toWellFormed()
    .trim()
  if (line === '') throw new Refusal('There were no words to put there.')
  const escapes = [line, line.replace(/[<{]/g, '\\$&'), line.replace(/[\\<{*[\]:&]/g, '\\$&')]
  const fit = escapes.find((candidate) => stringError(candidate, kind) === undefined)
  if (fit === undefined) throw new Refusal('That text can’t stand on a page.')
  const length = [...fit].length
  if (length > maxLength)
    throw new Refusal(`That text has ${length} characters, and at most ${maxLength} fit there.`)
  return fit
}
