import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download, Globe } from 'lucide-react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { type PagedList, refreshLists } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import type { BulkAction } from '../ui/BulkBar.tsx'
import { useBulk } from '../ui/bulk.ts'
import { exactTimeOf } from '../ui/figures.tsx'
import { pagesQuery } from './queries.ts'
import type { PagesSearch } from './search.ts'
import { type Page, typeWords } from './words.ts'

const naming = { keyOf: ({ pageId }: Page) => pageId, nameOf: ({ name }: Page) => name }

const publish = (page: Page) => api.pages.publish(page.pageId)
/** Publishes the page and the newest version of each audience, so that visitors see them. */
const makeLive = async (page: Page) => {
  await publish(page)
  if (page.audiencesCount > 0)
    await api.releases.create(page.pageId, { kind: 'drafts', audiences: { all: true } })
}
const archive = (page: Page) => api.pages.archive(page.pageId)
const restore = (page: Page) => api.pages.restore(page.pageId)

const counted = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`

/** Actions on many pages. */
export function usePagesBulk(search: PagesSearch, list: PagedList<Page>) {
  const client = useQueryClient()
  const [mayWrite, mayPublish] = [useMay('write'), useMay('publish')]
  const isDeleted = search.status === 'deleted'
  const { selection, progress, run, exportCsv } = useBulk({
    query: pagesQuery(search),
    ...{ list, naming },
    refresh: () =>
      Promise.all([
        refreshLists(client, keys.pages.all),
        client.invalidateQueries({ queryKey: keys.pages.everyOne }),
      ]),
  })
  const all: (BulkAction & { isOn: boolean })[] = [
    {
      label: 'Publish',
      icon: Globe,
      isOn: mayPublish && !isDeleted,
      run: run({
        applies: ({ status }) => status === 'draft',
        none: 'None of these pages is a draft',
        verb: 'Publishing',
        work: makeLive,
        tell: (count) => `${counted(count)} published, with the newest version of every audience`,
        // Restoring an archived page makes it a draft.
        undo: async (page) => {
          await archive(page)
          await restore(page)
        },
      }),
    },
    {
      label: 'Take offline',
      icon: Archive,
      isOn: mayPublish && !isDeleted,
      run: run({
        applies: ({ status }) => status !== 'archived',
        none: 'These pages are offline already',
        verb: 'Taking offline',
        work: archive,
        tell: (count) => `${counted(count)} taken offline`,
        undo: async (page) => {
          await restore(page)
          if (page.status === 'published') await publish(page)
        },
      }),
    },
    {
      label: 'Restore',
      icon: ArchiveRestore,
      isOn: mayWrite,
      run: run({
        applies: ({ status, deletedAt }) => status === 'archived' || deletedAt !== null,
        none: 'None of these pages is offline or in the trash',
        verb: 'Restoring',
        work: restore,
        tell: (count) => `${counted(count)} restored as ${count === 1 ? 'a draft' : 'drafts'}`,
        ...(mayPublish && !isDeleted && { undo: archive }),
      }),
    },
    {
      label: 'Export CSV',
      icon: Download,
      isOn: true,
      run: exportCsv('pages.csv', ['name', 'status', 'type', 'audiences', 'changed'], (page) => [
        page.name,
        page.status,
        typeWords[page.pageType].label,
        page.audiencesCount,
        exactTimeOf(page.updatedAt),
      ]),
    },
  ]
  return { selection, progress, actions: all.filter(({ isOn }) => isOn) }
}
