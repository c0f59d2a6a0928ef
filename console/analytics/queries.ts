import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { listQuery, pageSize } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'

export type Summary = Shape<'PageAnalyticsSummary'>
export type Point = Shape<'TimeseriesPoint'>
export type AudienceFigures = Shape<'AudienceFigures'>
export type PageFigures = Shape<'PageFigures'>
export type Submission = Shape<'Submission'>

/** Dates as the service takes them. */
export type Dates = { startDate: string; endDate: string }

const unhurried = { staleTime: 60_000, refetchOnWindowFocus: false }

/** As many at once as a list reads, so that each page of it is asked about once. */
function inGroups(ids: readonly string[]): string[][] {
  const all = [...new Set(ids)]
  return Array.from({ length: Math.ceil(all.length / pageSize) }, (_, group) =>
    all.slice(group * pageSize, (group + 1) * pageSize),
  )
}

/** What came to pages in the last thirty days, by their ids: one request for each page of a list. */
export function usePageFigures(pageIds: readonly string[]): ReadonlyMap<string, PageFigures> {
  return useQueries({
    queries: inGroups(pageIds).map((ids) =>
      queryOptions({
        queryKey: ['analytics', 'pages', ids],
        queryFn: ({ signal }) =>
          ask(api.GET('/v0/analytics/pages', { params: { query: { pageId: ids } }, signal })),
        ...unhurried,
      }),
    ),
    combine: byPage,
  })
}

function byPage(answers: { data?: Shape<'PageFiguresList'> | undefined }[]) {
  return new Map(answers.flatMap(({ data }) => data?.items.map((item) => [item.pageId, item] as const) ?? []))
}

/** Names and figures of audiences of all time, by their ids: one request for each page of a list. */
export function useAudienceFigures(
  pageId: string,
  audienceIds: readonly string[],
): ReadonlyMap<string, AudienceFigures> {
  return useQueries({
    queries: inGroups(audienceIds).map((ids) =>
      queryOptions({
        queryKey: ['analytics', pageId, 'audiences', ids],
        queryFn: ({ signal }) =>
          ask(
            api.GET('/v0/pages/{page_id}/analytics/audiences', {
              params: { path: { page_id: pageId }, query: { audienceId: ids, limit: 100 } },
              signal,
            }),
          ),
        ...unhurried,
      }),
    ),
    combine: byAudience,
  })
}

function byAudience(answers: { data?: Shape<'AudienceFiguresPage'> | undefined }[]) {
  return new Map(
    answers.flatMap(({ data }) => data?.items.map((item) => [item.audienceId, item] as const) ?? []),
  )
}

const ofPage = (pageId: string) => ({ path: { page_id: pageId } })

export function summaryQuery(pageId: string, dates: Dates) {
  return queryOptions({
    queryKey: ['analytics', pageId, 'summary', dates],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/pages/{page_id}/analytics/summary', {
          params: { ...ofPage(pageId), query: dates },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    ...unhurried,
  })
}

/** Figures by hour, or by day where the reader is. */
export function seriesQuery(pageId: string, dates: Dates, interval: 'hour' | 'day') {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return queryOptions({
    queryKey: ['analytics', pageId, 'series', dates, interval],
    queryFn: async ({ signal }) => {
      const query = { ...dates, interval, ...(interval === 'day' && { timeZone }) }
      const params = { ...ofPage(pageId), query }
      return (await ask(api.GET('/v0/pages/{page_id}/analytics/timeseries', { params, signal }))).items
    },
    placeholderData: keepPreviousData,
    ...unhurried,
  })
}

/** The audiences of a page with their figures, newest first; as many as one answer holds. */
export function comparedQuery(pageId: string, dates: Dates) {
  return listQuery<AudienceFigures>(['analytics', pageId, 'compared', dates], (page, signal) =>
    ask(
      api.GET('/v0/pages/{page_id}/analytics/audiences', {
        params: { ...ofPage(pageId), query: { ...dates, ...page, limit: 100 } },
        signal,
      }),
    ),
  )
}

export function submissionsQuery(pageId: string) {
  return listQuery<Submission>(['submissions', pageId], (page, signal) =>
    ask(
      api.GET('/v0/pages/{page_id}/submissions', {
        params: { ...ofPage(pageId), query: { ...page, limit: 20 } },
        signal,
      }),
    ),
  )
}
