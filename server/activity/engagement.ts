import type { Fragment, Reader } from '../database/database.ts'

/** What people did with the pages made for them, over the last days. */
export const engagementDays = 7
export const engagementSorts = ['visits', 'returns', 'forms'] as const
export type EngagementSort = (typeof engagementSorts)[number]
export const sortDescription = `With \`-\` before it, descending. \`visits\`, \`returns\` and \`forms\` are of the last ${engagementDays} days.`
type Owner = 'account' | 'person'

/** The sessions of the last days with whom they are of; the index of ages keeps to the newest part of the table. */
function recentSessions(db: Reader, tenantId: string, now: number, owner: Owner): Fragment {
  return db`
    select ${db.identifier(`a.${owner}_id`)} as owner_id, s.audience_id, s.started_at_ms, s.action_clicks, s.form_submits
    from visit_sessions s join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id
    where s.tenant_id = ${tenantId} and s.verdict = 'human'
      and s.started_at_ms >= ${now - engagementDays * 86_400_000} and ${db.identifier(`a.${owner}_id`)} is not null`
}

/** A return is a visit to the same page on another day. */
const returnsOf = (db: Reader) =>
  db`(count(distinct (audience_id, started_at_ms / 86400000)) - count(distinct audience_id))`

/** Who has visits, returns or forms in the last days, and how many: for a list that is sorted by them. */
export function engagementScores(
  db: Reader,
  tenantId: string,
  { now, owner, sort }: { now: number; owner: Owner; sort: EngagementSort },
): Fragment {
  const score = {
    visits: db`count(*)`,
    returns: returnsOf(db),
    forms: db`count(*) filter (where form_submits > 0)`,
  }[sort]
  return db`
    select owner_id as scored_id, ${score}::bigint as score
    from (${recentSessions(db, tenantId, now, owner)}) as recent group by owner_id having ${score} > 0`
}

export type Engagement = {
  ownerId: string
  visits: number
  visitedAudiences: number
  returns: number
  forms: number
  actionClicks: number
}

/** The same for accounts or persons that are named. */
export async function readEngagement(
  db: Reader,
  tenantId: string,
  { now, owner, ids }: { now: number; owner: Owner; ids: string[] },
): Promise<Engagement[]> {
  return await db<Engagement[]>`
    select owner_id, count(*) as visits, count(distinct audience_id) as visited_audiences,
      ${returnsOf(db)}::bigint as returns, count(*) filter (where form_submits > 0) as forms,
      coalesce(sum(action_clicks), 0)::bigint as action_clicks
    from (
      select ${db.identifier(`a.${owner}_id`)} as owner_id, s.audience_id, s.started_at_ms, s.action_clicks, s.form_submits
      from audiences a join visit_sessions s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
      where a.tenant_id = ${tenantId} and ${db.identifier(`a.${owner}_id`)} = any(${ids}) and s.verdict = 'human'
        and s.started_at_ms >= ${now - engagementDays * 86_400_000}
    ) as recent
    group by owner_id`
}
