import { invalid } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import { toTimestamp } from '../time.ts'
import { operation } from '../web/operation.ts'
import {
  countOwnPages,
  listFinished,
  listRecentSessions,
  listUpcoming,
  listWaiting,
  readFirstSteps,
  sumByDay,
  sumOwnPages,
} from './queries.ts'
import { Home, type HomeFigures, HomeQuery } from './schema.ts'
import { byDay, countCompanies, dayMs, findHotAccounts, hourMs } from './summary.ts'

const usualDays = 7
const mostDays = 14

export function homeRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/home',
    operation('getHome', 'Get an overview', {
      scope: 'read',
      description:
        'What happened since a moment, compared with as long a time before; what waits for a decision; what goes out next; and the accounts that did most in the last seven days. Pages of the sample data are left out, and figures cover whole hours.',
      querystring: HomeQuery,
      response: { 200: Home },
    }),
    async ({ tenantId, query }) => await readHome(db.read, tenantId, readSince(query.since)),
  )
}

function readSince(since: string | undefined): number {
  const now = databaseNow()
  if (since === undefined) return now - usualDays * dayMs
  const moment = Date.parse(since.toUpperCase())
  if (Number.isNaN(moment)) throw invalid('/since', 'must be a valid date and time with a time zone')
  return Math.min(Math.max(moment, now - mostDays * dayMs), now)
}

async function readHome(db: Reader, tenantId: string, since: number): Promise<Home> {
  const now = databaseNow()
  const sinceHour = Math.floor(since / hourMs) * hourMs
  const to = (Math.floor(now / hourMs) + 1) * hourMs
  const beforeHour = sinceHour - (to - sinceHour)
  const week = (Math.floor(now / dayMs) - 6) * dayMs
  const [pages, firstSteps, sessions, sums, sumsBefore, days, waiting, upcoming, finished] =
    await Promise.all([
      countOwnPages(db, tenantId),
      readFirstSteps(db, tenantId),
      listRecentSessions(db, tenantId, Math.min(beforeHour, now - 7 * dayMs)),
      sumOwnPages(db, tenantId, sinceHour, to),
      sumOwnPages(db, tenantId, beforeHour, sinceHour),
      sumByDay(db, tenantId, week),
      listWaiting(db, tenantId),
      listUpcoming(db, tenantId),
      listFinished(db, tenantId, since),
    ])
  const figures = (of: typeof sums, from: number, end: number): HomeFigures => ({
    visits: of.sessions,
    companies: countCompanies(sessions, from, end),
    readShare: of.sessions > 0 ? Math.min(1, of.scroll / of.sessions / 100) : null,
    responses: of.conversions,
  })
  return {
    since: toTimestamp(since),
    ownPages: pages.own,
    livePages: pages.live,
    firstSteps,
    figures: figures(sums, sinceHour, to),
    before: figures(sumsBefore, beforeHour, sinceHour),
    days: byDay(
      now,
      days.map(({ startsAtMs, sessions: count }) => ({ atMs: startsAtMs, count })),
    ),
    hotAccounts: findHotAccounts(sessions, now),
    waiting,
    upcoming,
    finished,
  }
}
