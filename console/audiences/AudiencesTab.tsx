import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { useAudienceFigures } from '../analytics/queries.ts'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { ExportLinksLine } from '../links/ExportLinksLine.tsx'
import type { PageSearch } from '../pages/search.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAudienceStandings } from '../status/queries.ts'
import { useAudienceStep } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { useAddress } from '../ui/address.ts'
import { FilterChip } from '../ui/filters.tsx'
import { studioPath } from './AudienceMenu.tsx'
import { useAudiencesBulk } from './bulk.ts'
import { CreateAudience } from './CreateAudience.tsx'
import { audienceColumns } from './columns.tsx'
import { audiencesQuery } from './queries.ts'

const shownOptions = [{ value: 'archived', label: 'Offline' }] as const

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
  const columns = useMemo(() => audienceColumns(sessions, standings), [sessions, standings])
  const bulk = useAudiencesBulk({
    ...{ pageId, list },
    filters: { query, archived },
    onRelease: (release) => change({ release }),
  })
  return (
    <ListScreen
      title="Audiences"
      words={['audience', 'audiences']}
      isPart
      list={list}
      columns={columns}
      rowKey={({ audienceId }) => audienceId}
      onOpen={(audience) => void navigate({ href: studioPath(audience) })}
      onKey={({ key }, { audienceId }) => {
        const standing = standings.get(audienceId)
        const next = standing && audienceStatus(standing).next
        if (key === 'n' && next) take(next, standing)
      }}
      bulk={bulk}
      create={
        mayWrite && {
          label: 'Add audience',
          first: 'Add your first audience',
          command: 'Add an audience',
          run: () => change({ create: true }),
        }
      }
      search={{ label: 'Search audiences' }}
      filters={
        <FilterChip
          label="Show"
          options={shownOptions}
          value={archived ? 'archived' : undefined}
          onChange={(value) => change({ archived: value === 'archived' ? true : undefined })}
        />
      }
      filterNames={['archived']}
      end={<ExportLinksLine pageId={pageId} />}
      none={{
        icon: Users,
        text: 'An audience is a person or company this page is personalised for. Each has its own version and link.',
      }}
      noMatch={
        archived && !query
          ? {
              icon: Users,
              title: 'No audiences offline',
              text: 'Audiences you take offline appear here. You can put them back.',
            }
          : { icon: Users, text: 'Try a different search.' }
      }
    >
      {mayWrite && isCreating && (
        <CreateAudience pageId={pageId} onClose={() => change({ create: undefined })} />
      )}
    </ListScreen>
  )
}
