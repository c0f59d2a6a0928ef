import type { Reader, Tx } from '../database/database.ts'
import { ofTenant } from '../database/distribution.ts'
import { columns, lockByKey, rowsOf } from '../database/givenRows.ts'
import type { Stay, VisitSession } from './sessions.ts'

/** The person and account of a visited audience. */
export type HeldAudience = {
  tenantId: string
  audienceId: string
  personId: string | null
  accountId: string | null
}
export type OwnerKey = { tenantId: string; audienceId: string; verdict: string; visitor: string }
export type StayKey = { tenantId: string; audienceId: string; verdict: string; stayId: string }

/** The salts of two days. The first call of a day creates that day's. */
export async function findSalts(
  tx: Tx,
  today: string,
  yesterday: string,
  fresh: Buffer,
): Promise<Map<string, string>> {
  await tx`insert into visit_salts (day, salt) values (${today}::date, ${fresh}) on conflict (day) do nothing`
  const rows = await tx<{ day: string; salt: Buffer }[]>`
    select day::text as day, salt from visit_salts where day in (${today}::date, ${yesterday}::date)`
  return new Map(rows.map(({ day, salt }) => [day, salt.toString('base64')]))
}

const place = columns({ tenantId: 'text', audienceId: 'text' })

/** Locks audiences against erasure until the transaction ends. Erased ones are not returned. */
export async function holdAudiences(
  tx: Tx,
  places: { tenantId: string; audienceId: string }[],
): Promise<HeldAudience[]> {
  const selected = tx`tenant_id, audience_id, person_id, account_id`
  return await tx<
    HeldAudience[]
  >`${lockByKey(tx, { table: 'audiences', id: 'audienceId', selected }, place, places)}`
}

const owner = columns(
  { tenantId: 'text', audienceId: 'text', verdict: 'text', visitor: 'uuid' },
  { nth: true },
)
const stay = columns({ tenantId: 'text', audienceId: 'text', verdict: 'text', stayId: 'uuid' })

/** Whether rows are locked until the transaction ends. */
export type Hold = { hold: boolean }

/** More sessions than a visitor can have before its hash is deleted, 30 minutes apart. */
const mostSessions = 200

const spanAndCounts = (db: Reader) => db`
  replace(s.stay_id::text, '-', '') as stay_id, s.started_at_ms, s.last_seen_at_ms, s.views, s.visible_ms, s.scroll,
  s.interactions, s.action_clicks, s.link_clicks, s.form_submits, s.revision`

/**
 * All sessions of visitors whose hash is still stored. The order matches exactly one index: all indexes start with the
 * tenant, and without statistics the planner could choose any of them.
 */
export async function findSessions(tx: Tx, owners: OwnerKey[], { hold }: Hold): Promise<VisitSession[]> {
  const rows = await tx<(Omit<VisitSession, keyof OwnerKey> & { nth: number })[]>`
    -- every tenant: a group of reports, each row bound to its own tenant
    select given.nth, s.page_id, s.session_id, s.number, s.clicked_actions, s.clicked_links, ${spanAndCounts(tx)}
    from ${rowsOf(owner, owners)}
      cross join lateral (
        select * from visit_sessions
        where tenant_id = ${ofTenant(tx, owners)} and visitor = given.visitor and audience_id = given.audience_id
          and verdict = given.verdict
        order by number limit ${mostSessions} ${hold ? tx`for update` : tx``}
      ) as s`
  return rows.map(({ nth, ...session }) => {
    const { tenantId, audienceId, verdict, visitor } = owners[nth - 1] as OwnerKey
    return { tenantId, audienceId, verdict, visitor, ...session }
  })
}

/**
 * Stays by id: from their own rows, or (`isOnly`) as the only stay of a session, which may belong to another visitor
 * than the report if the tab was on another network before.
 */
export async function findStays(
  tx: Tx,
  stays: StayKey[],
  { hold }: Hold,
): Promise<(Stay & { isOnly: boolean })[]> {
  const held = hold ? tx`for update` : tx``
  const tenant = ofTenant(tx, stays)
  return await tx<(Stay & { isOnly: boolean })[]>`
    -- every tenant: a group of reports, each row bound to its own tenant
    select true as is_only, s.tenant_id, s.audience_id, s.verdict, s.visitor, ${spanAndCounts(tx)}
    from ${rowsOf(stay, stays)}
      cross join lateral (
        select * from visit_sessions
        where tenant_id = ${tenant} and stay_id = given.stay_id order by number limit 10 ${held}
      ) as s
    where s.audience_id = given.audience_id and s.verdict = given.verdict
    union all
    select false, s.tenant_id, s.audience_id, s.verdict, s.visitor, ${spanAndCounts(tx)}
    from ${rowsOf(stay, stays)}
      cross join lateral (
        select * from visit_stays
        where tenant_id = ${tenant} and stay_id = given.stay_id and audience_id = given.audience_id
          and verdict = given.verdict ${held}
      ) as s`
}

/** An audience of these rows, which is locked by then. */
export function audienceOf(rows: readonly { audienceId: string }[]) {
  const id = rows.find(({ audienceId }) => audienceId !== '')?.audienceId
  return { table: 'audiences', key: 'audience_id', id }
}
