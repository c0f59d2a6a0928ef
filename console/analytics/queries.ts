import { keepPreviousData, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { type ById, useGroupedQuery } from '../api/grouped.ts'
import { keys } from '../api/keys.ts'
import { listQuery, readQuery } from '../api/lists.ts'
import { exactNumber, zoneName } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import type { filterParams } from './filters.ts'

export type Summary = Shape<'PageAnalyticsSummary'>
export type SeriesPoint = Shape<'TimeseriesPoint'>
export type AudienceFigures = Shape<'AudienceFigures'>
export type PageFigures = Shape<'PageFigures'>
export type Submission = Shape<'Submission'>
export type Breakdown = Shape<'Breakdown'>
export type Goal = Shape<'Goal'>
export type GoalStep = Goal['steps'][number]

/** Dates in the API's format. */
export type Dates = { startDate: string; endDate: string }

const refetchRarely = { staleTime: 60_000, refetchOnWindowFocus: false }

type Figures<T> = {
  /** The key of a group, or without one, the prefix of all groups. */
  key: (group?: string[]) => QueryKey
  ids: readonly string[]
  read: (group: string[], signal: AbortSignal) => Promise<ById<T>>
}

/** Figures by id. Those from earlier requests are shown until the response arrives. */
function useFigures<T>({ key, ids, read }: Figures<T>): ReadonlyMap<string, T> {
  const client = useQueryClient()
  return useGroupedQuery<T>({
    key,
    ids: [...new Set(ids)],
    read,
    options: (group) => ({
      placeholderData: () =>
        client
          .getQueriesData<ById<T>>({ queryKey: key() })
          .flatMap(([, items = []]) => items.filter(([id]) => group.includes(id))),
      ...refetchRarely,
    }),
  })
}

/** Figures of pages in the last thirty days, with one request for each page of a list. */
export function usePageFigures(ids: readonly string[]): ReadonlyMap<string, PageFigures> {
  return useFigures<PageFigures>({
    key: keys.analytics.pages,
    ids,
    async read(pageId, signal) {
      const { items } = await api.analytics.listPages({ pageId }, { signal })
      return items.map((item) => [item.pageId, item])
    },
  })
}

export type Engagements = ReadonlyMap<string, Shape<'EngagementFigures'>>

/** Activity of accounts or persons in the last seven days, with one request for each page of a list. */
export function useEngagement(ids: readonly string[]): Engagements {
  return useFigures<Shape<'EngagementFigures'>>({
    key: keys.analytics.engagement,
    ids,
    async read(some, signal) {
      const query = some[0]?.startsWith('account_') ? { accountId: some } : { personId: some }
      const { items } = await api.analytics.listEngagement(query, { signal })
      return items.map((item) => [item.id, item])
    },
  })
}

/** Names and all-time figures of a page's audiences, with one request for each page of a list. */
export function useAudienceFigures(
  pageId: string,
  ids: readonly string[],
): ReadonlyMap<string, AudienceFigures> {
  return useFigures<AudienceFigures>({
    key: (some) => keys.analytics.audiences(pageId, some),
    ids,
    async read(audienceId, signal) {
      const { items } = await api.analytics.listAudiences(pageId, { audienceId, limit: 100 }, { signal })
      return items.map((item) => [item.audienceId, item])
    },
  })
}

export function breakdownQuery(
  pageId: string,
  query: Dates & { interval: 'hour' | 'day' } & BreakdownFilters,
) {
  const asked = { ...query, timeZone: zoneName() }
  return readQuery(
    keys.analytics.breakdown(pageId, asked),
    (call) => api.analytics.getBreakdown(pageId, asked, call),
    { placeholderData: keepPreviousData, ...refetchRarely },
  )
}

type BreakdownFilters = ReturnType<typeof filterParams> & { goalId?: string }

export function goalsQuery(pageId: string) {
  return readQuery(keys.analytics.goals(pageId), async (call) => (await api.goals.list(pageId, call)).items)
}

export function summaryQuery(pageId: string, dates: Dates) {
  return readQuery(
    keys.analytics.summary(pageId, dates),
    (call) => api.analytics.getSummary(pageId, dates, call),
    { placeholderData: keepPreviousData, ...refetchRarely },
  )
}

/** Figures by hour, or by day in the user's time zone. */
export function seriesQuery(pageId: string, dates: Dates, interval: 'hour' | 'day') {
  const timeZone = zoneName()
  return queryOptions({
    queryKey: keys.analytics.series(pageId, dates, interval),
    queryFn: async ({ signal }) => {
      const query = { ...dates, interval, ...(interval === 'day' && { timeZone }) }
      return (await api.analytics.getTimeseries(pageId, query, { signal })).items
    },
    placeholderData: keepPreviousData,
    ...refetchRarely,
  })
}

/** The audiences of a page with their figures, newest first; as many as one response holds. */
export function comparedQuery(pageId: string, dates: Dates) {
  return listQuery<AudienceFigures>(keys.analytics.compared(pageId, dates), (page, signal) =>
    api.analytics.listAudiences(pageId, { ...dates, ...page, limit: 100 }, { signal }),
  )
}

export function submissionsQuery(pageId: string) {
  return listQuery<Submission>(keys.submissions(pageId), (page, signal) =>
    api.submissions.list(pageId, { ...page, limit: 20 }, { signal }),
  )
}

export type Marker = { at: string; words: string }

/** Releases that reached visitors, as markers of the page's chart. */
export function releaseMarkersQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.analytics.releases(pageId),
    queryFn: async ({ signal }) => {
      const query = { pageId, kind: 'release', stage: 'finished', limit: 50 } as const
      const { items } = await api.rollouts.list(query, { signal })
      return items.flatMap(({ at, release }): Marker[] => {
        if (!release || release.counts.published === 0 || release.status === 'undone') return []
        const { kind, revision, counts } = release
        const drafts = counts.published === 1 ? '1 draft' : `${exactNumber(counts.published)} drafts`
        return [{ at, words: kind === 'base' ? `Page version ${revision}` : drafts }]
      })
    },
    ...refetchRarely,
  })
}
