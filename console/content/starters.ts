import { kindOf, type PropSchema } from '../documents/schema.ts'
import { newItemId } from './changes.ts'

/** The initial value of a new prop or item, to be replaced by the user. */
export function starterOf(schema: PropSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0
  if (schema.type === 'array') return [withId(schema.items, starterOf(schema.items ?? {}))]
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, starterOf(schema.properties?.[name] ?? {})]),
    )
  if (kindOf(schema) === 'link') return 'action:primary'
  if (kindOf(schema)) return '{{prompt|Write something here}}'
  return schema.pattern?.includes('a-zA-Z') ? `field_${newItemId()}` : ''
}

/** Adds a new id to an item if its schema has ids. */
export function withId(schema: PropSchema | undefined, value: unknown): unknown {
  return schema?.properties?.id && typeof value === 'object' ? { ...value, id: newItemId() } : value
}

/** Whether a value contains an asset id, so that it can't be stored before an asset is chosen. */
export function needsAsset(schema: PropSchema): boolean {
  if (schema.pattern?.startsWith('^asset_')) return true
  const { properties = {}, required = [] } = schema
  return required.some((name) => needsAsset(properties[name] ?? {}))
}
