import { notFound, Problem } from '../../shared/problem.ts'
import { conflictOn } from '../database/conflict.ts'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { enqueue } from '../queue/jobs.ts'
import type {
  CustomField,
  CustomFieldInput,
  CustomFieldPatch,
  FieldOwner,
  FieldValue,
  FieldValues,
} from './schema.ts'

export const mostFields = 100

const columns = (db: Reader) => db`field_id, owner, key, label, type, choices, created_at, updated_at`

export async function listFields(db: Reader, tenantId: string, owner?: FieldOwner): Promise<CustomField[]> {
  return await db<CustomField[]>`
    select ${columns(db)} from custom_fields
    where tenant_id = ${tenantId} ${owner === undefined ? db`` : db`and owner = ${owner}`} order by owner, field_id`
}

export async function getField(db: Reader, tenantId: string, fieldId: string): Promise<CustomField> {
  const [field] = await db<CustomField[]>`
    select ${columns(db)} from custom_fields where tenant_id = ${tenantId} and field_id = ${fieldId}`
  return field ?? notFound('custom field', fieldId)
}

export async function insertField(
  tx: Tx,
  tenantId: string,
  { choices = [], ...input }: CustomFieldInput,
): Promise<CustomField> {
  // Serialises creations of a tenant, so that two can't both take the last free place.
  await lockTenant(tx, tenantId)
  const [present] = await tx<{ count: number }[]>`
    select count(*) from custom_fields where tenant_id = ${tenantId}`
  if (present && present.count >= mostFields)
    throw new Problem('field_limit', `There are already ${present.count} custom fields.`)
  const [field] = await tx<CustomField[]>`
    insert into custom_fields ${tx.values({ tenantId, fieldId: newId('field'), ...input, choices })}
    returning ${columns(tx)}`.catch(
    conflictOn({
      custom_fields_key: () =>
        new Problem('field_exists', `A field ${input.key} for ${input.owner}s already exists.`),
    }),
  )
  return field as CustomField
}

export async function updateField(
  tx: Tx,
  tenantId: string,
  fieldId: string,
  patch: CustomFieldPatch,
): Promise<CustomField> {
  const [field] = await tx<CustomField[]>`
    update custom_fields set ${tx.set(patch)}, updated_at = now()
    where tenant_id = ${tenantId} and field_id = ${fieldId} returning ${columns(tx)}`
  return field ?? notFound('custom field', fieldId)
}

/** A job deletes the values, which are not shown without their field. */
export async function deleteField(tx: Tx, tenantId: string, fieldId: string): Promise<void> {
  const [row] = await tx`
    delete from custom_fields where tenant_id = ${tenantId} and field_id = ${fieldId} returning field_id`
  if (!row) notFound('custom field', fieldId)
  enqueue(tx, 'remove_field_values', tenantId, { data: { fieldIds: [fieldId] } })
}

const tables = {
  account: { table: 'accounts', id: 'account_id' },
  person: { table: 'persons', id: 'person_id' },
} as const

/** The stored values of a column by field key; null if there are none. */
export const valuesByKey = (
  db: Reader,
  tenantId: string,
  owner: FieldOwner,
  stored: Fragment,
): Fragment => db`
  (select jsonb_object_agg(f.key, ${stored} -> f.field_id) from custom_fields f
    where f.tenant_id = ${tenantId} and f.owner = ${owner} and ${stored} -> f.field_id is not null)`

export async function getValues(
  db: Reader,
  tenantId: string,
  owner: FieldOwner,
  id: string,
): Promise<FieldValues> {
  const { table, id: idColumn } = tables[owner]
  const [row] = await db<{ fields: FieldValues['fields'] | null }[]>`
    select ${valuesByKey(db, tenantId, owner, db`t.custom_values`)} as fields from ${db.raw(table)} t
    where t.tenant_id = ${tenantId} and t.${db.raw(idColumn)} = ${id}`
  if (!row) notFound(owner, id)
  return { fields: row.fields ?? {} }
}

/** Changes values; false if they are unchanged, or the owner does not exist. */
export async function changeValues(
  tx: Tx,
  tenantId: string,
  owner: FieldOwner,
  id: string,
  { set, unset }: { set: Record<string, FieldValue>; unset: string[] },
): Promise<boolean> {
  const { table, id: idColumn } = tables[owner]
  const after = tx`(custom_values - ${unset}::text[]) || ${tx.json(await keepDefined(tx, tenantId, set))}::jsonb`
  const [row] = await tx`
    update ${tx.raw(table)} set custom_values = ${after}, updated_at = now()
    where tenant_id = ${tenantId} and ${tx.raw(idColumn)} = ${id} and custom_values <> ${after}
    returning ${tx.raw(idColumn)}`
  // Lists can be filtered by values.
  if (row) count(tx, tenantId, { [`${table}_revision`]: 1 })
  return row !== undefined
}

/** Omits values of fields deleted meanwhile. The others can't be deleted until the transaction ends. */
async function keepDefined(
  tx: Tx,
  tenantId: string,
  set: Record<string, FieldValue>,
): Promise<Record<string, FieldValue>> {
  const fields = await tx<{ fieldId: string }[]>`
    select field_id from custom_fields
    where tenant_id = ${tenantId} and field_id = any(${Object.keys(set)}::text[])
    order by field_id for key share`
  return Object.fromEntries(fields.map(({ fieldId }) => [fieldId, set[fieldId] as FieldValue]))
}
