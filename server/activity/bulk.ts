import type { Tx } from '../db.ts'
import { newId } from '../ids.ts'
import type { ActivitySource } from './schema.ts'

export type BulkActivity = {
  tenantId: string
  type: string
  source: ActivitySource
  personId: string | null
  /** When a person is named, the account they are linked to when it is written counts instead. */
  accountId: string | null
  payload: object
}

/** Writes many entries, of any tenants, in one statement; the persons are held as `recordActivity` holds them. */
export async function recordActivities(tx: Tx, entries: BulkActivity[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({ ...entry, activityId: newId('activity') }))
  await tx`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as given ("tenantId" text, "activityId" text,
        "accountId" text, "personId" text, source text, type text, payload json)
    ), held as (
      select p.tenant_id, p.person_id, p.account_id
      from persons p join (select distinct "tenantId", "personId" from given) as named
        on p.tenant_id = "tenantId" and p.person_id = "personId"
      order by p.tenant_id, p.person_id for share of p
    )
    insert into activity (tenant_id, activity_id, account_id, person_id, source, type, payload)
    select given."tenantId", "activityId", case when held.person_id is null then "accountId" else held.account_id end,
      "personId", source, type, payload
    from given left join held on held.tenant_id = given."tenantId" and held.person_id = given."personId"
    where "personId" is null or held.person_id is not null`
}
