import { Link2, Plus } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { DemoLine } from '../home/DemoLine.tsx'
import { PageFilter } from '../pages/PageField.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { readPath } from '../ui/path.ts'
import { DomainChip } from './DomainChip.tsx'
import { LinkForm } from './LinkForm.tsx'
import { PersonalAddresses } from './PersonalAddresses.tsx'
import { linksQuery, personalAudiencesQuery } from './queries.ts'
import type { LinksSearch } from './search.ts'
import { type Sites, useSites } from './sites.ts'
import { useLinkRows } from './useLinkRows.tsx'
import { WhoseSegments } from './WhoseSegments.tsx'
import { readable } from './words.ts'

type Props = {
  search: LinksSearch
  change: (change: Partial<LinksSearch>) => void
}

/** The links of all pages, or the addresses of persons. */
export function LinksTable({ search, change }: Props) {
  const { pageId, kind } = search
  const sites = useSites()
  const all = linksQuery(
    {},
    sites.domains.map(({ tenantDomainId }) => tenantDomainId),
  )
  const filters = (
    <>
      <WhoseSegments
        links={useList(all)}
        persons={useList(personalAudiencesQuery({}))}
        value={kind}
        onChange={(kind) => change({ kind, query: undefined, path: undefined, domain: undefined })}
      />
      <PageFilter pageId={pageId} onChange={(pageId) => change({ pageId })} />
    </>
  )
  return kind === 'persons' ? (
    <PersonalAddresses pageId={pageId} filters={filters} above={<DemoLine includes="Links" />} />
  ) : (
    <LinkRows {...{ search, change, filters, sites }} />
  )
}

type RowsProps = Props & { filters: ReactNode; sites: Sites }

function LinkRows({ search, change, filters, sites }: RowsProps) {
  const { domain, pageId, link } = search
  const mayWrite = useMay('write')
  const path = search.path && readPath(search.path).path
  const onEdit = useCallback((link: string) => change({ link }), [change])
  const { table, named, gate } = useLinkRows({
    filters: { pageId, domain, path },
    sites,
    isOfPage: false,
    onEdit,
  })
  const { domains, siteUrl, siteAt } = sites
  const edited = table.list.rows.find(({ pageLinkId }) => pageLinkId === link)
  // The form waits for the audience; null means that it no longer exists.
  const shown = edited && named.get(edited.target.audienceId)
  return (
    <ListScreen
      title="Links"
      words={['link', 'links']}
      isPart
      above={<DemoLine includes="Links" />}
      {...table}
      search={{ label: 'Find a path', name: 'path' }}
      filters={
        <>
          {filters}
          <DomainChip domains={domains} value={domain} onChange={(domain) => change({ domain })} />
        </>
      }
      filterNames={['pageId']}
      exportPath="/v0/exports/links"
      none={{
        icon: Link2,
        action: mayWrite && (
          <Button look="primary" icon={Plus} keys="c" onClick={() => change({ link: 'new' })}>
            Add your first link
          </Button>
        ),
        text: (
          <>
            A link gives a page an address that people can read, such as{' '}
            <span dir="ltr">{readable(siteAt(domain))}/spring</span>.
          </>
        ),
      }}
      noMatch={{ text: 'Enter the full path to find a link.' }}
    >
      {gate}
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
    </ListScreen>
  )
}
