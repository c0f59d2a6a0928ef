import { invalid } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { getPage } from '../pages/queries.ts'
import { operation } from '../web/operation.ts'
import { countClicks, countForms, countSessions, sampleSize } from './breakdown.ts'
import { Breakdown, BreakdownQuery } from './breakdownSchema.ts'
import { dimensions } from './dimensions.ts'
import { findGoal } from './goals.ts'
import { addUp, daysOf, fillIn, momentsOf, readPoints } from './points.ts'
import { sumPage } from './queries.ts'
import { cutRange } from './range.ts'
import { summarise } from './summary.ts'

const longestMs = 60_000

export function breakdownRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/pages/:page_id/analytics/breakdown',
    operation('getPageAnalyticsBreakdown', 'Get page analytics by source, device, country, action and more', {
      scope: 'read',
      description:
        'Filters combine: sessions must match every kind that is given, and one of the values within a kind. The last 30 days unless dates are given.',
      querystring: BreakdownQuery,
      response: { 200: Breakdown },
    }),
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const { startDate: _, endDate: _end, interval = 'day', timeZone, goalId, ...filters } = query
      const range = readPoints(query, interval)
      const moments =
        interval === 'day' && timeZone !== undefined ? daysOf(range, timeZone) : momentsOf(range, interval)
      const goal = goalId === undefined ? undefined : await findGoal(db.read, tenantId, pageId, goalId)
      if (goalId !== undefined && !goal) throw invalid('/goalId', 'does not match a goal of this page')
      // Statements run one after the other on a separate connection: over a million sessions they take seconds.
      const found = await db.inTransaction(async (tx) => {
        tx.setStatementTimeout(longestMs)
        await getPage(tx, tenantId, pageId)
        const { sessions: total } = await sumPage(tx, { tenantId, pageId }, cutRange(range))
        const where = { tenantId, pageId, range, total }
        return {
          total,
          sampledSessions: sampleSize(where),
          counted: await countSessions(tx, where, { filters, steps: goal?.steps, moments }),
          actions: await countClicks(tx, where, filters, 'action'),
          links: await countClicks(tx, where, filters, 'link'),
          forms: await countForms(tx, where),
        }
      })
      const { values, points } = found.counted
      const total = addUp(points)
      const steps = goal?.steps.length ?? 2
      const clicked = (rows: { value: string; clicks: number; sessions?: number }[]) =>
        rows.map(({ value, clicks, sessions = null }) => ({ value, times: clicks, sessions }))
      return {
        totalSessions: found.total,
        sampledSessions: found.sampledSessions,
        sessions: total.sessions,
        summary: summarise(total),
        points: fillIn(moments, new Map(points.map((point) => [moments[point.place - 1] as number, point]))),
        funnel: Array.from({ length: steps }, (_, step) =>
          points.reduce((sum, { funnel }) => sum + (funnel[step] ?? 0), 0),
        ),
        dimensions: Object.fromEntries(
          dimensions.map((dimension) => [
            dimension,
            values
              .filter((row) => row.dimension === dimension)
              .map(({ value, sessions, goals }) => ({ value, sessions, goals })),
          ]),
        ),
        actions: clicked(found.actions),
        links: clicked(found.links),
        forms: clicked(found.forms),
      }
    },
  )
}
