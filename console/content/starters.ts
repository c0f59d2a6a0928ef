import { kindOf, type PropSchema } from '../documents/schema.ts'
import { newItemId } from './changes.ts'

/** A value that a new prop or item begins with: something a person replaces. */
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

/** An item with an id of its own, where items have ids. */
export function withId(schema: PropSchema | undefined, value: unknown): unknown {
  return schema?.properties?.id && typeof value === 'object' ? { ...value, id: newItemId() } : value
}

/** Whether a value has to name an asset: nothing can be stored before one is chosen. */
export function needsAsset(schema: PropSchema): boolean {
  if (schema.pattern?.startsWith('^asset_')) return true
  const { properties = {}, required = [] } = schema
  return required.some((name) => needsAsset(properties[name] ?? {}))
}
