import type { Node } from '../nodes.ts'
import { type PropSchema, stringKind } from '../schemas.ts'
import { fitted } from '../textPlaces.ts'
import type { Given } from './given.ts'

export const oneLine = (given: Given, node: Node) =>
  likeBefore(given.text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), given.isQuoted, node.value)

/** The value as it is stored: texts are formatted for their property, or refused. */
export const finished = (node: Node, value: unknown) =>
  node.kind === 'text' && typeof value === 'string' ? fit(value, node.schema) : value

/** An unquoted text gets the capitalisation and final punctuation of the text that it replaces. */
export function likeBefore(text: string, isQuoted: boolean, before: unknown): string {
  if (isQuoted) return text
  let words = text
  if (typeof before !== 'string' || /^\p{Lu}/u.test(before))
    words = words.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())
  const ends = typeof before === 'string' && /[.!?…]$/.test(before)
  return !ends && /[^.]\.$/.test(words) && !/[.!?] /.test(words) ? words.slice(0, -1) : words
}

/** Formats a text for its property; throws a refusal if it does not fit. */
export const fit = (text: string, schema: PropSchema) =>
  fitted(text, { kind: stringKind(schema) ?? 'text', maxLength: schema.maxLength ?? 1000 })
