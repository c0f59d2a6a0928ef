import { Link2 } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import type { PageSearch } from '../pages/search.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { DomainChip } from './DomainChip.tsx'
import { ExportLinksLine } from './ExportLinksLine.tsx'
import { LinkForm } from './LinkForm.tsx'
import { PersonalAddresses } from './PersonalAddresses.tsx'
import { linksQuery, personalAudiencesQuery } from './queries.ts'
import { type Sites, useSites } from './sites.ts'
import { useLinkRows } from './useLinkRows.tsx'
import { WhoseSegments } from './WhoseSegments.tsx'
import { readable } from './words.ts'

/** The links of a page, and the personal addresses below them. */
export function LinksTab({ page }: { page: Shape<'Page'> }) {
  const { pageId } = page
  const [{ kind }, change] = useAddress<PageSearch>()
  const sites = useSites()
  const all = linksQuery(
    { pageId },
    sites.domains.map(({ tenantDomainId }) => tenantDomainId),
  )
  const whose = (
    <WhoseSegments
      links={useList(all)}
      persons={useList(personalAudiencesQuery({ pageId }))}
      value={kind === 'persons' ? kind : undefined}
      onChange={(kind) => change({ kind, query: undefined, domain: undefined })}
    />
  )
  return kind === 'persons' ? (
    <PersonalAddresses pageId={pageId} isOfPage filters={whose} end={<ExportLinksLine pageId={pageId} />} />
  ) : (
    <PageLinks {...{ page, whose, sites }} />
  )
}

type Props = { page: Shape<'Page'>; whose: ReactNode; sites: Sites }

function PageLinks({ page: { pageId, status }, whose, sites }: Props) {
  const [{ domain, link }, change] = useAddress<PageSearch>()
  const onEdit = useCallback((link: string) => change({ link }), [change])
  const { table, gate } = useLinkRows({ filters: { pageId, domain }, sites, isOfPage: true, onEdit })
  const { domains, siteUrl, siteAt } = sites
  const mayWrite = useMay('write')
  const edited = table.list.rows.find(({ pageLinkId }) => pageLinkId === link)
  return (
    <ListScreen
      title="Links"
      words={['link', 'links']}
      isPart
      {...table}
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
      {gate}
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
