import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** Objects have only the fields they list, in requests and responses. */
export const closed = { additionalProperties: false } as const

export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type?: unknown; enum?: unknown[] }
  return typeof type === 'string'
    ? Type.Unsafe<Static<T> | null>({
        ...rest,
        type: [type, 'null'],
        ...(values ? { enum: [...values, null] } : {}),
      })
    : Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })
}

export function Enum<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })
}

export function ClosedObject<P extends TProperties>(properties: P) {
  return Type.Object(properties, closed)
}

/**
 * An object with a name in the OpenAPI document and an example. `example` holds the fields whose value doesn't follow
 * from their schemas, and the optional ones that the example has.
 */
export function NamedObject<P extends TProperties>(
  title: string,
  properties: P,
  example: { [K in keyof P]?: unknown } = {},
  options: object = {},
) {
  const fields = Object.keys(properties).filter((key) => key in example || !Type.IsOptional(properties[key]))
  const complete = fields.map((key) => [key, key in example ? example[key] : exampleOf(properties[key])])
  return Type.Object(properties, { ...closed, title, ...options, examples: [Object.fromEntries(complete)] })
}

/** Null if it can be; otherwise its own example, its first value, false, or a list of one. */
function exampleOf(schema: unknown): unknown {
  const { type, examples, anyOf, enum: values, items } = schema as Described
  if (type?.includes('null') || anyOf?.some((one) => one.type === 'null')) return null
  if (examples) return examples[0]
  if (values) return values[0]
  if (type === 'boolean') return false
  if (type === 'array') return items?.examples ? [items.examples[0]] : []
  throw new Error(`An example lacks a value for ${JSON.stringify(schema)}.`)
}

type Described = {
  type?: string | string[]
  examples?: unknown[]
  anyOf?: Described[]
  enum?: unknown[]
  items?: Described
}
