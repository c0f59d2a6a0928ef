import { fromPostgres } from '../time.ts'

export type Parse = (text: string) => unknown

/** Parsers by PostgreSQL's fixed type OID. Values of other types stay text. */
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

/** Array types with their element types. */
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

export function parserOf(type: number): Parse {
  return parsers.get(type) ?? String
}

/** An element is quoted, with quotes and backslashes escaped, or bare. */
const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs

/** Parses a one-dimensional array in linear time. */
function parseArray(text: string, parse: Parse): unknown[] {
  return [...text.slice(1, -1).matchAll(element)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'))
    return bare === 'NULL' ? null : parse(bare as string)
  })
}

/** A value that is sent as JSON, whatever its type. */
export class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** The driver's parameter format: bytes unchanged, everything else as text. */
export type StatementParameter = string | Buffer | null

/** Converts a value to a driver parameter. Arrays become PostgreSQL arrays, other objects JSON. */
export function toParameter(value: unknown): StatementParameter {
  if (value === undefined) throw new TypeError('A statement has an undefined value.')
  if (value === null || typeof value === 'string') return value
  if (typeof value !== 'object') return String(value)
  if (value instanceof Json) return value.text
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? toArrayLiteral(value) : JSON.stringify(value)
}

function toArrayLiteral(elements: readonly unknown[]): string {
  const texts = elements.map((element) => {
    if (element === null || element === undefined) return 'NULL'
    if (Array.isArray(element)) return toArrayLiteral(element)
    const parameter = toParameter(element)
    const text = Buffer.isBuffer(parameter) ? `\\x${parameter.toString('hex')}` : String(parameter)
    return text.includes('"') || text.includes('\\') ? `"${text.replace(/[\\"]/g, '\\$&')}"` : `"${text}"`
  })
  return `{${texts.join(',')}}`
}
