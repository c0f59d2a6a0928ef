import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Globe, LayoutTemplate, Share2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { List } from '../../api/lists.ts'
import type { Shape } from '../../api/schema.ts'
import { useMay, useSession } from '../../api/session.ts'
import { type Shared, SharePanel } from '../../links/SharePanel.tsx'
import { useCommand } from '../../shell/commands.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { Skeleton } from '../../ui/states.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Check } from './Check.tsx'
import { type Audience, linksQuery, liveQuery, type Version, type Where } from './queries.ts'
import { VersionMenu } from './VersionMenu.tsx'

type Props = {
  page: Shape<'Page'> | undefined
  audience: Audience | undefined
  shown: Version | undefined
  newest: Version | undefined
  /** The version that is being made in sight. */
  making: Version | undefined
  where: Where
  list: List<Version>
  isPublishing: boolean
  onOpen: (versionId: string) => void
  onCompare: () => void
  onPublish: (version: Version) => void
  /** The blocks of the version in sight, and how to show one. */
  blockIds: string[]
  onReveal: (blockId: string) => void
}

/** Whose page this is, which version is in sight and what visitors see, and the one thing to do with it. */
export function StudioHeader({
  page,
  audience,
  shown,
  making,
  list,
  onPublish,
  isPublishing,
  blockIds,
  onReveal,
  ...rest
}: Props) {
  const [mayWrite, mayPublish] = [useMay('write'), useMay('publish')]
  const { data: isLive = true } = useQuery({
    ...liveQuery(placeOf(audience)),
    enabled: audience !== undefined,
  })
  const isPublic = shown?.status === 'published' && isLive
  const isOlder = shown?.status === 'archived'
  const label =
    shown &&
    (isOlder ? `Roll back to version ${shown.versionNumber}` : `Publish version ${shown.versionNumber}`)
  const canPublish = mayPublish && shown !== undefined && !isPublic && !making && !isPublishing
  const publish = () => shown && onPublish(shown)
  useShortcut('p', publish, canPublish)
  useCommand(
    canPublish && label
      ? { id: 'publish version', label, icon: isOlder ? Undo2 : Globe, keys: 'p', run: publish }
      : undefined,
  )
  const visible = making ?? shown
  return (
    <>
      <PageHeader
        title={audience?.effectiveName ?? '…'}
        above={{ label: page?.name ?? 'Page', to: `/pages/${audience?.pageId ?? ''}` }}
        beside={
          <div className="flex shrink-0 items-center max-lg:hidden">
            {visible ? (
              <VersionMenu shown={visible} list={list} isLive={isLive} {...rest} />
            ) : (
              <Skeleton className="ms-2 h-4 w-40" />
            )}
            <Visible audience={audience} shown={shown} pageStatus={page?.status} isLive={isLive} />
          </div>
        }
        more={
          audience &&
          page && (
            <>
              {canPublish && shown.status === 'draft' && (
                <Check where={audience} version={shown} blockIds={blockIds} onReveal={onReveal} />
              )}
              {mayWrite && audience.archivedAt === null && (
                <Link
                  to="/pages/$pageId/audiences/$audienceId/edit"
                  params={{ pageId: audience.pageId, audienceId: audience.audienceId }}
                  className={buttonClass('quiet')}
                >
                  <LayoutTemplate aria-hidden className="size-4" />
                  <span className="max-xl:sr-only">Edit blocks</span>
                </Link>
              )}
              {isLive && <PublicLink audience={audience} pageStatus={page.status} />}
              {audience.archivedAt === null && <ShareButton audience={audience} />}
            </>
          )
        }
        action={
          mayPublish &&
          shown &&
          !isPublic && (
            <Button
              look={isOlder ? 'plain' : 'primary'}
              icon={isOlder ? Undo2 : Globe}
              keys="p"
              busy={isPublishing}
              disabled={!canPublish}
              onClick={publish}
            >
              {label}
            </Button>
          )
        }
      />
      {visible && (
        <div className="flex items-center px-2 pb-1.5 md:px-4 lg:hidden">
          <VersionMenu shown={visible} list={list} isLive={isLive} {...rest} />
        </div>
      )}
    </>
  )
}

function ShareButton({ audience: { pageId, audienceId } }: { audience: Audience }) {
  const [shared, setShared] = useState<Shared>()
  return (
    <>
      <Button look="quiet" icon={Share2} onClick={() => setShared({ pageId, audienceId })}>
        <span className="max-xl:sr-only">Share</span>
      </Button>
      <SharePanel shared={shared} onClose={() => setShared(undefined)} />
    </>
  )
}

function placeOf(audience: Audience | undefined): Where {
  return { pageId: audience?.pageId ?? '', audienceId: audience?.audienceId ?? '' }
}

/** What visitors see, where it is not what is in sight. */
function Visible({
  audience,
  shown,
  pageStatus,
  isLive,
}: {
  audience: Audience | undefined
  shown: Version | undefined
  pageStatus: string | undefined
  isLive: boolean
}) {
  if (!audience || !shown || !pageStatus) return null
  const { publishedVersion } = audience
  const words =
    pageStatus !== 'published'
      ? 'Not public: the page is not published'
      : !isLive
        ? 'Not public: no version is published'
        : shown.versionId === publishedVersion.versionId
          ? ''
          : `Visitors see version ${publishedVersion.versionNumber}`
  if (!words) return null
  return <span className="ms-1 truncate text-sm text-faint max-[96rem]:hidden">{words}</span>
}

/** Where the page is public, if it is. */
function PublicLink({ audience, pageStatus }: { audience: Audience; pageStatus: string }) {
  const { siteUrl } = useSession()
  const { data: links = [] } = useQuery(linksQuery(audience))
  const link = links.find(({ target }) => target.audienceId === audience.audienceId)
  if (pageStatus !== 'published' || !link) return null
  return (
    <Tooltip label="Open the public page">
      <a href={siteUrl + link.path} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
        <span className="sr-only">Open the public page</span>
        <span className="max-w-40 truncate max-lg:hidden">{link.path}</span>
        <ArrowUpRight aria-hidden className="size-4" />
      </a>
    </Tooltip>
  )
}
