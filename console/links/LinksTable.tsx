import { Link2, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAuthors } from '../api/authors.ts'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { useAudiencesNamed } from '../audiences/queries.ts'
import { DemoLine } from '../home/DemoLine.tsx'
import { PageFilter } from '../pages/PageField.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useLinkStandings } from '../status/queries.ts'
import { Button } from '../ui/Button.tsx'
import { readPath } from '../ui/path.ts'
import { useLinksBulk } from './bulk.ts'
import { DomainChip } from './DomainChip.tsx'
import { GatePanel } from './GatePanel.tsx'
import { LinkForm } from './LinkForm.tsx'
import { linkColumns } from './linkColumns.tsx'
import { linksQuery, useRemoveLink } from './queries.ts'
import type { LinksSearch } from './search.ts'
import { useSites } from './sites.ts'
import { type PageLink, readable } from './words.ts'

type Props = {
  search: LinksSearch
  change: (change: Partial<LinksSearch>) => void
}

/** The links of one domain, whatever page they lead to. */
export function LinksTable({ search, change }: Props) {
  const { domain, pageId, link } = search
  const mayWrite = useMay('write')
  const path = search.path && readPath(search.path).path
  const filters = {
    ...(domain && { tenantDomainId: domain }),
    ...(pageId && { pageId }),
    ...(path && { path }),
  }
  const list = useList(linksQuery(filters))
  const named = useAudiencesNamed(list.rows.map(({ target }) => target.audienceId))
  const sites = useSites()
  const { domains, siteUrl, siteAt, addressOf } = sites
  const bulk = useLinksBulk({ query: linksQuery(filters), list, named, addressOf })
  const remove = useRemoveLink()
  const [guarded, setGuarded] = useState<PageLink>()
  const standings = useLinkStandings(list.rows.map(({ pageLinkId }) => pageLinkId))
  const authors = useAuthors(list.rows.map(({ pageLinkId }) => pageLinkId))
  const columns = useMemo(() => {
    const actions = { edit: (id: string) => change({ link: id }), protect: setGuarded, remove }
    return linkColumns({ sites, named, standings, authors, actions: mayWrite ? actions : undefined })
  }, [sites, named, standings, authors, mayWrite, change, remove])
  const edited = list.rows.find(({ pageLinkId }) => pageLinkId === link)
  // The form needs to know what it shows now; null means nothing any more.
  const shown = edited && named.get(edited.target.audienceId)
  return (
    <ListScreen
      title="Links"
      words={['link', 'links']}
      isPart
      above={<DemoLine includes="Links" />}
      list={list}
      columns={columns}
      rowKey={({ pageLinkId }) => pageLinkId}
      {...(mayWrite && { onOpen: ({ pageLinkId }: PageLink) => change({ link: pageLinkId }) })}
      bulk={bulk}
      search={{ label: 'Find a path', name: 'path' }}
      filters={
        <>
          <PageFilter pageId={pageId} onChange={(pageId) => change({ pageId })} />
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
    </ListScreen>
  )
}
