import { Link } from '@tanstack/react-router'
import type { NextStep } from '../../shared/statusWords.ts'
import type { Author } from '../api/authors.ts'
import type { AudienceOverview, NamedAudiences } from '../audiences/queries.ts'
import { DemoBadge } from '../home/DemoLine.tsx'
import { openShare } from '../share/queries.ts'
import type { PageLinkStanding } from '../status/queries.ts'
import { copyAddress, StepCell } from '../status/StepCell.tsx'
import { linkStatus } from '../status/words.ts'
import { AuthorCell } from '../ui/AuthorCell.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { actionsColumn, timeColumn } from '../ui/columns.tsx'
import { cx } from '../ui/cx.ts'
import type { Column } from '../ui/DataTable.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Skeleton } from '../ui/states.tsx'
import { type LinkActions, LinkVerbs } from './LinkVerbs.tsx'
import type { Sites } from './sites.ts'
import { WhoseBadge } from './WhoseBadge.tsx'
import { type PageLink, readable } from './words.ts'

type LinkColumnOptions = {
  sites: Sites
  named: NamedAudiences
  standings: ReadonlyMap<string, PageLinkStanding>
  authors: ReadonlyMap<string, Author>
  actions: LinkActions | undefined
  /** Hides the page's name in lists of one page. */
  isOfPage: boolean
}

/** The columns and actions of links, on a page and across pages. */
export function linkColumns({
  sites: { siteAt, addressOf },
  named,
  standings,
  authors,
  actions,
  isOfPage,
}: LinkColumnOptions): Column<PageLink>[] {
  const audienceOf = ({ target }: PageLink) => named.get(target.audienceId)
  const all: (Column<PageLink> | false)[] = [
    {
      key: 'address',
      head: isOfPage ? 'Path' : 'Address',
      width: 'minmax(0, 1.8fr)',
      cell: (link) => (
        <span className="flex min-w-0 items-center gap-1">
          <span dir="ltr" className="max-w-full shrink-0 truncate font-medium" title={addressOf(link)}>
            {readable(link.path)}
          </span>
          <span className={cx('shrink-0', actions && 'max-md:hidden')}>
            <CopyButton text={addressOf(link)} label={`Copy the address of ${readable(link.path)}`} />
          </span>
          {!isOfPage && <DemoBadge pageId={audienceOf(link)?.pageId} />}
          {/* Paths are aligned; the host follows if there is room. */}
          <span dir="ltr" className="ms-1 min-w-0 truncate text-sm text-faint max-xl:hidden">
            {readable(siteAt(link.tenantDomainId))}
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      width: 'minmax(96px, 0.8fr)',
      cell: ({ pageLinkId }) => {
        const standing = standings.get(pageLinkId)
        return <StatusBadge status={standing && linkStatus(standing)} />
      },
      skeleton: '88px',
    },
    {
      key: 'audience',
      head: isOfPage ? 'Shows' : 'Audience',
      width: 'minmax(0, 1fr)',
      from: 'md',
      cell: (link) => <AudienceName audience={audienceOf(link)} isWhoseSaid={isOfPage} />,
    },
    !isOfPage && {
      key: 'page',
      head: 'Page',
      width: 'minmax(0, 0.8fr)',
      from: 'lg',
      cell: (link) => <PageName audience={audienceOf(link)} />,
    },
    {
      key: 'next',
      head: 'Next step',
      width: '128px',
      from: 'lg',
      cell: (link) => (
        <LinkStep
          {...{ link, actions }}
          address={addressOf(link)}
          standing={standings.get(link.pageLinkId)}
          audience={audienceOf(link)}
        />
      ),
      skeleton: '80px',
    },
    {
      key: 'author',
      head: 'Made by',
      width: 'minmax(0, 0.6fr)',
      from: 'xl',
      cell: ({ pageLinkId }) => <AuthorCell author={authors.get(pageLinkId)} />,
    },
    timeColumn({
      key: 'changed',
      head: 'Changed',
      width: '96px',
      from: 'xl',
      at: ({ updatedAt }) => updatedAt,
    }),
    actionsColumn(
      (link) => <LinkVerbs {...{ link, actions }} address={addressOf(link)} audience={audienceOf(link)} />,
      actions ? '60px' : '28px',
    ),
  ]
  return all.filter((column) => column !== false)
}

type LinkAudience = AudienceOverview | null | undefined

export function PageName({ audience }: { audience: LinkAudience }) {
  if (!audience) return null
  const { pageId, pageName } = audience
  return (
    <Link
      to="/pages/$pageId"
      params={{ pageId }}
      className="truncate text-quiet hover:text-ink hover:underline"
    >
      {pageName}
    </Link>
  )
}

type StepProps = {
  link: PageLink
  address: string
  standing: PageLinkStanding | undefined
  audience: LinkAudience
  actions: LinkActions | undefined
}

function LinkStep({ link, address, standing, audience, actions }: StepProps) {
  if (!standing) return null
  const run = (step: NextStep) => {
    if (step === 'copyLink') void copyAddress(address)
    else if (step === 'extend' || step === 'change') actions?.protect(link)
    else if (audience) openShare({ pageId: audience.pageId, audienceId: audience.audienceId })
  }
  return <StepCell step={linkStatus(standing).next} onStep={run} of={readable(link.path)} />
}

/** Wide tables show the kind of audience beside the name. */
function AudienceName({ audience, isWhoseSaid }: { audience: LinkAudience; isWhoseSaid: boolean }) {
  if (audience === undefined) return <Skeleton className="h-3 w-28" />
  if (audience === null) return <span className="text-quiet">Offline or deleted</span>
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
      <span className={cx('shrink-0', isWhoseSaid ? 'max-xl:hidden' : 'max-2xl:hidden')}>
        <WhoseBadge audience={audience} />
      </span>
    </span>
  )
}
