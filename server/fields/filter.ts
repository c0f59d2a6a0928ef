import { Type } from 'typebox'
import type { Fragment, Reader } from '../database/database.ts'
import { invalid } from '../web/problem.ts'
import { listFields } from './queries.ts'
import type { FieldOwner, FieldValue } from './schema.ts'
import { readText } from './values.ts'

const mostFilters = 5

/** A parameter of lists. */
export const FieldFilter = Type.Optional(
  Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}:', maxLength: 2_100 }), {
    maxItems: mostFilters,
    description: `Only those whose custom field has this value, such as \`industry:Retail\`. Several, up to ${mostFilters}, must all fit.`,
  }),
)

/** Values by the ids of their fields. */
export type FieldFilters = Record<string, FieldValue>

/** Reads `key:value` by the definitions of the fields. */
export async function readFieldFilters(
  db: Reader,
  tenantId: string,
  owner: FieldOwner,
  given: readonly string[] = [],
  path = '/field',
): Promise<FieldFilters> {
  if (given.length === 0) return {}
  const fields = new Map((await listFields(db, tenantId, owner)).map((field) => [field.key, field]))
  return Object.fromEntries(
    given.map((text) => {
      const [key = ''] = text.split(':', 1)
      const field = fields.get(key)
      if (!field) throw invalid(path, `names a field that is not defined: ${key}`)
      return [field.fieldId, readText(field, text.slice(key.length + 1), path)]
    }),
  )
}

/** The condition for those who have all of these values. The first part lets a partial index serve it. */
export function hasValues(db: Reader, filters: FieldFilters): Fragment {
  if (Object.keys(filters).length === 0) return db`true`
  return db`custom_values <> '{}' and custom_values @> ${db.json(filters)}::jsonb`
}

/** Ids of those who have all of these values, oldest first. */
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
