import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery, type Paged, refreshLists } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'
import { titleOf } from './rolloutWords.ts'
import type { Stage } from './search.ts'

export type Rollout = Shape<'Rollout'>
export type RolloutCounts = Shape<'RolloutCounts'>

type RolloutListFilters = {
  stage?: Stage | undefined
  kind?: Rollout['kind'] | undefined
  pageId?: string | undefined
  query?: string | undefined
}

type RolloutPage = Paged<Rollout> & { counts: RolloutCounts }

/** Scheduled, running and finished rollouts; polled while one is running. */
export function rolloutsQuery({ stage, kind, pageId, query }: RolloutListFilters) {
  const filters = {
    ...(stage && { stage }),
    ...(kind && { kind }),
    ...(pageId && { pageId }),
    ...(query && { query }),
  }
  return listQuery<Rollout>(
    keys.rollouts.list(filters),
    (page, signal) => api.rollouts.list({ ...filters, ...page }, { signal }),
    (loaded) => (loaded.length === 1 ? (countsOf(loaded)?.underWay ? 1_000 : 15_000) : false),
  )
}

/** The number of rollouts in each stage, which every page of the list contains. */
export function countsOf(pages: Paged<Rollout>[] | undefined): RolloutCounts | undefined {
  return (pages?.[0] as RolloutPage | undefined)?.counts
}

/** Reschedules a release or schedule. */
export function moveRollout({ kind, rolloutId }: Rollout, at: number): Promise<unknown> {
  return kind === 'release'
    ? api.releases.reschedule(rolloutId, { publishAt: `+${at}` })
    : api.schedules.move(rolloutId, { runAt: `+${at}` })
}

function cancelRollout({ kind, rolloutId }: Rollout): Promise<unknown> {
  if (kind === 'release') return api.releases.cancel(rolloutId)
  return kind === 'schedule' ? api.schedules.cancel(rolloutId) : api.batches.cancel(rolloutId)
}

/** Refetches the lists after a rollout was rescheduled, stopped, cancelled or undone. */
export function useRolloutsChanged() {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all([
      refreshLists(client, keys.rollouts.all),
      client.invalidateQueries({ queryKey: keys.batches.all }),
    ])
  }, [client])
}

/** Stops a running rollout, or cancels a scheduled one after a confirmation. */
export function useCancelRollout() {
  const changed = useRolloutsChanged()
  return useCallback(
    async (rollout: Rollout) => {
      if (!(await confirm(questionOf(rollout)))) return
      const done = rollout.stage === 'scheduled' ? 'Cancelled. Nothing goes out.' : 'Stopping'
      await attempt(() => cancelRollout(rollout).then(changed), done)
    },
    [changed],
  )
}

function questionOf(rollout: Rollout) {
  return rollout.stage === 'scheduled'
    ? {
        title: `Cancel “${titleOf(rollout)}”?`,
        body: 'It won’t go out. You can schedule it again later.',
        action: 'Cancel it',
        danger: true,
      }
    : {
        title: `Stop “${titleOf(rollout)}” here?`,
        body: 'What is done so far stays. The rest is left as it is.',
        action: 'Stop here',
        danger: true,
      }
}
