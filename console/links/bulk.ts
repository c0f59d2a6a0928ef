import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Trash2 } from 'lucide-react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { type PagedList, refreshLists } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import type { NamedAudiences } from '../audiences/queries.ts'
import type { BulkAction } from '../ui/BulkBar.tsx'
import { useBulk } from '../ui/bulk.ts'
import { notify } from '../ui/notify.tsx'
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
  const { selection, progress, run, withRows, exportCsv } = useBulk({
    ...{ query, list, naming },
    refresh: async () => {
      await refreshLists(client, keys.links.all)
      await client.invalidateQueries({ queryKey: keys.links.all })
    },
  })
  const copyAll = async (links: PageLink[]) => {
    await navigator.clipboard.writeText(links.map(addressOf).join('\n'))
    notify(`${counted(links.length)} copied`)
  }
  const all: (BulkAction & { isOn: boolean })[] = [
    { label: 'Copy links', icon: Copy, isOn: true, run: withRows(copyAll) },
    {
      label: 'Export CSV',
      icon: Download,
      isOn: true,
      run: exportCsv('links.csv', ['name', 'page', 'link'], (link) => {
        const audience = named.get(link.target.audienceId)
        return [audience?.effectiveName ?? null, audience?.pageName ?? null, addressOf(link)]
      }),
    },
    {
      label: 'Remove',
      icon: Trash2,
      isOn: mayWrite,
      run: run({
        ...{ verb: 'Removing', work: remove, undo: putBack },
        tell: (count) => `${counted(count)} removed`,
      }),
    },
  ]
  return { selection, progress, actions: all.filter(({ isOn }) => isOn) }
}
