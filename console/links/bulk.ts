import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { type PagedList, refreshLists } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import type { NamedAudiences } from '../audiences/queries.ts'
import type { BulkAction } from '../ui/BulkBar.tsx'
import { type BulkProgress, runForAll } from '../ui/bulk.ts'
import { downloadCsv } from '../ui/download.ts'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { useSelection } from '../ui/selection.ts'
import type { linksQuery } from './queries.ts'
import type { Sites } from './sites.ts'
import { type PageLink, readable } from './words.ts'

const naming = {
  keyOf: ({ pageLinkId }: PageLink) => pageLinkId,
  nameOf: ({ path }: PageLink) => readable(path),
}

const counted = (count: number) => `${count} ${count === 1 ? 'link' : 'links'}`
const remove = ({ pageLinkId }: PageLink) => api.pageLinks.delete(pageLinkId)
const putBack = ({ path, target, tenantDomainId }: PageLink) =>
  api.pageLinks.create({ path, target, tenantDomainId })

type LinksBulkOptions = {
  query: ReturnType<typeof linksQuery>
  list: PagedList<PageLink>
  named: NamedAudiences
  addressOf: Sites['addressOf']
}

/** Actions on many links. */
export function useLinksBulk({ query, list, named, addressOf }: LinksBulkOptions) {
  const client = useQueryClient()
  const mayWrite = useMay('write')
  const selection = useSelection(query, list, naming)
  const [progress, setProgress] = useState<BulkProgress>()
  const refresh = async () => {
    await refreshLists(client, keys.links.all)
    await client.invalidateQueries({ queryKey: keys.links.all })
  }
  const removeAll = async () => {
    const rows = await selection.readRows()
    selection.clear()
    await runForAll({
      ...{ rows, refresh, onProgress: setProgress, work: remove, undo: putBack },
      verb: 'Removing',
      tell: (count) => `${counted(count)} removed`,
    })
  }
  const copyAll = async () => {
    const rows = await selection.readRows()
    await navigator.clipboard.writeText(rows.map(addressOf).join('\n'))
    notify(`${counted(rows.length)} copied`)
  }
  const exportRows = async () => {
    const rows = await selection.readRows()
    downloadCsv(
      'links.csv',
      ['name', 'page', 'link'],
      rows.map((link) => {
        const audience = named.get(link.target.audienceId)
        return [audience?.effectiveName ?? null, audience?.pageName ?? null, addressOf(link)]
      }),
    )
  }
  const all: (BulkAction & { isOn: boolean })[] = [
    { label: 'Copy links', icon: Copy, isOn: true, run: () => void copyAll().catch(notifyProblem) },
    { label: 'Export CSV', icon: Download, isOn: true, run: () => void exportRows().catch(notifyProblem) },
    { label: 'Remove', icon: Trash2, isOn: mayWrite, run: () => void removeAll().catch(notifyProblem) },
  ]
  return { selection, progress, actions: all.filter(({ isOn }) => isOn) }
}
