import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

/** A long text is recorded by its length in characters and its hash. */
type LongText = { length: number; sha256: string }
export type AuditValue = string | number | boolean | null | LongText
export type FieldChange = { old?: AuditValue; new?: AuditValue; isHidden?: true }
export type FieldChanges = Record<string, FieldChange>

const longest = 200

/** Secrets, and lists of addresses, in which a person's data could not be found for erasure. */
const hidden = /password|secret|token$|apikey|encrypted|challenge|routekey|emails|recipients/i

/** Fields that are irrelevant to the change. */
const silent = new Set([
  'tenantId',
  'createdAt',
  'updatedAt',
  'idempotencyKey',
  'operationKey',
  'clientMessageId',
  'sitting',
])

/** The changed fields, or all of `after` if there is no `before`. */
export function compareFields(before: object | undefined, after: object): FieldChanges {
  const changes: FieldChanges = {}
  for (const [name, value] of Object.entries(after)) {
    const old: unknown = before && (before as Record<string, unknown>)[name]
    if (silent.has(name) || value === undefined || isDeepStrictEqual(old, value)) continue
    if (hidden.test(name)) changes[name] = { isHidden: true }
    else changes[name] = { ...(old !== undefined && { old: shorten(old) }), new: shorten(value) }
  }
  return changes
}

/** Marks fields as changed without their values. */
export function hideFields(changes: FieldChanges, names: readonly string[]): FieldChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      names.includes(name) ? { isHidden: true as const } : change,
    ]),
  )
}

function shorten(value: unknown): AuditValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (text.length <= longest) return text
  return { length: [...text].length, sha256: createHash('sha256').update(text).digest('hex') }
}
