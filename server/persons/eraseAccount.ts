import { notFound, Problem } from '../../shared/problem.ts'
import { renameAudiencesOf } from '../accounts/audienceNames.ts'
import { countedEntries } from '../activity/queries.ts'
import { eraseDetails } from '../audit/write.ts'
import type { Tx } from '../database/database.ts'
import { count, countChanged, foldScopes } from '../lists/tallies.ts'
import { eraseEventsOf } from '../webhooks/events.ts'
import { eraseAudiences, erasePerson } from './erase.ts'
import { lockBatches } from './eraseElsewhere.ts'

/** Above this number, persons must be erased one by one, so that a request stays short. */
export const mostErased = 200

/**
 * Permanently deletes an account with its notes, activity, custom values and the pages made for it. Its persons are
 * erased as well, or kept without an account. Takes locks in the same order as erasing a person.
 */
export async function eraseAccount(
  tx: Tx,
  tenantId: string,
  accountId: string,
  persons: 'erase' | 'keep',
): Promise<void> {
  tx.setStatementTimeout(120_000)
  await lockBatches(tx, tenantId)
  const theirs = tx`tenant_id = ${tenantId} and account_id = ${accountId}`
  tx.defer(tx`select from audiences where ${theirs} order by audience_id for update`)
  const linked = await tx<{ personId: string }[]>`
    select person_id from persons where ${theirs} order by person_id for update`
  const [account] = await tx`select from accounts where ${theirs} for update`
  if (!account) notFound('account', accountId)
  if (persons === 'erase') {
    if (linked.length > mostErased)
      throw new Problem(
        'state_conflict',
        `The account has ${linked.length} persons; at most ${mostErased} are erased with it. Erase some first, or keep them.`,
      )
    for (const { personId } of linked) await erasePerson(tx, tenantId, personId)
  } else await unlinkPersons(tx, tenantId, accountId)
  const audiences = await tx<{ audienceId: string }[]>`select audience_id from audiences where ${theirs}`
  const audienceIds = audiences.map(({ audienceId }) => audienceId)
  const linkIds = await eraseAudiences(tx, tenantId, audienceIds)
  tx.defer(tx`
    with changed as (delete from activity where ${theirs} returning tenant_id, account_id, person_id, part)
    ${countChanged(tx, ...countedEntries(tx, -1))}`)
  tx.defer(tx`delete from account_logs where ${theirs}`)
  tx.defer(tx`update batch_rows set account_id = null where ${theirs}`)
  tx.defer(tx`delete from merged_accounts where tenant_id = ${tenantId} and into_account_id = ${accountId}`)
  tx.defer(tx`delete from accounts where ${theirs}`)
  count(tx, tenantId, { accounts: -1, accounts_revision: 1 })
  await eraseEventsOf(tx, tenantId, { personId: accountId, audienceIds, linkIds, submissionIds: [] })
  tx.defer(eraseDetails(tx, tenantId, [...audienceIds, ...linkIds]))
  await foldScopes(tx, tenantId, [
    `account:${accountId}:persons`,
    ...[0, 1, 2, 3].map((part) => `activity:${accountId}:${part}`),
    ...audienceIds.map((audienceId) => `messages:${audienceId}`),
  ])
}

/** Keeps the persons with their pages and activity, without the account. */
async function unlinkPersons(tx: Tx, tenantId: string, accountId: string): Promise<void> {
  const persons = await tx<{ personId: string }[]>`
    update persons set account_id = null, account_named = false, updated_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} returning person_id`
  if (persons.length === 0) return
  const personIds = persons.map(({ personId }) => personId)
  count(tx, tenantId, { [`account:${accountId}:persons`]: -persons.length, persons_revision: 1 })
  tx.defer(tx`
    with changed as (
      update activity set account_id = null
      where tenant_id = ${tenantId} and account_id = ${accountId} and person_id = any(${personIds}::text[])
      returning tenant_id, part
    )
    ${countChanged(tx, tx`select tenant_id, ${`activity:${accountId}:`} || part, -1 from changed`)}`)
  await renameAudiencesOf(tx, tenantId, { personIds })
}
