import type { Client } from '../../server/test/client.ts'
import type { World } from '../../server/test/world.ts'

/** Creates a draft page. */
export async function onePage(client: Client): Promise<string> {
  const made = await client.post('/v0/pages', { name: 'Spring outreach', pageType: 'outbound' })
  return made.body.pageId
}

/** Creates public audiences with custom names. */
export async function someAudiences(client: Client, pageId: string, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const customName of names)
    ids.push(
      (await client.post(`/v0/pages/${pageId}/audiences`, { customName, publish: true })).body.audienceId,
    )
  return ids
}

/** Inserts sessions of sixty days; hours and days have the same sums. */
export async function pastVisits({ db }: World, { tenantId }: Client, pageId: string, audienceIds: string[]) {
  const day = 86_400_000
  const today = Math.floor(Date.now() / day) * day
  const rows = Array.from({ length: 60 }, (_, back) => {
    const startsAtMs = today - (back + 1) * day
    return audienceIds.flatMap((audienceId, place) => {
      const wave = 1 + Math.sin(back / 3 + place) * 0.5
      const sessions = Math.max(0, Math.round(((60 - back) / 12) * wave * (place === 0 ? 3 : 1)))
      const figures = {
        ...{
          sessions,
          bounces: Math.round(sessions * 0.3),
          interactions: sessions * 2,
          scroll: sessions * 64,
        },
        ...{ visibleMs: sessions * 41_000, conversions: Math.round(sessions * 0.2) },
        formSessions: Math.round(sessions * 0.1),
      }
      return [
        { tenantId, pageId, audienceId, grain: 'hour', startsAtMs, ...figures },
        { tenantId, pageId, audienceId: '', grain: 'hour', startsAtMs, ...figures },
        { tenantId, pageId, audienceId: '', grain: 'day', startsAtMs, ...figures },
      ]
    })
  }).flat()
  await db.inTransaction(async (tx) => {
    await Promise.all(
      rows.map(
        (row) => tx`
        insert into visit_figures ${tx.values(row)}
        on conflict (tenant_id, page_id, audience_id, grain, starts_at_ms) do update set
          sessions = visit_figures.sessions + excluded.sessions, bounces = visit_figures.bounces + excluded.bounces,
          interactions = visit_figures.interactions + excluded.interactions, scroll = visit_figures.scroll + excluded.scroll,
          visible_ms = visit_figures.visible_ms + excluded.visible_ms, conversions = visit_figures.conversions + excluded.conversions,
          form_sessions = visit_figures.form_sessions + excluded.form_sessions`,
      ),
    )
  })
}
