import { Link } from '@tanstack/react-router'
import { Ellipsis, ExternalLink, Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay, useSession } from '../api/session.ts'
import { type AudienceOverview, useAudiencesNamed } from '../audiences/queries.ts'
import { PageFilter } from '../pages/PageField.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonClass, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { cx } from '../ui/cx.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { RelativeTime, ShortNumber } from '../ui/figures.tsx'
import { FilterBar, FilterChip, SearchField } from '../ui/filters.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { LinkForm } from './LinkForm.tsx'
import { readPath } from './path.ts'
import { linksQuery, useRemoveLink } from './queries.ts'
import type { LinksSearch } from './routes.ts'
import { type PageLink, readable } from './words.ts'

type Props = {
  search: LinksSearch
  change: (change: Partial<LinksSearch>) => void
  /** Those that are verified; none for whoever does not administer. */
  domains: Shape<'TenantDomain'>[]
}

/** The links of one domain, whatever page they lead to. */
export function LinksTable({ search, change, domains }: Props) {
  const { domain, pageId, link } = search
  // The tabs above it are for those who administer.
  const [mayWrite, hasTabs] = [useMay('write'), useMay('admin')]
  const path = search.path && readPath(search.path).path
  const list = useList(
    linksQuery({
      ...(domain && { tenantDomainId: domain }),
      ...(pageId && { pageId }),
      ...(path && { path }),
    }),
  )
  const named = useAudiencesNamed(list.rows.map(({ target }) => target.audienceId))
  const { siteUrl } = useSession()
  const hostname = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname
  const site = hostname ? `https://${hostname}` : siteUrl
  const remove = useRemoveLink()
  const columns = useMemo(() => {
    const verbs = { edit: (id: string) => change({ link: id }), remove: (one: PageLink) => void remove(one) }
    return linkColumns(site, named, mayWrite ? verbs : undefined)
  }, [site, named, mayWrite, change, remove])
  const edited = list.rows.find(({ pageLinkId }) => pageLinkId === link)
  // The form needs to know what it shows now; null means nothing any more.
  const shown = edited && named.get(edited.target.audienceId)
  const isFiltered = Boolean(pageId || search.path)
  return (
    <>
      <div className={cx(hasTabs && 'pt-3')}>
        <FilterBar
          end={
            list.total != null && (
              <span>
                <ShortNumber value={list.total} /> {list.total === 1 ? 'link' : 'links'}
              </span>
            )
          }
        >
          <SearchField label="Find a path" value={search.path} onChange={(path) => change({ path })} />
          <PageFilter pageId={pageId} onChange={(pageId) => change({ pageId })} />
          {domains.length > 0 && (
            <FilterChip
              label="Domain"
              options={domains.map(({ tenantDomainId, hostname }) => ({
                value: tenantDomainId,
                label: hostname,
              }))}
              value={domain}
              onChange={(domain) => change({ domain })}
            />
          )}
        </FilterBar>
      </div>
      <DataTable
        label="Links"
        columns={columns}
        list={list}
        rowKey={({ pageLinkId }) => pageLinkId}
        {...(mayWrite && { onOpen: ({ pageLinkId }: PageLink) => change({ link: pageLinkId }) })}
        empty={
          isFiltered ? (
            <EmptyState
              title="No link matches"
              action={
                <Button onClick={() => change({ path: undefined, pageId: undefined })}>
                  Clear the filters
                </Button>
              }
            >
              A path is found when you write all of it.
            </EmptyState>
          ) : (
            <NoLinks site={site} onCreate={mayWrite ? () => change({ link: 'new' }) : undefined} />
          )
        }
      />
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

type Verbs = { edit: (pageLinkId: string) => void; remove: (link: PageLink) => void }
type Named = ReadonlyMap<string, AudienceOverview | null>

function linkColumns(site: string, named: Named, verbs: Verbs | undefined): Column<PageLink>[] {
  const audienceOf = ({ target }: PageLink) => named.get(target.audienceId)
  return [
    {
      key: 'address',
      head: 'Address',
      width: 'minmax(0, 1.4fr)',
      cell: ({ path }) => (
        <span className="flex min-w-0 items-center gap-1" dir="ltr">
          <span className="min-w-0 truncate" title={site + path}>
            <span className="text-quiet max-md:hidden">{readable(site)}</span>
            <span className="font-medium">{readable(path)}</span>
          </span>
          <CopyButton text={site + path} label={`Copy the address of ${readable(path)}`} />
        </span>
      ),
    },
    {
      key: 'audience',
      head: 'Audience',
      width: 'minmax(0, 1fr)',
      cell: (link) => <AudienceName audience={audienceOf(link)} />,
    },
    {
      key: 'page',
      head: 'Page',
      width: 'minmax(0, 0.9fr)',
      from: 'md',
      cell: (link) => {
        const { pageId, pageName } = audienceOf(link) ?? {}
        return (
          pageId && (
            <Link
              to="/pages/$pageId"
              params={{ pageId }}
              className="text-quiet hover:text-ink hover:underline"
            >
              {pageName}
            </Link>
          )
        )
      },
    },
    {
      key: 'changed',
      head: 'Changed',
      width: '96px',
      align: 'end',
      from: 'lg',
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} className="text-quiet" />,
      skeleton: '64px',
    },
    {
      key: 'menu',
      head: 'Actions',
      hideHead: true,
      width: verbs ? '60px' : '28px',
      align: 'end',
      cell: (link) => <LinkVerbs link={link} address={site + link.path} verbs={verbs} />,
      skeleton: 'none',
    },
  ]
}

function AudienceName({ audience }: { audience: AudienceOverview | null | undefined }) {
  if (audience === undefined) return <Skeleton className="h-3 w-28" />
  if (audience === null) return <span className="text-warn">Archived or deleted</span>
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={audience.effectiveName} />
      <Link
        to="/pages/$pageId/audiences/$audienceId"
        params={{ pageId: audience.pageId, audienceId: audience.audienceId }}
        className="truncate hover:underline"
      >
        {audience.effectiveName}
      </Link>
    </span>
  )
}

type LinkVerbsProps = { link: PageLink; address: string; verbs: Verbs | undefined }

function LinkVerbs({ link, address, verbs }: LinkVerbsProps) {
  const path = readable(link.path)
  return (
    <span className="flex items-center justify-end gap-1">
      <Tooltip label={`Open ${path}`}>
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${path}`}
          className={cx(buttonClass('quiet', 'sm'), 'aspect-square px-0!')}
        >
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </Tooltip>
      {verbs && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${path}`} size="sm" />}>
          <MenuItem icon={Pencil} onSelect={() => verbs.edit(link.pageLinkId)}>
            Edit
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onSelect={() => verbs.remove(link)}>
            Remove
          </MenuItem>
        </Menu>
      )}
    </span>
  )
}
