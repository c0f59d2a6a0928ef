import { Link2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useAuthors } from '../api/authors.ts'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { useAudiencesNamed } from '../audiences/queries.ts'
import type { PageSearch } from '../pages/search.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useLinkStandings } from '../status/queries.ts'
import { useAddress } from '../ui/address.ts'
import { shortNumber } from '../ui/figures.tsx'
import { Segments } from '../ui/Segments.tsx'
import { useLinksBulk } from './bulk.ts'
import { DomainChip } from './DomainChip.tsx'
import { ExportLinksLine } from './ExportLinksLine.tsx'
import { GatePanel } from './GatePanel.tsx'
import { LinkForm } from './LinkForm.tsx'
import { linkColumns } from './linkColumns.tsx'
import { PersonalAddresses } from './PersonalAddresses.tsx'
import { linksQuery, pageLinksQuery, personalAddressesQuery, useRemoveLink } from './queries.ts'
import { type Sites, useSites } from './sites.ts'
import { type PageLink, readable } from './words.ts'

/** Where a page is found: the paths that lead to it, and what persons have below them. */
export function LinksTab({ page }: { page: Shape<'Page'> }) {
  const [{ kind }, change] = useAddress<PageSearch>()
  const sites = useSites()
  const all = pageLinksQuery(
    page.pageId,
    sites.domains.map(({ tenantDomainId }) => tenantDomainId),
  )
  const links = useList(all)
  const persons = useList(personalAddressesQuery(page.pageId))
  const whose = (persons.total ?? 0) > 0 && (
    <span className="-order-1">
      <Segments
        label="Whose"
        value={kind === 'persons' ? 'persons' : 'links'}
        options={[
          ['links', `Links ${shortNumber(links.total ?? 0)}`],
          ['persons', `People ${shortNumber(persons.total ?? 0)}`],
        ]}
        onChange={(next) =>
          change({ kind: next === 'persons' ? next : undefined, query: undefined, domain: undefined })
        }
      />
    </span>
  )
  return kind === 'persons' ? (
    <PersonalAddresses pageId={page.pageId} whose={whose} />
  ) : (
    <PageLinks {...{ page, whose, sites, all }} />
  )
}

type Props = {
  page: Shape<'Page'>
  whose: ReactNode
  sites: Sites
  all: ReturnType<typeof pageLinksQuery>
}

function PageLinks({ page: { pageId, status }, whose, sites, all }: Props) {
  const [{ domain, link }, change] = useAddress<PageSearch>()
  const query = domain ? linksQuery({ pageId, tenantDomainId: domain }) : all
  const list = useList(query)
  const standings = useLinkStandings(list.rows.map(({ pageLinkId }) => pageLinkId))
  const named = useAudiencesNamed(list.rows.map(({ target }) => target.audienceId))
  const { domains, siteUrl, siteAt, addressOf } = sites
  const mayWrite = useMay('write')
  const bulk = useLinksBulk({ query, list, named, addressOf })
  const remove = useRemoveLink()
  const [guarded, setGuarded] = useState<PageLink>()
  const authors = useAuthors(list.rows.map(({ pageLinkId }) => pageLinkId))
  const columns = useMemo(() => {
    const actions = { edit: (id: string) => change({ link: id }), protect: setGuarded, remove }
    return linkColumns({
      sites,
      named,
      standings,
      authors,
      actions: mayWrite ? actions : undefined,
      isOfPage: true,
    })
  }, [sites, named, standings, authors, mayWrite, change, remove])
  const edited = list.rows.find(({ pageLinkId }) => pageLinkId === link)
  return (
    <ListScreen
      title="Links"
      words={['link', 'links']}
      isPart
      list={list}
      columns={columns}
      rowKey={({ pageLinkId }) => pageLinkId}
      {...(mayWrite && { onOpen: ({ pageLinkId }: PageLink) => change({ link: pageLinkId }) })}
      bulk={bulk}
      create={
        mayWrite && {
          label: 'Add link',
          first: 'Add your first link',
          command: 'Add a link',
          run: () => change({ link: 'new' }),
        }
      }
      filters={
        <>
          {whose}
          {status !== 'published' && (
            <p className="flex min-h-8 items-center text-sm text-quiet">
              Links start working when the page is published.
            </p>
          )}
          <DomainChip domains={domains} value={domain} onChange={(domain) => change({ domain })} />
        </>
      }
      end={<ExportLinksLine pageId={pageId} />}
      none={{
        icon: Link2,
        text: `A link is a path on your site, such as ${readable(siteAt(domain))}/spring. People you add as audiences get their own address below it.`,
      }}
    >
      {mayWrite && guarded && <GatePanel link={guarded} onClose={() => setGuarded(undefined)} />}
      {mayWrite && (
        <LinkForm
          key={link}
          pageId={pageId}
          open={link !== undefined && (link === 'new' || link.startsWith('for:') || edited !== undefined)}
          onClose={() => change({ link: undefined })}
          link={edited}
          audienceId={link?.startsWith('for:') ? link.slice(4) : undefined}
          siteUrl={siteUrl}
          domains={domains}
        />
      )}
    </ListScreen>
  )
}
