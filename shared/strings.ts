/**
 * The kinds of strings in block props, as `contentMediaType` of their JSON Schema, from which validation, placeholders
 * and the console's forms read them. A string without it is a plain value: an id, a number as text, a choice.
 */
export const media = {
  text: 'text/plain',
  rich: 'text/markdown; variant=inline',
  paragraphs: 'text/markdown; variant=paragraphs',
  link: 'text/uri-list',
} as const

export type StringKind = keyof typeof media

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  contentMediaType?: string
  maxLength?: number
}

export type FoundString = { kind: StringKind | undefined; path: string; maxLength: number }

const kinds = new Map(Object.entries(media).map(([kind, type]) => [type as string, kind as StringKind]))

/** A copy of a value with every string replaced by the result of `change`; the schema gives the kind of each string. */
export function mapStrings<T>(
  schema: object,
  value: T,
  change: (text: string, found: FoundString) => string,
  path = '',
): T {
  return map(schema as Schema, value, change, path) as T
}

function map(
  schema: Schema,
  value: unknown,
  change: (text: string, found: FoundString) => string,
  path: string,
): unknown {
  if (typeof value === 'string') {
    const kind = kinds.get(schema.contentMediaType ?? '')
    return change(value, { kind, path, maxLength: schema.maxLength ?? Number.POSITIVE_INFINITY })
  }
  if (Array.isArray(value))
    return value.map((item, index) => map(schema.items ?? {}, item, change, `${path}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      map(schema.properties?.[name] ?? {}, item, change, `${path}/${name}`),
    ]),
  )
}
