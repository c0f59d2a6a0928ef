import { databaseNow } from '../database/clock.ts'
import type { Database, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { emitAll } from '../webhooks/events.ts'
import { toVisit, type VisitRow, visitColumns } from './listQueries.ts'
import { sessionBreakMs } from './plan.ts'

/** Reports may be this late: a session that has timed out may still be continued. */
const graceMs = 60_000
const mostAtOnce = 1_000
const mostRounds = 100

/**
 * Writes `visit.ended` for sessions without activity for 30 minutes. Only sessions of tenants that subscribe to the
 * event wait for it. A later report changes the figures of the visit, not the event.
 */
export async function endVisits(db: Database, now = databaseNow(), tenants?: Included): Promise<void> {
  const before = now - sessionBreakMs - graceMs
  const due = await db.read<{ tenantId: string }[]>`
    -- every tenant: upkeep
    select distinct tenant_id from visit_sessions
    where ${isIncluded(db.read, tenants)} and awaits_end and started_at_ms < ${before}
      and last_seen_at_ms < ${before}`
  for (const { tenantId } of due)
    for (let round = 0; round < mostRounds; round++) {
      const ended = await db.inTransaction((tx) => endSome(tx, tenantId, before, now))
      if (ended < mostAtOnce) break
    }
}

async function endSome(tx: Tx, tenantId: string, before: number, now: number): Promise<number> {
  const rows = await tx<VisitRow[]>`
    with due as (
      select tenant_id, audience_id, started_at_ms, session_id from visit_sessions
      where tenant_id = ${tenantId} and awaits_end and started_at_ms < ${before} and last_seen_at_ms < ${before}
      order by started_at_ms limit ${mostAtOnce} for update skip locked
    ), s as (
      update visit_sessions v set awaits_end = false from due
      where v.tenant_id = ${tenantId} and v.audience_id = due.audience_id
        and v.started_at_ms = due.started_at_ms and v.session_id = due.session_id
      returning v.*
    )
    select ${visitColumns(tx)} from s
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id
      join pages p on p.tenant_id = ${tenantId} and p.page_id = s.page_id`
  emitAll(
    tx,
    tenantId,
    'visit.ended',
    rows.map((row) => toVisit(row, now)),
  )
  return rows.length
}
