import { invalid } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { getPage } from '../pages/queries.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { addUp, daysOf, fillIn, momentsOf, mostPoints, readPoints, usualPoints } from './points.ts'
import { countAudiences, sumBetween, sumByAudience, sumByTime, sumPage, sumPagesByDay } from './queries.ts'
import { cutRange, readRange } from './range.ts'
import {
  AudienceFiguresPage,
  AudienceFiguresQuery,
  PageAnalyticsSummary,
  PageFiguresList,
  PageFiguresQuery,
  RangeQuery,
  Timeseries,
  TimeseriesQuery,
} from './schema.ts'
import { summarise } from './summary.ts'

/** The longest range of `/v0/analytics/pages`. */
const mostDays = 100

export function analyticsRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/pages/:page_id/analytics/summary',
    operation('getPageAnalyticsSummary', 'Get page analytics summary', {
      scope: 'read',
      isContract: true,
      querystring: RangeQuery,
      response: { 200: PageAnalyticsSummary },
    }),
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const parts = cutRange(readRange(query))
      const [figures] = await Promise.all([
        sumPage(db.read, { tenantId, pageId }, parts),
        getPage(db.read, tenantId, pageId),
      ])
      return summarise(figures)
    },
  )

  app.get(
    '/v0/pages/:page_id/analytics/timeseries',
    operation('getPageAnalyticsTimeseries', 'Get page analytics by hour or day', {
      scope: 'read',
      description: `The last ${usualPoints.hour} hours or ${usualPoints.day} days unless dates are given; at most ${mostPoints} points. The first and last points cover only the part within the dates.`,
      querystring: TimeseriesQuery,
      response: { 200: Timeseries },
    }),
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const { interval = 'day', audienceId, timeZone } = query
      const place = { tenantId, pageId }
      const range = readPoints(query, interval)
      const isOfZone = interval === 'day' && timeZone !== undefined
      const moments = isOfZone ? daysOf(range, timeZone) : momentsOf(range, interval)
      const parts = cutRange(range, isOfZone || audienceId !== undefined ? 'hour' : interval)
      const [known] = await Promise.all([
        isOfZone
          ? sumBetween(db.read, place, audienceId, moments, parts)
          : sumByTime(db.read, place, audienceId, interval, parts),
        getPage(db.read, tenantId, pageId),
      ])
      if (audienceId !== undefined && !(await countAudiences(db.read, place, [audienceId])))
        throw invalid('/audienceId', 'does not match an audience of this page')
      return { interval, items: fillIn(moments, known) }
    },
  )

  app.get(
    '/v0/pages/:page_id/analytics/audiences',
    operation('listAudienceAnalytics', 'List page analytics by audience', {
      scope: 'read',
      description: 'Newest audience first, archived ones and those without sessions included.',
      querystring: AudienceFiguresQuery,
      response: { 200: AudienceFiguresPage },
    }),
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const { startDate, endDate, audienceId: named } = query
      const parts = cutRange(readRange(query), 'hour')
      const filters = { pageId, startDate, endDate, named }
      const pager = new Pager<[string]>(sign, query, 'listAudienceAnalytics', tenantId, filters)
      const [rows, total] = await Promise.all([
        sumByAudience(db.read, { tenantId, pageId }, named, parts, pager.request),
        named
          ? countAudiences(db.read, { tenantId, pageId }, named)
          : readTally(db.read, tenantId, `page:${pageId}:audiences`, `page:${pageId}:archived_audiences`),
        getPage(db.read, tenantId, pageId),
      ])
      const items = rows.map(({ audienceId, effectiveName, ...figures }) => ({
        audienceId,
        effectiveName,
        ...summarise(figures),
      }))
      return pager.page(items, total, ({ audienceId }) => [audienceId])
    },
  )

  app.get(
    '/v0/analytics/pages',
    operation('listPageAnalytics', 'List analytics of several pages', {
      scope: 'read',
      description: `The last ${usualPoints.day} days unless dates are given; at most ${mostDays}. Unknown pages are skipped.`,
      querystring: PageFiguresQuery,
      response: { 200: PageFiguresList },
    }),
    async ({ tenantId, query }) => {
      const range = readPoints(query, 'day', mostDays)
      const moments = momentsOf(range, 'day')
      const rows = await sumPagesByDay(db.read, tenantId, query.pageId, cutRange(range))
      const byPage = Map.groupBy(rows, ({ pageId }) => pageId)
      const items = [...new Set(query.pageId)].flatMap((pageId) => {
        const days = byPage.get(pageId)?.filter(({ startsAtMs }) => startsAtMs !== null)
        if (!days) return []
        const known = new Map(days.map((day) => [day.startsAtMs as number, day]))
        const points = fillIn(moments, known).map(({ startsAt, totalSessions }) => ({
          startsAt,
          totalSessions,
        }))
        return [{ pageId, ...summarise(addUp(days)), points }]
      })
      return { items }
    },
  )
}
