import { Link } from '@tanstack/react-router'
import { Ellipsis, ExternalLink, Lock, Pencil, Share2, Trash2 } from 'lucide-react'
import type { AudienceOverview } from '../audiences/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { cx } from '../ui/cx.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { WhoseBadge } from './WhoseBadge.tsx'
import { type PageLink, readable } from './words.ts'

export type LinkActions = {
  share: (link: PageLink) => void
  edit: (pageLinkId: string) => void
  protect: (link: PageLink) => void
  remove: (link: PageLink) => void
}
type Named = ReadonlyMap<string, AudienceOverview | null>

/** What is said of a link, and what can be done to it. */
export function linkColumns(site: string, named: Named, verbs: LinkActions | undefined): Column<PageLink>[] {
  const audienceOf = ({ target }: PageLink) => named.get(target.audienceId)
  return [
    addressColumn(site, {
      head: 'Address',
      width: 'minmax(0, 1.4fr)',
      hostClass: 'text-quiet max-xl:hidden',
    }),
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
      from: 'lg',
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
    changedColumn('lg'),
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

type AddressLook = { head: string; width: string /** Of the host, before the path. */; hostClass: string }

export function addressColumn(site: string, { head, width, hostClass }: AddressLook): Column<PageLink> {
  return {
    key: 'address',
    head,
    width,
    cell: ({ path }) => (
      <span className="flex min-w-0 items-center gap-1">
        <span dir="ltr" className="min-w-0 truncate" title={site + path}>
          <span className={hostClass}>{readable(site)}</span>
          <span className="font-medium">{readable(path)}</span>
        </span>
        <CopyButton text={site + path} label={`Copy the address of ${readable(path)}`} />
      </span>
    ),
  }
}

export function changedColumn(from: 'md' | 'lg'): Column<PageLink> {
  return {
    key: 'changed',
    head: 'Changed',
    width: '96px',
    align: 'end',
    from,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} className="text-quiet" />,
    skeleton: '64px',
  }
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
      <span className="shrink-0 max-xl:hidden">
        <WhoseBadge audience={audience} />
      </span>
      {!audience.isLive && <Badge>Not live yet</Badge>}
    </span>
  )
}

type LinkVerbsProps = { link: PageLink; address: string; verbs: LinkActions | undefined }

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
          <MenuItem icon={Share2} onSelect={() => verbs.share(link)}>
            Share
          </MenuItem>
          <MenuItem icon={Pencil} onSelect={() => verbs.edit(link.pageLinkId)}>
            Edit
          </MenuItem>
          <MenuItem icon={Lock} onSelect={() => verbs.protect(link)}>
            Protect
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
