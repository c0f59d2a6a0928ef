import { fromPostgres } from '../time.ts'

type Parse = (text: string) => unknown

/** How values are read, by PostgreSQL's fixed number of their type. Any other type stays text. */
const parsers = new Map<number, Parse>([
  [16, (text) => text === 't'], // boolean
  [17, (text) => Buffer.from(text.slice(2), 'hex')], // bytea
  [20, Number], // bigint: counts and milliseconds, all below 2^53
  [21, Number], // smallint
  [23, Number], // integer
  [26, Number], // oid
  [114, JSON.parse], // json
  [700, Number], // real
  [701, Number], // double precision
  [1184, fromPostgres], // timestamptz
  [3802, JSON.parse], // jsonb
])

/** Array types and the types of their elements. */
const arrays: [array: number, element: number][] = [
  [199, 114],
  [1000, 16],
  [1001, 17],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1185, 1184],
  [2951, 2950],
  [3807, 3802],
]
for (const [array, element] of arrays) {
  const parse = parsers.get(element) ?? String
  parsers.set(array, (text) => parseArray(text, parse))
}

/** The driver asks this for each column of a result. */
export const typeParsers = {
  getTypeParser: (type: number) => parsers.get(type) ?? String,
}

/** Either quoted, with a backslash before each quote and backslash, or bare. */
const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs

/** Parses an array of one dimension in linear time. */
function parseArray(text: string, parse: Parse): unknown[] {
  return [...text.slice(1, -1).matchAll(element)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'))
    return bare === 'NULL' ? null : parse(bare as string)
  })
}

/** A value that is sent as JSON, whatever it is. */
export class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** Converts a value to what the driver sends. Arrays become PostgreSQL arrays, other objects JSON. */
export function toParameter(value: unknown): unknown {
  if (value === undefined) throw new TypeError('A statement has an undefined value.')
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Json) return value.text
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array || Array.isArray(value)) return value
  return JSON.stringify(value)
}
