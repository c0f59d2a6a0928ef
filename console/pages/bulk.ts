import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download, Globe } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { type PagedList, refreshLists } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import type { BulkAction } from '../ui/BulkBar.tsx'
import { type BulkProgress, runForAll } from '../ui/bulk.ts'
import { downloadCsv } from '../ui/download.ts'
import { exactTimeOf } from '../ui/figures.tsx'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { useSelection } from '../ui/selection.ts'
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
  const selection = useSelection(pagesQuery(search), list, naming)
  const [progress, setProgress] = useState<BulkProgress>()
  const isDeleted = search.status === 'deleted'
  const refresh = async () => {
    await Promise.all([
      refreshLists(client, keys.pages.all),
      client.invalidateQueries({ queryKey: keys.pages.everyOne }),
    ])
  }
  /** Runs an action on the selected pages it applies to. */
  const run = async (
    applies: (page: Page) => boolean,
    none: string,
    work: Pick<Parameters<typeof runForAll<Page>>[0], 'verb' | 'work' | 'tell' | 'undo'>,
  ) => {
    try {
      const rows = (await selection.readRows()).filter(applies)
      if (rows.length === 0) return notify(none)
      selection.clear()
      await runForAll({ ...work, rows, refresh, onProgress: setProgress })
    } catch (error) {
      notifyProblem(error)
    }
  }
  const exportRows = async () => {
    const rows = await selection.readRows()
    downloadCsv(
      'pages.csv',
      ['name', 'status', 'type', 'audiences', 'changed'],
      rows.map(({ name, status, pageType, audiencesCount, updatedAt }) => [
        name,
        status,
        typeWords[pageType].label,
        audiencesCount,
        exactTimeOf(updatedAt),
      ]),
    )
  }
  const all: (BulkAction & { isOn: boolean })[] = [
    {
      label: 'Publish',
      icon: Globe,
      isOn: mayPublish && !isDeleted,
      run: () =>
        void run(({ status }) => status === 'draft', 'None of these pages is a draft', {
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
      run: () =>
        void run(({ status }) => status !== 'archived', 'These pages are offline already', {
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
      run: () =>
        void run(
          ({ status, deletedAt }) => status === 'archived' || deletedAt !== null,
          'None of these pages is offline or in the trash',
          {
            verb: 'Restoring',
            work: restore,
            tell: (count) => `${counted(count)} restored as ${count === 1 ? 'a draft' : 'drafts'}`,
            ...(mayPublish && !isDeleted && { undo: archive }),
          },
        ),
    },
    {
      label: 'Export CSV',
      icon: Download,
      isOn: true,
      run: () => void exportRows().catch(notifyProblem),
    },
  ]
  return { selection, progress, actions: all.filter(({ isOn }) => isOn) }
}
