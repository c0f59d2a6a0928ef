import type { Database, Tx } from '../database/database.ts'
import type { Job } from '../queue/kinds.ts'

const mostAtOnce = 1_000

/** The job: deletes the values of deleted fields in chunks. Idempotent. */
export async function removeFieldValues(
  { db }: { db: Database },
  { tenantId, data: { fieldIds } }: Pick<Job<'remove_field_values'>, 'tenantId' | 'data'>,
): Promise<undefined> {
  for (const owner of ['account', 'person'])
    for (let last: string | undefined = ''; last !== undefined; ) {
      const after: string = last
      last = await db.inTransaction((tx) => removeSome(tx, tenantId, { owner, fieldIds, after }))
    }
}

/** Returns the id of the last row; undefined when no rows with values of these fields are left. */
async function removeSome(
  tx: Tx,
  tenantId: string,
  { owner, fieldIds, after }: { owner: string; fieldIds: string[]; after: string },
): Promise<string | undefined> {
  const [table, id] = [tx.identifier(`${owner}s`), tx.identifier(`${owner}_id`)]
  const rows = await tx<{ id: string }[]>`
    select ${id} as id from ${table}
    where tenant_id = ${tenantId} and ${id} > ${after} and custom_values <> '{}' and custom_values ?| ${fieldIds}::text[]
    order by ${id} limit ${mostAtOnce} for update`
  await tx`
    update ${table} set custom_values = custom_values - ${fieldIds}::text[]
    where tenant_id = ${tenantId} and ${id} = any(${rows.map((row) => row.id)}::text[])`
  return rows.at(-1)?.id
}
