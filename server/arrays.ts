import type postgres from 'postgres'
import { fromPostgres } from './time.ts'

type Read = (text: string) => unknown

/** The numbers of array types, which PostgreSQL never changes, with how an element of each is read. */
const arrays: Record<string, [type: number, read: Read]> = {
  oldDocuments: [199, (text) => JSON.parse(text)],
  booleans: [1000, (text) => text === 't'],
  bytes: [1001, (text) => Buffer.from(text.slice(2), 'hex')],
  names: [1003, String],
  integers: [1007, Number],
  texts: [1009, String],
  varchars: [1015, String],
  bigints: [1016, Number],
  floats: [1022, Number],
  timestamps: [1185, fromPostgres],
  uuids: [2951, String],
  documents: [3807, (text) => JSON.parse(text)],
}

/**
 * Tells the driver of arrays. Left alone it asks each new connection about them, which is a question too many: when the
 * connection is lost in that moment nobody is there to hear of it, and an error that nobody hears ends the process.
 */
export const arrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries(arrays).map(([name, [type, read]]) => [
    name,
    { to: type, from: [type], serialize: writeArray, parse: (text: string) => readArray(text, read) },
  ]),
)

function writeArray(elements: unknown[]): string {
  return `{${elements.map(writeElement).join(',')}}`
}

function writeElement(element: unknown): string {
  if (element === null || element === undefined) return 'NULL'
  return `"${textOf(element).replace(/["\\]/g, '\\$&')}"`
}

function textOf(element: unknown): string {
  if (element instanceof Date) return element.toISOString()
  if (element instanceof Uint8Array) return `\\x${Buffer.from(element).toString('hex')}`
  return typeof element === 'object' ? JSON.stringify(element) : String(element)
}

/** Either quoted, with backslashes before what would end it, or bare. */
const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs

/** Reads PostgreSQL's text for an array of one dimension, which is all there is here. */
function readArray(text: string, read: Read): unknown[] {
  return [...text.slice(1, -1).matchAll(element)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'))
    return bare === 'NULL' ? null : read(bare as string)
  })
}
