import { useNavigate } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useAudienceFigures } from '../analytics/queries.ts'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { ExportLinksLine } from '../links/ExportLinksLine.tsx'
import type { PageSearch } from '../pages/search.ts'
import { useCommand } from '../shell/commands.ts'
import { useAudienceStandings } from '../status/queries.ts'
import { useAudienceStep } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { useAddress } from '../ui/address.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Total } from '../ui/figures.tsx'
import { FilterBar, FilterChip, SearchField } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { studioPath } from './AudienceMenu.tsx'
import { useAudiencesBulk } from './bulk.ts'
import { CreateAudience } from './CreateAudience.tsx'
import { audienceColumns } from './columns.tsx'
import { audiencesQuery } from './queries.ts'

const shownOptions = [{ value: 'archived', label: 'Offline' }] as const

/** Those a page was made anew for. */
export function AudiencesTab({ page }: { page: Shape<'Page'> }) {
  const { pageId } = page
  const [{ query, archived, create: isCreating }, change] = useAddress<PageSearch>()
  const list = useList(audiencesQuery(pageId, { query, archived }))
  const sessions = useAudienceFigures(
    pageId,
    list.rows.map(({ audienceId }) => audienceId),
  )
  const standings = useAudienceStandings(list.rows.map(({ audienceId }) => audienceId))
  const take = useAudienceStep()
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const create = () => change({ create: true })
  useShortcut('c', create, mayWrite)
  useCommand(
    mayWrite
      ? { id: 'create audience', label: 'Add an audience', icon: Plus, keys: 'c', run: create }
      : undefined,
  )
  const columns = useMemo(() => audienceColumns(sessions, standings), [sessions, standings])
  const { selection, ...bulk } = useAudiencesBulk({
    ...{ pageId, list },
    filters: { query, archived },
    onRelease: (release) => change({ release }),
  })
  const isFiltered = Boolean(query || archived)
  return (
    <>
      <div className="pt-3">
        <FilterBar
          end={
            <span className="flex items-center gap-3">
              <Total of={list} one="audience" many="audiences" />
              <ExportLinksLine pageId={pageId} />
              {mayWrite && (
                <Button icon={Plus} keys="c" onClick={create}>
                  Add audience
                </Button>
              )}
            </span>
          }
        >
          <SearchField label="Search audiences" value={query} onChange={(query) => change({ query })} />
          <FilterChip
            label="Show"
            options={shownOptions}
            value={archived ? 'archived' : undefined}
            onChange={(value) => change({ archived: value === 'archived' ? true : undefined })}
          />
        </FilterBar>
      </div>
      <DataTable
        label="Audiences"
        columns={columns}
        list={list}
        rowKey={({ audienceId }) => audienceId}
        selection={selection}
        onOpen={(audience) => void navigate({ href: studioPath(audience) })}
        onKey={({ key }, { audienceId }) => {
          const standing = standings.get(audienceId)
          const next = standing && audienceStatus(standing).next
          if (key === 'n' && next) take(next, standing)
        }}
        empty={
          <NoAudiences
            isFiltered={isFiltered}
            isArchived={archived === true && !query}
            onCreate={mayWrite ? create : undefined}
            onClear={() => change({ query: undefined, archived: undefined })}
          />
        }
      />
      <BulkBar {...{ selection, ...bulk }} total={list.total} />
      {mayWrite && isCreating && (
        <CreateAudience pageId={pageId} onClose={() => change({ create: undefined })} />
      )}
    </>
  )
}

type NoneProps = {
  isFiltered: boolean
  isArchived: boolean
  onCreate: (() => void) | undefined
  onClear: () => void
}

function NoAudiences({ isFiltered, isArchived, onCreate, onClear }: NoneProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={Users}
        title={isArchived ? 'No audiences offline' : 'No matching audiences'}
        action={<Button onClick={onClear}>Show all audiences</Button>}
      >
        {isArchived
          ? 'Audiences you take offline appear here. You can put them back.'
          : 'Try a different search.'}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Users}
      title="No audiences yet"
      action={
        onCreate && (
          <Button look="primary" icon={Plus} keys="c" onClick={onCreate}>
            Add your first audience
          </Button>
        )
      }
    >
      An audience is a person or company this page is personalised for. Each has its own version and link.
    </EmptyState>
  )
}
