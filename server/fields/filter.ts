import { invalid } from '../../shared/problem.ts'
import type { Fragment, Reader } from '../database/database.ts'
import { listFields } from './queries.ts'
import type { CustomField, FieldOwner, FieldValue } from './schema.ts'
import { readText } from './values.ts'

/** A condition on one field: equal to a value, or within an inclusive range. */
type FieldCondition = { fieldId: string } & ({ is: FieldValue } | { from?: FieldValue; to?: FieldValue })
export type FieldFilters = FieldCondition[]

/** Parses `key:value` and `key:from..to` according to the field definitions. */
export async function readFieldFilters(
  db: Reader,
  tenantId: string,
  owner: FieldOwner,
  given: readonly string[] = [],
  path = '/field',
): Promise<FieldFilters> {
  if (given.length === 0) return []
  const fields = new Map((await listFields(db, tenantId, owner)).map((field) => [field.key, field]))
  return given.map((text) => {
    const [key = ''] = text.split(':', 1)
    const field = fields.get(key)
    if (!field) throw invalid(path, `names a field that is not defined: ${key}`)
    return readCondition(field, text.slice(key.length + 1), path)
  })
}

function readCondition(field: CustomField, text: string, path: string): FieldCondition {
  const { fieldId, key } = field
  const separator = text.indexOf('..')
  if (separator < 0 || !hasOrder(field)) return { fieldId, is: readText(field, text, path) }
  const [from, to] = [text.slice(0, separator), text.slice(separator + 2)].map((end) =>
    end.trim() === '' ? undefined : readText(field, end, path),
  )
  if (from === undefined && to === undefined)
    throw invalid(path, `must have a start or an end of the range: ${key}`)
  if (from !== undefined && to !== undefined && from > to)
    throw invalid(path, `must have a range that starts before it ends: ${key}`)
  return { fieldId, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Whether values of the field can be compared: numbers, and dates, which sort as text. */
function hasOrder({ type }: CustomField): boolean {
  return type === 'number' || type === 'date'
}

/**
 * The condition that all filters match. The first part allows a partial index for equality. Ranges compare jsonb
 * values: all values of a field have the same type. They read every row of the tenant that has values.
 */
export function hasValues(db: Reader, filters: FieldFilters): Fragment {
  return filters.reduce(
    (all, filter) => db`${all} and ${meets(db, filter)}`,
    filters.length === 0 ? db`true` : db`custom_values <> '{}'`,
  )
}

function meets(db: Reader, filter: FieldCondition): Fragment {
  const { fieldId } = filter
  if ('is' in filter) return db`custom_values @> ${db.json({ [fieldId]: filter.is })}::jsonb`
  const value = db`custom_values -> ${fieldId}::text`
  const from = filter.from === undefined ? db`true` : db`${value} >= ${db.json(filter.from)}::jsonb`
  const to = filter.to === undefined ? db`true` : db`${value} <= ${db.json(filter.to)}::jsonb`
  return db`${from} and ${to}`
}

/** Ids of the matching rows, oldest first. */
export async function findIdsByFields(
  db: Reader,
  tenantId: string,
  owner: FieldOwner,
  filters: FieldFilters,
  most: number,
): Promise<string[]> {
  const id = db.raw(`${owner}_id`)
  const rows = await db<{ id: string }[]>`
    select ${id} as id from ${db.raw(`${owner}s`)}
    where tenant_id = ${tenantId} and ${hasValues(db, filters)} order by ${id} limit ${most}`
  return rows.map(({ id }) => id)
}
