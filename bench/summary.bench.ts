import { createAudience } from '../server/audiences/verbs.ts'
import type { AppContext } from '../server/context.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { createPage } from '../server/pages/verbs.ts'
import { openClient } from './client.ts'
import { type Bench, type Comparison, compare } from './measure.ts'
import { openService, openTenant, withPostgres } from './service.ts'

const [few, many] = [50_000, 5_000_000]
const dayMs = 86_400_000
const days = 365

/** Reading a page's figures over HTTP, with a hundred times as many sessions. */
export const bench: Bench = {
  title: `The analytics summary of a page, over ${days} days`,
  baseline: `${few.toLocaleString('en')} sessions`,
  subject: `${many.toLocaleString('en')} sessions`,
  run(folder) {
    // Only reads are measured, so the data is written without durability.
    const options = ['fsync=off', 'full_page_writes=off', 'max_wal_size=8GB']
    return withPostgres(folder, options, async (databaseUrl) => {
      const owner = openDatabase({ url: databaseUrl, statementTimeoutMs: 0 })
      const service = await openService(databaseUrl, folder, { RATE_LIMIT_PER_MINUTE: '0' })
      const { tenantId, key } = await openTenant(owner)
      const now = Date.now()
      const pages: Pages = [
        await makePage(service.context, owner, tenantId, few, now),
        await makePage(service.context, owner, tenantId, many, now),
      ]
      await owner.read`vacuum analyze`
      const rows = await measure(service.url, key, pages, now)
      await service.close()
      await owner.close()
      return rows
    })
  },
}

type Pages = [few: string, many: string]

async function measure(url: string, key: string, [first, second]: Pages, now: number): Promise<Comparison[]> {
  const client = openClient(url, key)
  const get = (pageId: string, what: string) => () => client('GET', `/v0/pages/${pageId}/analytics/${what}`)
  const at = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString()
  const rows: Comparison[] = []
  for (const [name, what, limit] of [
    ['of all time', 'summary', 1.5],
    ['the last 30 days, to the millisecond', `summary?startDate=${at(30)}&endDate=${at(0)}`, 1.5],
    ['from any moment to any moment', `summary?startDate=${at(201.37)}&endDate=${at(3.61)}`, 1.5],
    ['by day, the last 30 days', 'timeseries?interval=day', undefined],
    ['by audience', 'audiences', undefined],
  ] as const)
    rows.push(await compare(name, get(first, what), get(second, what), { limit, rounds: 300, warmUp: 30 }))
  return rows
}

/** Creates a page with sessions throughout a year and their figures. */
async function makePage(
  context: AppContext,
  owner: Database,
  tenantId: string,
  sessions: number,
  now: number,
): Promise<string> {
  return await owner.inTransaction(async (tx) => {
    const { pageId } = await createPage(context, tx, tenantId, { name: 'Bench', pageType: 'custom' })
    const { audienceId } = await createAudience(tx, tenantId, pageId, {})
    await tx`
      insert into visit_sessions (tenant_id, page_id, audience_id, session_id, started_at_ms, last_seen_at_ms, verdict,
        number, views, visible_ms, scroll, interactions, action_clicks, form_submits)
      select ${tenantId}, ${pageId}, ${audienceId}, gen_random_uuid(), at, at + 60000, 'human', 1, 1 + n % 3,
        (n % 90) * 1000, n % 101, n % 4, (n % 9 = 0)::int, (n % 31 = 0)::int
      from generate_series(1, ${sessions}::int) as n,
        lateral (select ${now}::bigint - (n * ${days * dayMs}::float8 / ${sessions}::int)::bigint as at)`
    for (const [grain, ms, audiences] of [
      ['hour', 3_600_000, ['', audienceId]],
      ['day', dayMs, ['']],
    ] as const)
      for (const audience of audiences)
        await tx`
          insert into visit_figures
          select tenant_id, page_id, ${audience}, ${grain}, started_at_ms - started_at_ms % ${ms}, count(*),
            count(*) filter (where visible_ms < 10000 and interactions = 0 and views = 1), sum(interactions), sum(scroll),
            sum(visible_ms), count(*) filter (where action_clicks > 0 or form_submits > 0),
            count(*) filter (where form_submits > 0)
          from visit_sessions where tenant_id = ${tenantId} and page_id = ${pageId} group by 1, 2, 5`
    return pageId
  })
}
