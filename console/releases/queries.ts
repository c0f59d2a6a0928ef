import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery, readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { notifyProblem } from '../ui/notify.tsx'

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

/** The number of audiences with the newest revision; polled while the comparison is running. */
export function baseCountsQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.releases.baseCounts(pageId),
    queryFn: async ({ signal }) => {
      const { counts, revision } = await api.releases.listBaseStates(pageId, { limit: 1 }, { signal })
      return { ...counts, revision }
    },
    refetchInterval: ({ state }) => (state.data && state.data.unchecked > 0 ? 700 : 15_000),
    refetchOnWindowFocus: true,
  })
}

/** The blocks of the page that audiences have changed, with the number of audiences. */
export function changedBlocksQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.releases.changedBlocks(pageId),
    queryFn: async ({ signal }) => {
      const { blocks } = await api.releases.listChangedBlocks(pageId, { signal })
      return new Map(blocks.map(({ blockId, audiences }) => [blockId, audiences]))
    },
    staleTime: 60_000,
  })
}

const unfinished = new Set(['running', 'cancelling', 'undoing'])

/** Whether the release is still running. */
export function isUnderWay({ status }: Pick<Release, 'status'>): boolean {
  return unfinished.has(status)
}

/** A release; polled while it is running or scheduled. */
export function releaseQuery(releaseId: string) {
  return readQuery(keys.releases.one(releaseId), (call) => api.releases.get(releaseId, call), {
    refetchInterval: ({ state }) =>
      !state.data || isUnderWay(state.data) ? 500 : state.data.status === 'scheduled' ? 5_000 : false,
    gcTime: 60_000,
  })
}

export function rowsQuery(releaseId: string, { status, order }: { status?: RowStatus; order?: 'last' } = {}) {
  return listQuery<ReleaseRow>(keys.releases.rows(releaseId, { status, order }), (query, signal) =>
    api.releases.listRows(
      releaseId,
      { ...query, ...(status && { status }), ...(order && { order }) },
      { signal },
    ),
  )
}

/** The changes of a release for one audience. */
export function rowDiffQuery(releaseId: string, audienceId: string) {
  return readQuery(
    keys.releases.diff(releaseId, audienceId),
    (call) => api.releases.diffRow(releaseId, audienceId, call),
    { staleTime: Number.POSITIVE_INFINITY },
  )
}

export function undoPreviewQuery(releaseId: string) {
  return readQuery(keys.releases.undo(releaseId), (call) => api.releases.previewUndo(releaseId, call))
}

/** Conflicts between the page and its audiences, grouped if they are equal. */
export function conflictsQuery(pageId: string) {
  return queryOptions({
    queryKey: keys.releases.conflicts(pageId),
    queryFn: async ({ signal }) => {
      const items: OpenConflict[] = []
      let cursor: string | null = null
      // Equal conflicts are grouped, so the first 400 are enough; at most 500 are decided at once.
      for (;;) {
        const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) }
        const found: Shape<'ConflictPage'> = await api.releases.listConflicts(pageId, query, { signal })
        items.push(...found.items)
        cursor = found.nextCursor
        if (!cursor || items.length >= 400) return { ...found, items }
      }
    },
    refetchInterval: ({ state }) => (state.data && state.data.unchecked > 0 ? 700 : false),
  })
}

/** Decides conflicts, one request after the other; the list shows it before the response. */
export function useDecide(pageId: string) {
  const client = useQueryClient()
  const { queryKey } = conflictsQuery(pageId)
  return useMutation({
    mutationKey: queryKey,
    scope: { id: `conflicts of ${pageId}` },
    mutationFn: (body: ConflictDecision[]) => api.releases.decideConflicts(pageId, body),
    onMutate: async (decisions) => {
      client.setQueryData(
        queryKey,
        (data) => data && { ...data, items: data.items.map((one) => decided(one, decisions)) },
      )
      await client.cancelQueries({ queryKey })
    },
    onError: notifyProblem,
    onSettled: async () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) await client.invalidateQueries({ queryKey })
    },
  })
}

function decided(conflict: OpenConflict, decisions: ConflictDecision[]): OpenConflict {
  const made = decisions.findLast(
    ({ audienceId = conflict.audienceId, conflictId }) =>
      audienceId === conflict.audienceId && conflictId === conflict.conflictId,
  )
  if (!made) return conflict
  const { decision, text = null } = made
  return { ...conflict, decision: decision === 'undecided' ? null : decision, text }
}

type Audiences = ReleaseInput['audiences']

const storageName = (id: string) => `foyer.chosen.${id}`

/** Keeps the chosen audiences of a release under a key while its panel is open, as a URL has no room for many ids. */
export function storeAudiences(audiences: Audiences): string {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('')
  sessionStorage.setItem(storageName(id), JSON.stringify(audiences))
  return id
}

/** The audiences chosen under a key; undefined if another tab has them. */
export function readStoredAudiences(id: string): Audiences | undefined {
  const kept = sessionStorage.getItem(storageName(id))
  return kept === null ? undefined : (JSON.parse(kept) as Audiences)
}
