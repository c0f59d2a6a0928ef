import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import type { AudienceOverview } from '../audiences/queries.ts'
import { attempt } from '../ui/notify.tsx'
import { type PageLink, readable } from './words.ts'

type LinkFilters = {
  pageId?: string | undefined
  tenantDomainId?: string | undefined
  path?: string | undefined
}

/** Links on the tenant's own host or the given domain, followed by those on the other domains. */
export function linksQuery({ pageId, tenantDomainId, path }: LinkFilters, otherDomains: string[] = []) {
  const filters = { ...(pageId && { pageId }), ...(path && { path }) }
  const hosts = [tenantDomainId, ...otherDomains]
  const read = (at: number, page: { cursor?: string; limit: number }, signal: AbortSignal) => {
    const host = hosts[at]
    const query = { ...filters, ...(host && { tenantDomainId: host }), ...page }
    return api.pageLinks.list(query, { signal })
  }
  return listQuery<PageLink>(keys.links.list({ ...filters, hosts }), async ({ cursor, limit }, signal) => {
    const [start = '0', inner] = cursor?.split(' ') ?? []
    let at = Number(start)
    let page = await read(at, { limit, ...(inner && { cursor: inner }) }, signal)
    const others = cursor ? [] : hosts.slice(1).map((_, other) => read(other + 1, { limit: 1 }, signal))
    const totalCount = (await Promise.all(others)).reduce((sum, one) => sum + one.totalCount, page.totalCount)
    // The list would end with an empty page.
    while (page.items.length === 0 && at + 1 < hosts.length) page = await read(++at, { limit }, signal)
    const nextCursor = page.nextCursor
      ? `${at} ${page.nextCursor}`
      : at + 1 < hosts.length
        ? `${at + 1}`
        : null
    return { ...page, totalCount, nextCursor, hasMore: nextCursor !== null }
  })
}

/** Audiences for persons, whose addresses are below that of their account or of the page. */
export function personalAudiencesQuery({
  pageId,
  query,
}: {
  pageId?: string | undefined
  query?: string | undefined
}) {
  const filters = { madeFor: 'person' as const, ...(pageId && { pageId }), ...(query && { query }) }
  return listQuery<AudienceOverview>(keys.audiences.list(filters), (page, signal) =>
    api.audiences.listOfAllPages({ ...filters, ...page }, { signal }),
  )
}

export type LinkHost = Shape<'PageLinkHost'>

/** The custom domains for links; without admin permission, only those that links are on. */
export function useLinkHosts(): LinkHost[] | undefined {
  const isAdmin = useMay('admin')
  return useQuery({
    queryKey: keys.domains.verified(isAdmin),
    queryFn: async ({ signal }): Promise<LinkHost[]> => {
      if (!isAdmin) return (await api.pageLinks.listHosts({ signal })).items
      const { items } = await api.domains.list({ limit: 100 }, { signal })
      return items.filter(({ verifiedAt }) => verifiedAt !== null)
    },
    staleTime: 60_000,
  }).data
}

/** Link changes affect the status of pages and audiences, so these queries are refetched too. */
const refreshAfterChange = (client: QueryClient) =>
  Promise.all([keys.links.all, keys.standings.all].map((queryKey) => client.invalidateQueries({ queryKey })))

/** Creates a link, or changes the one with this id. */
export function useSaveLink(pageLinkId?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Shape<'PageLinkInput'>) =>
      pageLinkId === undefined ? api.pageLinks.create(body) : api.pageLinks.update(pageLinkId, body),
    onSuccess: () => refreshAfterChange(client),
  })
}

/** Removes a link at once; undo creates it again at the same path. */
export function useRemoveLink() {
  const client = useQueryClient()
  const refresh = () => Promise.all([refreshLists(client, keys.links.all), refreshAfterChange(client)])
  return async ({ pageLinkId, path, target, tenantDomainId }: PageLink) => {
    const revert = editLists<PageLink>(client, keys.links.all, (row) =>
      row.pageLinkId === pageLinkId ? undefined : row,
    )
    const undo = async () => {
      await api.pageLinks.create({ path, target, tenantDomainId })
      await refresh()
    }
    const remove = () => api.pageLinks.delete(pageLinkId)
    if (await attempt(remove, `Link ${readable(path)} removed`, { undo, revert })) void refresh()
  }
}

export type Share = Shape<'Share'>

/** The data for sending an audience its page. */
export function shareQuery(pageId: string, audienceId: string) {
  return readQuery(keys.links.share(audienceId), (call) => api.pageLinks.getShare(pageId, audienceId, call))
}

export function gateQuery(pageLinkId: string) {
  return readQuery(keys.links.gate(pageLinkId), (call) => api.pageLinks.getGate(pageLinkId, call))
}

export function useSaveGate(pageLinkId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Shape<'PageLinkGateInput'>) => api.pageLinks.updateGate(pageLinkId, body),
    onSuccess: (gate) => {
      client.setQueryData(gateQuery(pageLinkId).queryKey, gate)
      return client.invalidateQueries({ queryKey: keys.standings.all })
    },
  })
}
