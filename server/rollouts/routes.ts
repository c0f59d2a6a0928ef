import { findBatches } from '../batches/queries.ts'
import type { App, AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { fold } from '../lists/search.ts'
import { findReleases } from '../releases/queries.ts'
import { findSchedules } from '../schedules/queries.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { countRollouts, keyOf, listRollouts, type RolloutKey, type RolloutRow } from './queries.ts'
import { type Rollout, type RolloutKind, RolloutPage, RolloutQuery } from './schema.ts'

export function rolloutRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/rollouts',
    operation('listRollouts', 'List releases, schedules and batches', {
      scope: 'read',
      description:
        'First those under way, then the scheduled ones, soonest first, then the finished ones, latest first. Dry runs are excluded.',
      querystring: RolloutQuery,
      response: { 200: RolloutPage },
    }),
    async ({ tenantId, query: { limit, cursor, ...filters } }) => {
      const asked = { ...filters, query: fold(filters.query ?? '') }
      const request = { ...(limit && { limit }), ...(cursor && { cursor }) }
      const pager = new Pager<RolloutKey>(sign, request, 'listRollouts', tenantId, asked)
      return await db.inSnapshot(async (read) => {
        const [rows, counts] = await Promise.all([
          listRollouts(read, tenantId, filters, pager.request),
          countRollouts(read, tenantId, filters),
        ])
        const { underWay, scheduled, finished } = counts
        const total = filters.stage ? counts[filters.stage] : underWay + scheduled + finished
        const page = pager.page(rows, total, keyOf)
        return { ...page, items: await complete(read, tenantId, page.items), counts }
      })
    },
  )
}

/** Adds the release, schedule or batch that each row is about. */
async function complete(db: Reader, tenantId: string, rows: RolloutRow[]): Promise<Rollout[]> {
  const idsOf = (kind: RolloutKind) =>
    rows.filter((row) => row.kind === kind).map(({ rolloutId }) => rolloutId)
  const [releases, schedules, batches] = await Promise.all([
    findReleases(db, tenantId, idsOf('release')),
    findSchedules(db, tenantId, idsOf('schedule')),
    findBatches(db, tenantId, idsOf('batch')),
  ])
  const releaseOf = new Map(releases.map((one) => [one.releaseId, one]))
  const scheduleOf = new Map(schedules.map((one) => [one.scheduleId, one]))
  const batchOf = new Map(batches.map((one) => [one.batchId, one]))
  return rows.map(({ atUs: _, at, ...row }) => ({
    ...row,
    at: at as unknown as string,
    release: releaseOf.get(row.rolloutId) ?? null,
    schedule: scheduleOf.get(row.rolloutId) ?? null,
    batch: batchOf.get(row.rolloutId) ?? null,
  }))
}
