import type { App, Ground } from '../ground.ts'
import { Pager } from '../http/paging.ts'
import { invalid } from '../http/problem.ts'
import { Params } from '../http/schema.ts'
import { getPage } from '../pages/queries.ts'
import { readTally } from '../tallies.ts'
import { toTimestamp } from '../time.ts'
import { type Figures, type Grain, grains, noFigures } from '../visits/figures.ts'
import { isAudienceOf, sumByAudience, sumByTime, sumPage } from './queries.ts'
import { cutRange, down, type Range, readRange } from './range.ts'
import {
  AudienceFiguresPage,
  AudienceFiguresQuery,
  PageAnalyticsSummary,
  RangeQuery,
  Timeseries,
  TimeseriesQuery,
} from './schema.ts'
import { summarise } from './summary.ts'

const params = Params({ page_id: 'page' })
const tags = ['Analytics']
const mostPoints = 1_000
const usualPoints: Record<Grain, number> = { hour: 48, day: 30 }

export function analyticsRoutes(app: App, { db, sign }: Ground) {
  app.get(
    '/v0/pages/:page_id/analytics/summary',
    {
      schema: {
        operationId: 'getPageAnalyticsSummary',
        summary: 'Get page analytics summary',
        tags,
        params,
        querystring: RangeQuery,
        response: { 200: PageAnalyticsSummary },
      },
      config: { scope: 'read' },
    },
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
    {
      schema: {
        operationId: 'getPageAnalyticsTimeseries',
        summary: 'Get page analytics by hour or day',
        description: `The last ${usualPoints.hour} hours or ${usualPoints.day} days unless dates are given; at most ${mostPoints} points. The first and last hold what of them is between the dates.`,
        tags,
        params,
        querystring: TimeseriesQuery,
        response: { 200: Timeseries },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const { interval = 'day', audienceId } = query
      const range = readPoints(query, interval)
      const parts = cutRange(range, audienceId === undefined ? interval : 'hour')
      const [rows] = await Promise.all([
        sumByTime(db.read, { tenantId, pageId }, audienceId, interval, parts),
        getPage(db.read, tenantId, pageId),
      ])
      if (audienceId !== undefined && !(await isAudienceOf(db.read, { tenantId, pageId }, audienceId)))
        throw invalid('/audienceId', 'names no audience of this page')
      return { interval, items: fillIn(rows, range, interval) }
    },
  )

  app.get(
    '/v0/pages/:page_id/analytics/audiences',
    {
      schema: {
        operationId: 'listAudienceAnalytics',
        summary: 'List page analytics by audience',
        description: 'Newest audience first, archived ones and those without sessions included.',
        tags,
        params,
        querystring: AudienceFiguresQuery,
        response: { 200: AudienceFiguresPage },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, params: { page_id: pageId }, query }) => {
      const { startDate, endDate } = query
      const parts = cutRange(readRange(query), 'hour')
      const filters = { pageId, startDate, endDate }
      const pager = new Pager<[string]>(sign, query, 'listAudienceAnalytics', tenantId, filters)
      const [rows, total] = await Promise.all([
        sumByAudience(db.read, { tenantId, pageId }, parts, pager.request),
        readTally(db.read, tenantId, `page:${pageId}:audiences`, `page:${pageId}:archived_audiences`),
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
}

function readPoints(query: { startDate?: string; endDate?: string }, interval: Grain): Range {
  const unit = grains[interval]
  const now = Date.now()
  const end = query.endDate === undefined ? now : readRange({ endDate: query.endDate }).to
  const from = down(end, unit) - (usualPoints[interval] - 1) * unit
  const range = readRange(query, { from, to: now })
  if (range.to - down(range.from, unit) > mostPoints * unit)
    throw invalid('/startDate', `must be at most ${mostPoints} ${interval}s before endDate`)
  return range
}

function fillIn(rows: (Figures & { startsAtMs: number })[], { from, to }: Range, interval: Grain) {
  const unit = grains[interval]
  const known = new Map(rows.map(({ startsAtMs, ...figures }) => [startsAtMs, figures]))
  const first = down(from, unit)
  return Array.from({ length: Math.ceil((to - first) / unit) }, (_, index) => {
    const at = first + index * unit
    return { startsAt: toTimestamp(at), ...summarise(known.get(at) ?? noFigures) }
  })
}
