import { invalid } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { getPage } from '../pages/queries.ts'
import { Params } from '../web/schema.ts'
import { countClicks, countForms, countValues, sumSessions, sumSessionsBetween } from './breakdown.ts'
import { Breakdown, BreakdownQuery } from './breakdownSchema.ts'
import { dimensions } from './dimensions.ts'
import { findGoal } from './goals.ts'
import { daysOf, fillIn, momentsOf, readPoints } from './points.ts'
import { sumPage } from './queries.ts'
import { cutRange } from './range.ts'
import { summarise } from './summary.ts'

export function breakdownRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/pages/:page_id/analytics/breakdown',
    {
      schema: {
        operationId: 'getPageAnalyticsBreakdown',
        summary: 'Get page analytics by source, device, country, action and more',
        description:
          'Filters combine: sessions must match every kind that is given, and one of the values within a kind. The last 30 days unless dates are given.',
        params: Params({ page_id: 'page' }),
        querystring: BreakdownQuery,
        response: { 200: Breakdown },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const { startDate: _, endDate: _end, interval = 'day', timeZone, goalId, ...filters } = query
      const range = readPoints(query, interval)
      const moments =
        interval === 'day' && timeZone !== undefined ? daysOf(range, timeZone) : momentsOf(range, interval)
      const goal = goalId === undefined ? undefined : await findGoal(db.read, tenantId, pageId, goalId)
      if (goalId !== undefined && !goal) throw invalid('/goalId', 'does not match a goal of this page')
      const where = { tenantId, pageId, range }
      const [all, values, totals, points, actions, links, forms] = await Promise.all([
        sumPage(db.read, where, cutRange(range)),
        countValues(db.read, where, filters, goal?.steps),
        sumSessions(db.read, where, filters, goal?.steps),
        sumSessionsBetween(db.read, where, filters, moments),
        countClicks(db.read, where, filters, 'action'),
        countClicks(db.read, where, filters, 'link'),
        countForms(db.read, where),
        getPage(db.read, tenantId, pageId),
      ])
      const clicked = (rows: { value: string; clicks: number; sessions?: number }[]) =>
        rows.map(({ value, clicks, sessions = null }) => ({ value, times: clicks, sessions }))
      return {
        totalSessions: all.sessions,
        sessions: totals.figures.sessions,
        visitedAudiences: totals.audiences,
        summary: summarise(totals.figures),
        points: fillIn(moments, points),
        funnel: totals.funnel,
        dimensions: Object.fromEntries(
          dimensions.map((dimension) => [
            dimension,
            values
              .filter((row) => row.dimension === dimension)
              .map(({ value, sessions, goals }) => ({ value, sessions, goals })),
          ]),
        ),
        actions: clicked(actions),
        links: clicked(links),
        forms: clicked(forms),
      }
    },
  )
}
