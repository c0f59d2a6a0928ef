import { blockTypes } from '../document/index.ts'
import { media, type StringKind } from '../shared/strings.ts'

export type PropSchema = {
  type?: string
  properties?: Record<string, PropSchema>
  required?: string[]
  items?: PropSchema
  enum?: string[]
  contentMediaType?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  minItems?: number
}

const kinds = new Map(Object.entries(media).map(([kind, type]) => [type as string, kind as StringKind]))
const schemas = new Map<string, PropSchema>(blockTypes.map(({ name, props }) => [name, props as PropSchema]))

/** The media kind of a string schema: text, rich, paragraphs or link; undefined for plain values. */
export function stringKind(schema: PropSchema): StringKind | undefined {
  return kinds.get(schema.contentMediaType ?? '')
}

export function propsSchema(type: string): PropSchema {
  return schemas.get(type) ?? {}
}
