import { keepPreviousData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../../shared/statusWords.ts'
import { api } from '../api/client.ts'
import { useGroupedQuery } from '../api/grouped.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'

export type PageStanding = Shape<'PageStanding'>
export type AudienceStanding = Shape<'AudienceStanding'>
export type PageLinkStanding = Shape<'PageLinkStanding'>
type StandingKind = 'page' | 'audience' | 'link'

/** The limit of one request. */
const mostAsked = 50
/** States change by themselves or by other users, so they are polled: more often while a job runs. */
const [soonMs, laterMs] = [1_000, 15_000]

/** What visitors see of objects, by id; polled while mounted. */
function useStandings<T extends { state: string }>(
  noun: StandingKind,
  ids: readonly string[],
  key: (some: string[]) => QueryKey,
  read: (some: string[], signal: AbortSignal) => Promise<{ items: T[] }>,
  idOf: (item: T) => string,
): ReadonlyMap<string, T> {
  return useGroupedQuery<T>({
    ids,
    key,
    read: async (some, signal) => (await read(some, signal)).items.map((item) => [idOf(item), item]),
    options: () => ({
      refetchInterval: ({ state: { data } }) =>
        data?.some(([, { state }]) => statusOf(noun, state).dot === 'busy') ? soonMs : laterMs,
      placeholderData: keepPreviousData,
    }),
  })
}

export function usePageStandings(pageIds: readonly string[]) {
  return useStandings<PageStanding>(
    'page',
    pageIds,
    keys.standings.pages,
    (pageId, signal) => api.standings.pages({ pageId }, { signal }),
    ({ pageId }) => pageId,
  )
}

export function useAudienceStandings(audienceIds: readonly string[]) {
  return useStandings<AudienceStanding>(
    'audience',
    audienceIds,
    keys.standings.audiences,
    (audienceId, signal) => api.standings.audiences({ audienceId }, { signal }),
    ({ audienceId }) => audienceId,
  )
}

export function useLinkStandings(pageLinkIds: readonly string[]) {
  return useStandings<PageLinkStanding>(
    'link',
    pageLinkIds,
    keys.standings.links,
    (pageLinkId, signal) => api.standings.pageLinks({ pageLinkId }, { signal }),
    ({ pageLinkId }) => pageLinkId,
  )
}

/** Reads the standings of any number of audiences once, for example for a file. */
export async function readAudienceStandings(audienceIds: string[]): Promise<Map<string, AudienceStanding>> {
  const found = new Map<string, AudienceStanding>()
  for (let from = 0; from < audienceIds.length; from += mostAsked) {
    const query = { audienceId: audienceIds.slice(from, from + mostAsked) }
    const { items } = await api.standings.audiences(query)
    for (const item of items) found.set(item.audienceId, item)
  }
  return found
}

/** Refetches what visitors see, after something was published, linked or taken offline. */
export function refreshStandings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.standings.all })
}

type ScheduledPublishing = {
  pageId: string
  audienceId?: string
  scheduledFor: string | null
  releaseId: string | null
}

/** Cancels scheduled publishing of a page, or of an audience together with its page. */
export async function cancelScheduled({
  pageId,
  audienceId,
  scheduledFor,
  releaseId,
}: ScheduledPublishing): Promise<void> {
  const { items } = await api.schedules.list(pageId, { limit: 100 })
  const isMeant = (one: (typeof items)[number]) =>
    audienceId === undefined || one.audienceId === audienceId || one.runAt === scheduledFor
  for (const one of items)
    if (one.status === 'scheduled' && one.action.startsWith('publish') && isMeant(one))
      await api.schedules.cancel(one.scheduleId)
  if (releaseId) await api.releases.cancel(releaseId)
}

export function useCancelScheduled() {
  const client = useQueryClient()
  return async (planned: ScheduledPublishing) => {
    await cancelScheduled(planned)
    await refreshStandings(client)
  }
}
