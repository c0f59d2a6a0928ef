import { type Static, type TSchema, Type } from 'typebox'

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
