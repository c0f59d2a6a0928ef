import { useMemo, useState } from 'react'
import { useAuthors } from '../api/authors.ts'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { useAudiencesNamed } from '../audiences/queries.ts'
import { useLinkStandings } from '../status/queries.ts'
import { useLinksBulk } from './bulk.ts'
import { GatePanel } from './GatePanel.tsx'
import { linkColumns } from './linkColumns.tsx'
import { linksQuery, useRemoveLink } from './queries.ts'
import type { Sites } from './sites.ts'
import type { PageLink } from './words.ts'

type LinkRowsOptions = {
  filters: { pageId?: string | undefined; domain?: string | undefined; path?: string | undefined }
  sites: Sites
  isOfPage: boolean
  /** Opens the panel of a link. */
  onEdit: (pageLinkId: string) => void
}

/** The rows of a table of links, on one domain or all, with their columns and actions. */
export function useLinkRows({ filters: { pageId, domain, path }, sites, isOfPage, onEdit }: LinkRowsOptions) {
  const { domains, addressOf } = sites
  const query = linksQuery(
    { pageId, path, tenantDomainId: domain },
    domain ? [] : domains.map(({ tenantDomainId }) => tenantDomainId),
  )
  const list = useList(query)
  const named = useAudiencesNamed(list.rows.map(({ target }) => target.audienceId))
  const ids = list.rows.map(({ pageLinkId }) => pageLinkId)
  const standings = useLinkStandings(ids)
  const authors = useAuthors(ids)
  const mayWrite = useMay('write')
  const bulk = useLinksBulk({ query, list, named, addressOf })
  const remove = useRemoveLink()
  const [guarded, setGuarded] = useState<PageLink>()
  const columns = useMemo(() => {
    const actions = mayWrite ? { edit: onEdit, protect: setGuarded, remove } : undefined
    return linkColumns({ sites, named, standings, authors, actions, isOfPage })
  }, [sites, named, standings, authors, mayWrite, onEdit, remove, isOfPage])
  const table = {
    ...{ list, columns, bulk },
    rowKey: ({ pageLinkId }: PageLink) => pageLinkId,
    ...(mayWrite && { onOpen: ({ pageLinkId }: PageLink) => onEdit(pageLinkId) }),
  }
  const gate = mayWrite && guarded && <GatePanel link={guarded} onClose={() => setGuarded(undefined)} />
  return { table, named, gate }
}
