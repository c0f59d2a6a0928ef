import type { Fragment, Reader } from '../database/database.ts'

/** The period of engagement figures: today and the six days before. */
const engagementDays = 7
export const engagementSorts = ['visits', 'returns', 'forms'] as const
export type EngagementSort = (typeof engagementSorts)[number]
export const sortDescription = `With \`-\` before it, descending. \`visits\`, \`returns\` and \`forms\` are of today and the six days before, in UTC.`
type EngagementOwner = 'account' | 'person'
const dayMs = 86_400_000

/** The first of these days, in UTC like the sums of visits. */
const firstDay = (now: number) => now - (now % dayMs) - (engagementDays - 1) * dayMs

/** A score per account or person with visits, returns or forms in the period; for a list sorted by engagement. */
export function engagementScores(
  db: Reader,
  tenantId: string,
  { now, owner, sort }: { now: number; owner: EngagementOwner; sort: EngagementSort },
): Fragment {
  const score = {
    visits: db`sum(sessions)`,
    // A return is a visit to the same page on another day.
    returns: db`count(distinct starts_at_ms / ${dayMs}) - 1`,
    forms: db`sum(form_sessions)`,
  }[sort]
  const ownerId = db.identifier(`a.${owner}_id`)
  return db`
    select ${ownerId} as scored_id, sum(d.score)::bigint as score
    from (
      select audience_id, ${score} as score
      from visit_figures
      where tenant_id = ${tenantId} and grain = 'hour' and audience_id <> '' and starts_at_ms >= ${firstDay(now)}
        and sessions > 0
      group by audience_id
    ) as d join audiences a on a.tenant_id = ${tenantId} and a.audience_id = d.audience_id
    where ${ownerId} is not null group by 1 having sum(d.score) > 0`
}

export type Engagement = {
  ownerId: string
  visits: number
  visitedAudiences: number
  returns: number
  forms: number
  actionClicks: number
}

/** The engagement of the given accounts or persons. */
export async function readEngagement(
  db: Reader,
  tenantId: string,
  { now, owner, ids }: { now: number; owner: EngagementOwner; ids: string[] },
): Promise<Engagement[]> {
  return await db<Engagement[]>`
    select owner_id, count(*) as visits, count(distinct audience_id) as visited_audiences,
      (count(distinct (audience_id, started_at_ms / ${dayMs})) - count(distinct audience_id))::bigint as returns, count(*) filter (where form_submits > 0) as forms,
      coalesce(sum(action_clicks), 0)::bigint as action_clicks
    from (
      select ${db.identifier(`a.${owner}_id`)} as owner_id, s.audience_id, s.started_at_ms, s.action_clicks, s.form_submits
      from audiences a join visit_sessions s on s.tenant_id = ${tenantId} and s.audience_id = a.audience_id
      where a.tenant_id = ${tenantId} and ${db.identifier(`a.${owner}_id`)} = any(${ids}) and s.verdict = 'human'
        and s.started_at_ms >= ${firstDay(now)}
    ) as recent
    group by owner_id`
}
