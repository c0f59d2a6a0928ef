import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Layers, Send } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import { useList } from '../api/lists.ts'
import { exactNumber, zoneName } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { PageFilter } from '../pages/PageField.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { FilterChip } from '../ui/filters.tsx'
import { useWidth } from '../ui/width.ts'
import { actionsOf, RolloutActions, type RolloutVerbs } from './RolloutActions.tsx'
import { type RescheduledRow, rolloutColumns } from './rolloutColumns.tsx'
import { countsOf, type Rollout, rolloutsQuery, useCancelRollout, useRolloutsChanged } from './rollouts.ts'
import { stageWords } from './rolloutWords.ts'
import type { ReleasesSearch } from './search.ts'

const ReleasePanel = lazy(async () => ({ default: (await import('./ReleasePanel.tsx')).ReleasePanel }))

const kindOptions = [
  { value: 'release', label: 'Releases' },
  { value: 'schedule', label: 'Single versions' },
  { value: 'batch', label: 'Batches' },
] as const

type Props = {
  /** Set in the tab of a page, to list only its rollouts. */
  pageId?: string
}

/** Releases, scheduled versions and batches in one list: running, scheduled, finished. */
export function RolloutsTab({ pageId: ownPage }: Props) {
  const [search, change] = useAddress<ReleasesSearch>()
  const filters = { ...search, pageId: ownPage ?? search.pageId }
  const query = rolloutsQuery(filters)
  const list = useList(query)
  const counts = countsOf(useInfiniteQuery(query).data?.pages)
  const [moving, setMoving] = useState<RescheduledRow>()
  const [mayPublish, mayWrite] = [useMay('publish'), useMay('write')]
  const width = useWidth()
  const isNarrow = !width.has('lg')
  const navigate = useNavigate()
  const verbs = useVerbs(setMoving)
  const { rows } = list
  const columns = useMemo(() => {
    const others = rows.filter(({ stage }) => stage === 'scheduled')
    return rolloutColumns({
      moving,
      hidePage: ownPage !== undefined,
      actionsWidth: isNarrow ? '32px' : '188px',
      actions: (rollout) => <RolloutActions {...{ rollout, verbs, mayPublish, isNarrow, moving, others }} />,
    })
  }, [rows, moving, ownPage, isNarrow, verbs, mayPublish])
  const onKey = (event: KeyboardEvent, rollout: Rollout) => {
    const action = actionsOf(rollout, verbs, mayPublish).find(({ keys }) => keys === event.key)
    if (!action || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    action.run()
  }
  const start = () =>
    void navigate({ to: '/batches/new', search: filters.pageId ? { pageId: filters.pageId } : {} })
  return (
    <ListScreen
      title="Releases"
      words={['entry', 'entries']}
      isPart
      list={list}
      columns={columns}
      rowKey={({ rolloutId }) => rolloutId}
      rowHeight={isNarrow ? 92 : 50}
      groupOf={({ stage }) => stage}
      groupHead={(stage) => (
        <StageHead stage={stage as Rollout['stage']} count={counts?.[stage as 'finished']} />
      )}
      isMarked={({ rolloutId }) => rolloutId === moving?.rolloutId}
      onOpen={verbs.open}
      onKey={onKey}
      create={
        ownPage !== undefined &&
        mayWrite && {
          label: 'New batch',
          first: 'New batch',
          command: 'New batch',
          words: 'csv import',
          run: start,
        }
      }
      search={{ label: 'Search releases' }}
      filters={
        <>
          <FilterChip
            label="Kind"
            options={kindOptions}
            value={search.kind}
            onChange={(kind) => change({ kind })}
          />
          {ownPage === undefined && (
            <PageFilter pageId={search.pageId} onChange={(pageId) => change({ pageId })} />
          )}
        </>
      }
      filterNames={['stage', 'kind', 'pageId']}
      none={{
        icon: Send,
        title: 'Nothing has gone out yet',
        text: 'Releases, scheduled versions and batches appear here, and can be opened, moved, cancelled and undone.',
        action: mayWrite && (
          <span className="flex gap-2">
            <Button look="primary" onClick={() => void navigate({ to: '/pages' })}>
              Publish a page
            </Button>
            <Button icon={Layers} onClick={start}>
              New batch
            </Button>
          </span>
        ),
      }}
      noMatch={{ text: 'Nothing here matches. Remove a filter to see more.' }}
    >
      {search.open && <OpenRelease what={search.open} pageId={filters.pageId} rows={rows} />}
    </ListScreen>
  )
}

function StageHead({ stage, count }: { stage: Rollout['stage']; count: number | undefined }) {
  return (
    <>
      <span className="font-medium">{stageWords[stage]}</span>
      {count !== undefined && <span className="text-quiet tabular-nums">{exactNumber(count)}</span>}
      {stage === 'scheduled' && <span className="text-quiet">times in {zoneName()}</span>}
    </>
  )
}

function useVerbs(move: (moving: RescheduledRow | undefined) => void): RolloutVerbs {
  const [, change] = useAddress<ReleasesSearch>()
  const navigate = useNavigate()
  const cancel = useCancelRollout()
  return useMemo(() => {
    const page = (pageId: string, search: object) =>
      void navigate({ to: '/pages/$pageId', params: { pageId }, search: search as never })
    return {
      open: ({ kind, rolloutId, pageId, schedule }) => {
        if (kind === 'release') change({ open: rolloutId })
        else if (kind === 'batch') void navigate({ to: '/batches/$batchId', params: { batchId: rolloutId } })
        else if (schedule?.audienceId)
          void navigate({
            to: '/pages/$pageId/audiences/$audienceId',
            params: { pageId, audienceId: schedule.audienceId },
          })
        else page(pageId, {})
      },
      move,
      cancel: (rollout) => void cancel(rollout),
      undo: ({ rolloutId }) => change({ open: `undo:${rolloutId}` }),
      decide: ({ pageId }) => void navigate({ to: '/pages/$pageId/conflicts', params: { pageId } }),
      release: ({ pageId }, what) => page(pageId, { release: what }),
    }
  }, [move, change, navigate, cancel])
}

type OpenProps = { what: string; pageId: string | undefined; rows: Rollout[] }

/** The panel of a release, above the list it was opened from. */
function OpenRelease({ what, pageId, rows }: OpenProps) {
  const [, change] = useAddress<ReleasesSearch>()
  const navigate = useNavigate()
  const changed = useRolloutsChanged()
  const id = what.split(':').at(-1)
  const page = pageId ?? rows.find(({ rolloutId }) => rolloutId === id)?.pageId ?? ''
  return (
    <Suspense fallback={null}>
      <ReleasePanel
        pageId={page}
        what={what}
        onClose={() => {
          change({ open: undefined })
          void changed()
        }}
        onOpen={(release) =>
          void navigate({ to: '/pages/$pageId', params: { pageId: page }, search: { release } as never })
        }
        onConflicts={() => void navigate({ to: '/pages/$pageId/conflicts', params: { pageId: page } })}
      />
    </Suspense>
  )
}
