import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download, Globe, Send } from 'lucide-react'
import { nextSteps } from '../../shared/statusWords.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { type PagedList, refreshLists } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { storeAudiences } from '../releases/queries.ts'
import { readAudienceStandings } from '../status/queries.ts'
import { audienceStatus } from '../status/words.ts'
import type { BulkAction } from '../ui/BulkBar.tsx'
import { useBulk } from '../ui/bulk.ts'
import { downloadCsv } from '../ui/download.ts'
import { type AudienceListFilters, audiencesQuery } from './queries.ts'
import { type Audience, audienceKindOf, audienceKindWords } from './words.ts'

const naming = {
  keyOf: ({ audienceId }: Audience) => audienceId,
  nameOf: ({ effectiveName }: Audience) => effectiveName,
}

const archive = (one: Audience) => api.audiences.archive(one.pageId, one.audienceId)
const restore = (one: Audience) => api.audiences.restore(one.pageId, one.audienceId)

const counted = (count: number) => `${count} ${count === 1 ? 'audience' : 'audiences'}`

type AudiencesBulkOptions = {
  pageId: string
  filters: AudienceListFilters
  list: PagedList<Audience>
  /** Opens the release panel. */
  onRelease: (what: string) => void
}

/** Actions on many audiences. Publishing creates a release, whose panel shows a preview first. */
export function useAudiencesBulk({ pageId, filters, list, onRelease }: AudiencesBulkOptions) {
  const client = useQueryClient()
  const [mayWrite, mayPublish] = [useMay('write'), useMay('publish')]
  const { selection, progress, run, withRows } = useBulk({
    query: audiencesQuery(pageId, filters),
    ...{ list, naming },
    refresh: () =>
      Promise.all([
        refreshLists(client, keys.audiences.all),
        client.invalidateQueries({ queryKey: keys.audiences.named() }),
        client.invalidateQueries({ queryKey: keys.pages.one(pageId) }),
      ]),
  })
  const openRelease = (kind: 'new' | 'drafts') => {
    const { isAll, rows } = selection
    const { query } = filters
    const audiences = !isAll
      ? { audienceIds: rows.map(({ audienceId }) => audienceId) }
      : query
        ? { filter: { query } }
        : { all: true as const }
    onRelease(`${kind}:${storeAudiences(audiences)}`)
  }
  const exportRows = async (rows: Audience[]) => {
    const standings = await readAudienceStandings(rows.map(({ audienceId }) => audienceId))
    const statusWordsOf = (audienceId: string) => {
      const standing = standings.get(audienceId)
      return standing ? audienceStatus(standing).words : null
    }
    downloadCsv(
      'audiences.csv',
      ['name', 'for', 'status', 'link'],
      rows.map((one) => [
        one.effectiveName,
        audienceKindWords[audienceKindOf(one)].label,
        statusWordsOf(one.audienceId),
        standings.get(one.audienceId)?.url ?? null,
      ]),
    )
  }
  const { archived = false } = filters
  const all: (BulkAction & { isOn: boolean })[] = [
    {
      label: 'Publish',
      icon: Globe,
      isOn: mayPublish && !archived,
      run: () => openRelease('drafts'),
      takesAll: true,
    },
    {
      label: nextSteps.bringUpToDate,
      icon: Send,
      isOn: mayPublish && !archived,
      run: () => openRelease('new'),
      takesAll: true,
    },
    {
      label: 'Take offline',
      icon: Archive,
      isOn: mayWrite && !archived,
      run: run({
        ...{ verb: 'Taking offline', work: archive, undo: restore },
        tell: (count) => `${counted(count)} taken offline`,
      }),
    },
    {
      label: 'Put back',
      icon: ArchiveRestore,
      isOn: mayWrite && archived,
      run: run({
        ...{ verb: 'Putting back', work: restore, undo: archive },
        tell: (count) => `${counted(count)} put back`,
      }),
    },
    { label: 'Export CSV', icon: Download, isOn: true, run: withRows(exportRows) },
  ]
  return { selection, progress, actions: all.filter(({ isOn }) => isOn) }
}
