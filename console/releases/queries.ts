import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'

export type Release = Shape<'Release'>
export type ReleaseRow = Shape<'ReleaseRow'>
export type ReleaseInput = Shape<'ReleaseInput'>
export type RowStatus = ReleaseRow['status']
export type OpenConflict = Shape<'OpenConflict'>
export type ConflictDecision = {
  audienceId?: string
  conflictId: string
  decision: 'keep' | 'take' | 'text' | 'undecided'
  text?: string
}

const pathOf = (pageId: string) => ({ page_id: pageId })

/** How many audiences have the newest revision; asked again while they are still being compared. */
export function baseCountsQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.releases.baseCounts(pageId),
    queryFn: async ({ signal }) => {
      const { counts, revision } = await ask(
        api.GET('/v0/pages/{page_id}/base_states', {
          params: { path: pathOf(pageId), query: { limit: 1 } },
          signal,
        }),
      )
      return { ...counts, revision }
    },
    refetchInterval: ({ state }) => (state.data && state.data.unchecked > 0 ? 700 : 15_000),
    refetchOnWindowFocus: true,
  })
}

/** Which blocks of the page audiences have changed, and how many of them. */
export function changedBlocksQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.releases.changedBlocks(pageId),
    queryFn: async ({ signal }) => {
      const { blocks } = await ask(
        api.GET('/v0/pages/{page_id}/document/changes', { params: { path: pathOf(pageId) }, signal }),
      )
      return new Map(blocks.map(({ blockId, audiences }) => [blockId, audiences]))
    },
    staleTime: 60_000,
  })
}

export function createRelease(pageId: string, body: ReleaseInput): Promise<Release> {
  return ask(api.POST('/v0/pages/{page_id}/releases', { params: { path: pathOf(pageId) }, body }))
}

const unfinished = new Set(['running', 'cancelling', 'undoing'])

/** Whether something is still being done. */
export function isUnderWay({ status }: Pick<Release, 'status'>): boolean {
  return unfinished.has(status)
}

/** A release, read again while it is under way or waits for its time. */
export function releaseQuery(releaseId: string) {
  return queryOptions({
    queryKey: keys.releases.one(releaseId),
    queryFn: ({ signal }) =>
      ask(api.GET('/v0/releases/{release_id}', { params: { path: { release_id: releaseId } }, signal })),
    refetchInterval: ({ state }) =>
      !state.data || isUnderWay(state.data) ? 500 : state.data.status === 'scheduled' ? 5_000 : false,
    gcTime: 60_000,
  })
}

export function rowsQuery(releaseId: string, { status, order }: { status?: RowStatus; order?: 'last' } = {}) {
  return listQuery<ReleaseRow>(keys.releases.rows(releaseId, { status, order }), (query, signal) =>
    ask(
      api.GET('/v0/releases/{release_id}/rows', {
        params: {
          path: { release_id: releaseId },
          query: { ...query, ...(status && { status }), ...(order && { order }) },
        },
        signal,
      }),
    ),
  )
}

/** What a release changes for one audience. */
export function rowDiffQuery(releaseId: string, audienceId: string) {
  return queryOptions({
    queryKey: keys.releases.diff(releaseId, audienceId),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/v0/releases/{release_id}/rows/{audience_id}/diff', {
          params: { path: { release_id: releaseId, audience_id: audienceId } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function undoPreviewQuery(releaseId: string) {
  return queryOptions({
    queryKey: keys.releases.undo(releaseId),
    queryFn: ({ signal }) =>
      ask(api.GET('/v0/releases/{release_id}/undo', { ...releasePath(releaseId), signal })),
  })
}

const releasePath = (releaseId: string) => ({ params: { path: { release_id: releaseId } } })

export const releaseVerbs = {
  cancel: (id: string) => ask(api.POST('/v0/releases/{release_id}/cancel', { ...releasePath(id), body: {} })),
  /** With `restoreContent`, the change is taken out of the page’s content, too. */
  undo: (id: string, restoreContent = false) =>
    ask(api.POST('/v0/releases/{release_id}/undo', { ...releasePath(id), body: { restoreContent } })),
  reschedule: (id: string, publishAt: string) =>
    ask(api.PATCH('/v0/releases/{release_id}', { ...releasePath(id), body: { publishAt } })),
}

/** What both the page and its audiences changed, with the groups of equal ones. */
export function conflictsQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.releases.conflicts(pageId),
    queryFn: async ({ signal }) => {
      const items: OpenConflict[] = []
      let cursor: string | null = null
      // Equal ones fold into groups; the first 500 are enough to walk through.
      for (;;) {
        const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) }
        const found: Shape<'ConflictPage'> = await ask(
          api.GET('/v0/pages/{page_id}/conflicts', { params: { path: pathOf(pageId), query }, signal }),
        )
        items.push(...found.items)
        cursor = found.nextCursor
        if (!cursor || items.length >= 500) return { ...found, items }
      }
    },
    refetchInterval: ({ state }) => (state.data && state.data.unchecked > 0 ? 700 : false),
  })
}

export function decideConflicts(pageId: string, decisions: ConflictDecision[]) {
  return ask(
    api.POST('/v0/pages/{page_id}/conflicts/decisions', {
      params: { path: pathOf(pageId) },
      body: decisions,
    }),
  )
}

type Audiences = ReleaseInput['audiences']

const storageName = (id: string) => `foyer.chosen.${id}`

/** Keeps the chosen audiences of a release while its panel is open: an address has no room for many ids. */
export function keepChosen(audiences: Audiences): string {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('')
  sessionStorage.setItem(storageName(id), JSON.stringify(audiences))
  return id
}

/** Whom a kept choice names; undefined where this tab does not know it. */
export function readChosen(id: string): Audiences | undefined {
  const kept = sessionStorage.getItem(storageName(id))
  return kept === null ? undefined : (JSON.parse(kept) as Audiences)
}
