import type { Tx } from '../database/database.ts'
import { ofTenant } from '../database/distribution.ts'
import { newId } from '../ids.ts'
import { countChanged } from '../lists/tallies.ts'
import { type BulkActivity, countedEntries } from './queries.ts'

/** Writes many entries, of any tenants, in one statement; locks the persons like `recordActivity`. */
export async function recordActivities(tx: Tx, entries: BulkActivity[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries
    .map((entry) => ({ ...entry, tenant_id: entry.tenantId, activityId: newId('activity') }))
    // Always in the same order, so that transactions can't deadlock.
    .sort((a, b) => (`${a.tenantId}${a.personId}` < `${b.tenantId}${b.personId}` ? -1 : 1))
  await tx`
    -- every tenant: a group of reports, each row bound to its own tenant
    with changed as (
    insert into activity (tenant_id, activity_id, account_id, person_id, source, type, payload)
    select given.tenant_id, "activityId", case when "personId" is null then "accountId" else held.account_id end,
      "personId", source, type, payload
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as given (tenant_id text, "activityId" text,
        "accountId" text, "personId" text, source text, type text, payload json)
      left join lateral (
        select person_id, account_id from persons
        where tenant_id = ${ofTenant(tx, rows)} and person_id = "personId" for share
      ) as held on true
    where "personId" is null or held.person_id is not null
    returning tenant_id, account_id, person_id, part)
    ${countChanged(tx, ...countedEntries(tx, 1))}`
}
