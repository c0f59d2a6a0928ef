import { databaseNow } from '../database/clock.ts'
import type { Database, Fragment, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { firstIdAt } from '../ids.ts'
import { countChanged } from '../lists/tallies.ts'
import type { PageOf } from '../web/paging.ts'
import { mostCounted, type Notice, type UnreadNotices } from './schema.ts'

const keepDays = 90
const mostForgotten = 10_000

/** Columns of notices called `n`, with their subjects. */
export const noticeColumns = (db: Reader, isRead: Fragment) => db`
  n.notice_id, n.kind, n.page_id, p.name as page_name, n.audience_id,
  coalesce(a.custom_name, a.computed_name) as audience_name, a.person_id, a.account_id, n.action_id,
  (select action ->> 'buttonTitle' from jsonb_array_elements(p.actions) as action
    where action ->> 'actionId' = n.action_id limit 1) as action_title,
  n.submission_id, ${isRead} as is_read, n.created_at`

export const noticeTables = (db: Reader, tenantId: string) => db`
  notices n
    join audiences a on a.tenant_id = ${tenantId} and a.audience_id = n.audience_id
    join pages p on p.tenant_id = ${tenantId} and p.page_id = n.page_id`

export async function listNotices(
  db: Reader,
  tenantId: string,
  keyId: string,
  { limit, after }: PageOf<[string]>,
): Promise<Notice[]> {
  return await db<Notice[]>`
    select ${noticeColumns(db, db`n.notice_id <= ${readUpTo(db, tenantId, keyId)}`)}
    from ${noticeTables(db, tenantId)}
    where n.tenant_id = ${tenantId} and n.in_console ${after ? db`and n.notice_id < ${after[0]}` : db``}
    order by n.notice_id desc limit ${limit + 1}`
}

const readUpTo = (db: Reader, tenantId: string, keyId: string) => db`
  coalesce((select read_up_to from notice_reads where tenant_id = ${tenantId} and key_id = ${keyId}), '')`

export async function countUnread(db: Reader, tenantId: string, keyId: string): Promise<UnreadNotices> {
  const [row] = await db<UnreadNotices[]>`
    select count(*)::int as count, max(notice_id) as newest_notice_id from (
      select notice_id from notices
      where tenant_id = ${tenantId} and in_console and notice_id > ${readUpTo(db, tenantId, keyId)}
      order by notice_id desc limit ${mostCounted}) as unread`
  return row as UnreadNotices
}

/** Marks notices as read for one key. Read notices stay read. */
export async function markRead(tx: Tx, tenantId: string, keyId: string, upTo: string): Promise<void> {
  await tx`
    insert into notice_reads (tenant_id, key_id, read_up_to) values (${tenantId}, ${keyId}, ${upTo})
    on conflict (tenant_id, key_id) do update set read_up_to = greatest(notice_reads.read_up_to, excluded.read_up_to)`
}

/** Old notices are deleted; the history of accounts and persons is their activity. */
export async function forgetOldNotices(db: Database, tenants?: Included): Promise<void> {
  const before = firstIdAt('notice', databaseNow() - keepDays * 86_400_000)
  const isOld = (db: Reader) =>
    db`created_at < now() - ${keepDays + 1} * interval '1 day' and notice_id < ${before}`
  const due = await db.read<{ tenantId: string }[]>`
    -- every tenant: upkeep
    select distinct tenant_id from notices where ${isIncluded(db.read, tenants)} and ${isOld(db.read)}`
  for (const { tenantId } of due)
    await db.inTransaction(
      (tx) => tx`
        with changed as (
          delete from notices where tenant_id = ${tenantId} and ctid in (
            select ctid from notices where tenant_id = ${tenantId} and ${isOld(tx)}
            limit ${mostForgotten} for update skip locked)
          returning tenant_id, in_console
        )
        ${countChanged(tx, tx`select tenant_id, 'notices', -1 from changed where in_console`)}`,
    )
}
