import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Link2, Lock, Pencil, Share2, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAudienceFigures } from '../analytics/queries.ts'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay, useSession } from '../api/session.ts'
import { type NamedAudiences, useAudiencesNamed } from '../audiences/queries.ts'
import type { PageSearch } from '../pages/search.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Skeleton } from '../ui/states.tsx'
import { useLinksBulk } from './bulk.ts'
import { DomainChip } from './DomainChip.tsx'
import { ExportLinksLine } from './ExportLinksLine.tsx'
import { GatePanel } from './GatePanel.tsx'
import { LinkForm } from './LinkForm.tsx'
import { addressColumn, changedColumn, type LinkActions } from './linkColumns.tsx'
import { domainsQuery, linksQuery, useRemoveLink } from './queries.ts'
import { type Shared, SharePanel } from './SharePanel.tsx'
import { WhoseBadge } from './WhoseBadge.tsx'
import { type PageLink, readable } from './words.ts'

type Figures = ReadonlyMap<string, Shape<'AudienceFigures'>> | undefined

/** The paths that lead to a page. */
export function LinksTab({ page: { pageId, name, status } }: { page: Shape<'Page'> }) {
  const [{ domain, link }, change] = useAddress<PageSearch>()
  const { data: domains = [] } = useQuery(domainsQuery(useMay('admin')))
  const filters = { pageId, ...(domain && { tenantDomainId: domain }) }
  const list = useList(linksQuery(filters))
  const figures = useAudienceFigures(
    pageId,
    list.rows.map(({ target }) => target.audienceId),
  )
  const named = useAudiencesNamed(list.rows.map(({ target }) => target.audienceId))
  const { siteUrl } = useSession()
  const hostname = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname
  const site = hostname ? `https://${hostname}` : siteUrl
  const mayWrite = useMay('write')
  const bulk = useLinksBulk({ filters, list, named, site })
  const remove = useRemoveLink()
  const [guarded, setGuarded] = useState<PageLink>()
  const [shared, setShared] = useState<Shared>()
  const columns = useMemo(
    () =>
      pageLinkColumns(site, figures, named, mayWrite, {
        edit: (id) => change({ link: id }),
        protect: setGuarded,
        share: ({ target, path }) =>
          setShared({ pageId, audienceId: target.audienceId, address: site + path }),
        remove,
      }),
    [pageId, site, figures, named, mayWrite, change, remove],
  )
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
          <p className="flex min-h-8 items-center text-sm text-quiet">
            {status === 'published'
              ? `Each link shows ${name} to its audience.`
              : 'Links start working when the page is published.'}
          </p>
          <DomainChip domains={domains} value={domain} onChange={(domain) => change({ domain })} />
        </>
      }
      end={<ExportLinksLine pageId={pageId} />}
      none={{
        icon: Link2,
        text: `A link is a path on your site, such as ${readable(site)}/spring. People you add as audiences get their own address below it.`,
      }}
    >
      <SharePanel shared={shared} onClose={() => setShared(undefined)} />
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

function pageLinkColumns(
  site: string,
  figures: Figures,
  named: NamedAudiences,
  mayWrite: boolean,
  { edit, protect, share, remove }: LinkActions,
): Column<PageLink>[] {
  return [
    addressColumn(site, { head: 'Path', width: 'minmax(0, 1.5fr)', hostClass: 'text-faint max-lg:hidden' }),
    {
      key: 'audience',
      head: 'Shows',
      width: 'minmax(0, 1fr)',
      from: 'md',
      cell: ({ target }) => {
        const one = figures?.get(target.audienceId)
        return one ? (
          <span className="flex min-w-0 items-center gap-2 text-quiet">
            <span className="truncate">{one.effectiveName}</span>
            <span className="shrink-0 max-lg:hidden">
              <WhoseBadge audience={named.get(target.audienceId)} />
            </span>
            {named.get(target.audienceId)?.isLive === false && <Badge>Not live yet</Badge>}
          </span>
        ) : (
          <Skeleton className="h-3 w-24" />
        )
      },
    },
    changedColumn('md'),
    {
      key: 'menu',
      head: 'Actions',
      hideHead: true,
      width: mayWrite ? '164px' : '64px',
      align: 'end',
      cell: (link) => (
        <span className="flex items-center justify-end gap-1">
          <a
            href={site + link.path}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${link.path}`}
            title="Open"
            className="grid size-7 place-items-center rounded-md text-quiet hover:bg-hover hover:text-ink"
          >
            <ExternalLink aria-hidden className="size-4" />
          </a>
          <IconButton icon={Share2} size="sm" label={`Share ${link.path}`} onClick={() => share(link)} />
          {mayWrite && (
            <>
              <IconButton
                icon={Pencil}
                size="sm"
                label={`Edit ${link.path}`}
                onClick={() => edit(link.pageLinkId)}
              />
              <IconButton
                icon={Lock}
                size="sm"
                label={`Protect ${link.path}`}
                onClick={() => protect(link)}
              />
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Remove ${link.path}`}
                onClick={() => remove(link)}
              />
            </>
          )}
        </span>
      ),
      skeleton: 'none',
    },
  ]
}
