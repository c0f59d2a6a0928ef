import { toMilliseconds } from '../time.ts'
import type { RecentSession } from './queries.ts'
import type { HotAccount } from './schema.ts'

export const dayMs = 86_400_000
export const hourMs = 3_600_000

/** The number of sessions on each of the last seven days, today last. */
export function byDay(now: number, starts: { atMs: number; count: number }[]): number[] {
  const today = Math.floor(now / dayMs)
  const days = Array<number>(7).fill(0)
  for (const { atMs, count } of starts) {
    const index = 6 - (today - Math.floor(atMs / dayMs))
    if (index >= 0 && index < 7) days[index] = (days[index] ?? 0) + count
  }
  return days
}

export function countCompanies(sessions: RecentSession[], fromMs: number, toMs: number): number {
  return new Set(
    sessions
      .filter(({ startedAtMs }) => startedAtMs >= fromMs && startedAtMs < toMs)
      .flatMap(({ accountId }) => accountId ?? []),
  ).size
}

/** Ranks accounts by their activity in the last seven days: a form counts most, then clicks, then visits. */
export function findHotAccounts(sessions: RecentSession[], now: number): HotAccount[] {
  const fromMs = now - 7 * dayMs
  const recent = sessions.filter(({ startedAtMs }) => startedAtMs >= fromMs)
  const byAccount = Map.groupBy(
    recent.filter(({ accountId }) => accountId !== null),
    ({ accountId }) => accountId as string,
  )
  return [...byAccount]
    .map(([accountId, own]) => present(accountId, own, now))
    .toSorted((a, b) => heatOf(b) - heatOf(a) || (a.name < b.name ? -1 : 1))
    .slice(0, 5)
}

function heatOf({ forms, clicks, visits, people }: HotAccount): number {
  return 20 * forms + 6 * clicks + visits + 2 * people
}

/** `sessions` belong to one account and are sorted newest first. */
function present(accountId: string, sessions: RecentSession[], now: number): HotAccount {
  const sum = (part: (session: RecentSession) => number) =>
    sessions.reduce((total, session) => total + part(session), 0)
  const persons = (among: RecentSession[]) => new Set(among.flatMap(({ personId }) => personId ?? [])).size
  const newest = sessions[0] as RecentSession
  return {
    accountId,
    name: newest.accountName ?? '',
    visits: sessions.length,
    people: persons(sessions),
    forms: sum(({ forms }) => forms),
    clicks: sum(({ clicks }) => clicks),
    newPeople: persons(
      sessions.filter(({ audienceCreatedAt }) => toMilliseconds(audienceCreatedAt) > now - 7 * dayMs),
    ),
    lastPageName: newest.pageName,
    lastScrollDepthPercentage: newest.scroll,
    lastTimeSpentSeconds: Math.round(newest.visibleMs / 1000),
    days: byDay(
      now,
      sessions.map(({ startedAtMs }) => ({ atMs: startedAtMs, count: 1 })),
    ),
  }
}
