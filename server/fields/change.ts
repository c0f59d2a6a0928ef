import { getAccount } from '../accounts/queries.ts'
import type { Tx } from '../database/database.ts'
import { getPerson } from '../persons/queries.ts'
import { emit } from '../webhooks/events.ts'
import { changeValues } from './queries.ts'
import type { FieldOwner, FieldValue } from './schema.ts'

/** Changes custom fields of an account or a person, by field id. */
export async function changeFieldValues(
  tx: Tx,
  tenantId: string,
  owner: FieldOwner,
  id: string,
  changes: { set: Record<string, FieldValue>; unset: string[] },
): Promise<void> {
  if (!(await changeValues(tx, tenantId, owner, id, changes))) return
  if (owner === 'account') emit(tx, tenantId, 'account.updated', await getAccount(tx, tenantId, id))
  else emit(tx, tenantId, 'person.updated', await getPerson(tx, tenantId, id))
}
