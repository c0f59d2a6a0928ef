import { Link2, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay, useSession } from '../api/session.ts'
import { useAudiencesNamed } from '../audiences/queries.ts'
import { PageFilter } from '../pages/PageField.tsx'
import { useLinkStandings } from '../status/queries.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { ExportLink } from '../ui/ExportLink.tsx'
import { Total } from '../ui/figures.tsx'
import { FilterBar, SearchField } from '../ui/filters.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useLinksBulk } from './bulk.ts'
import { DomainChip } from './DomainChip.tsx'
import { GatePanel } from './GatePanel.tsx'
import { LinkForm } from './LinkForm.tsx'
import { linkColumns } from './linkColumns.tsx'
import { readPath } from './path.ts'
import { linksQuery, useRemoveLink } from './queries.ts'
import type { LinksSearch } from './search.ts'
import { type PageLink, readable } from './words.ts'

type Props = {
  search: LinksSearch
  change: (change: Partial<LinksSearch>) => void
  /** The verified ones; none for users who are not admins. */
  domains: Shape<'TenantDomain'>[]
}

/** The links of one domain, whatever page they lead to. */
export function LinksTable({ search, change, domains }: Props) {
  const { domain, pageId, link } = search
  // The tabs above it are for those who administer.
  const [mayWrite, hasTabs] = [useMay('write'), useMay('admin')]
  const path = search.path && readPath(search.path).path
  const filters = {
    ...(domain && { tenantDomainId: domain }),
    ...(pageId && { pageId }),
    ...(path && { path }),
  }
  const list = useList(linksQuery(filters))
  const named = useAudiencesNamed(list.rows.map(({ target }) => target.audienceId))
  const { siteUrl } = useSession()
  const hostname = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname
  const site = hostname ? `https://${hostname}` : siteUrl
  const { selection, ...bulk } = useLinksBulk({ filters, list, named, site })
  const remove = useRemoveLink()
  const [guarded, setGuarded] = useState<PageLink>()
  const standings = useLinkStandings(list.rows.map(({ pageLinkId }) => pageLinkId))
  const columns = useMemo(() => {
    const actions = { edit: (id: string) => change({ link: id }), protect: setGuarded, remove }
    return linkColumns({ site, named, standings, actions: mayWrite ? actions : undefined })
  }, [site, named, standings, mayWrite, change, remove])
  const edited = list.rows.find(({ pageLinkId }) => pageLinkId === link)
  // The form needs to know what it shows now; null means nothing any more.
  const shown = edited && named.get(edited.target.audienceId)
  const isFiltered = Boolean(pageId || search.path)
  return (
    <>
      <div className={cx(hasTabs && 'pt-3')}>
        <FilterBar
          end={
            <span className="flex items-center gap-2">
              <Total of={list} one="link" many="links" />
              <ExportLink path="/v0/exports/links" />
            </span>
          }
        >
          <SearchField label="Find a path" value={search.path} onChange={(path) => change({ path })} />
          <PageFilter pageId={pageId} onChange={(pageId) => change({ pageId })} />
          <DomainChip domains={domains} value={domain} onChange={(domain) => change({ domain })} />
        </FilterBar>
      </div>
      <DataTable
        label="Links"
        columns={columns}
        list={list}
        rowKey={({ pageLinkId }) => pageLinkId}
        selection={selection}
        {...(mayWrite && { onOpen: ({ pageLinkId }: PageLink) => change({ link: pageLinkId }) })}
        empty={
          isFiltered ? (
            <EmptyState
              title="No matching links"
              action={
                <Button onClick={() => change({ path: undefined, pageId: undefined })}>Clear filters</Button>
              }
            >
              Enter the full path to find a link.
            </EmptyState>
          ) : (
            <NoLinks site={site} onCreate={mayWrite ? () => change({ link: 'new' }) : undefined} />
          )
        }
      />
      <BulkBar {...{ selection, ...bulk }} total={list.total} />
      {mayWrite && guarded && <GatePanel link={guarded} onClose={() => setGuarded(undefined)} />}
      {mayWrite && (
        <LinkForm
          key={link}
          open={link === 'new' || (edited !== undefined && shown !== undefined)}
          onClose={() => change({ link: undefined })}
          link={edited}
          isAnyPage
          pageId={edited ? shown?.pageId : pageId}
          domain={domain}
          siteUrl={siteUrl}
          domains={domains}
        />
      )}
    </>
  )
}

function NoLinks({ site, onCreate }: { site: string; onCreate: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={Link2}
      title="No links yet"
      action={
        onCreate && (
          <Button look="primary" icon={Plus} keys="c" onClick={onCreate}>
            Add your first link
          </Button>
        )
      }
    >
      A link gives a page an address that people can read, such as{' '}
      <span dir="ltr">{readable(site)}/spring</span>.
    </EmptyState>
  )
}
