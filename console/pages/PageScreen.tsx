import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Archive, ArchiveRestore, ExternalLink, Globe } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useList } from '../api/lists.ts'
import { isTransient } from '../api/problem.ts'
import { useMay } from '../api/session.ts'
import { AudiencesTab } from '../audiences/AudiencesTab.tsx'
import { audiencesQuery, useAudiencesNamed } from '../audiences/queries.ts'
import { whomOf } from '../audiences/words.ts'
import { LinksTab } from '../links/LinksTab.tsx'
import { useReach } from '../links/queries.ts'
import { mainPath, type Reach, readable } from '../links/words.ts'
import { ReleaseButton, ReleaseLine, ReleaseProgress } from '../releases/ReleaseLine.tsx'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Status } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { PageMenu } from './PageMenu.tsx'
import { pageQuery, usePageVerbs } from './queries.ts'

import type { PageSearch } from './search.ts'
import type { Page, PageTab } from './words.ts'

const AnalyticsTab = lazy(async () => ({
  default: (await import('../analytics/AnalyticsTab.tsx')).AnalyticsTab,
}))
const ContentTab = lazy(async () => ({ default: (await import('../content/ContentTab.tsx')).ContentTab }))
const ReleasePanel = lazy(async () => ({
  default: (await import('../releases/ReleasePanel.tsx')).ReleasePanel,
}))
const RolloutsTab = lazy(async () => ({ default: (await import('../releases/RolloutsTab.tsx')).RolloutsTab }))
const SettingsTab = lazy(async () => ({ default: (await import('./settings/SettingsTab.tsx')).SettingsTab }))

const above = { label: 'Pages', to: '/pages' }

/** A page: whom it is made for, where they find it, what comes of it, and what it is. */
export function PageScreen() {
  const { pageId } = useParams({ from: '/shell/pages/$pageId' })
  const [search, change] = useAddress<PageSearch>()
  const { tab = 'audiences' } = search
  const { data: page, error, refetch } = useQuery(pageQuery(pageId))
  const navigate = useNavigate()
  const [head, setHead] = useState<HTMLElement | null>(null)
  /** A release whose panel was closed before it ended. */
  const [closed, setClosed] = useState<string>()
  if (error && !(page && isTransient(error)))
    return <ErrorState error={error} onRetry={() => void refetch()} />
  const tabs = [
    { value: 'content', label: 'Content' },
    { value: 'audiences', label: 'Audiences', count: page?.audiencesCount },
    { value: 'links', label: 'Links' },
    { value: 'releases', label: 'Releases' },
    { value: 'analytics', label: 'Analytics' },
    { value: 'settings', label: 'Settings' },
  ] as const
  return (
    <>
      <PageHeader
        title={page?.name ?? 'Page'}
        above={above}
        beside={
          <>
            <span className={tab === 'content' ? 'max-md:hidden' : undefined}>
              {page ? <Status of={page.status} /> : <Skeleton className="h-4 w-20" />}
            </span>
            <span ref={setHead} className="min-w-0" />
          </>
        }
        more={
          page && (
            <>
              <ReleaseLine pageId={pageId} onOpen={() => change({ release: 'new' })} />
              <PageMenu page={page} onRemoved={() => void navigate({ to: '/pages', ignoreBlocker: true })} />
            </>
          )
        }
        action={
          page && (
            <>
              <MainAction page={page} />
              {tab === 'content' && (
                <ReleaseButton pageId={pageId} onOpen={() => change({ release: 'new' })} />
              )}
            </>
          )
        }
      />
      {page && tab !== 'content' && (
        <ReachLine page={page} onAddLink={() => change({ tab: 'links', link: 'new' })} />
      )}
      {closed && closed !== search.release && (
        <ReleaseProgress
          key={closed}
          releaseId={closed}
          onOpen={() => change({ release: closed })}
          onDone={() => setClosed(undefined)}
        />
      )}
      <Tabs
        label={`Sections of ${page?.name ?? 'the page'}`}
        tabs={tabs}
        value={tab}
        onChange={(next: PageTab) =>
          change({
            ...{ tab: next === 'audiences' ? undefined : next, query: undefined, archived: undefined },
            ...{ create: undefined, link: undefined, domain: undefined, brand: undefined },
            ...{ stage: undefined, kind: undefined, open: undefined },
          })
        }
      >
        <TabPanel value={tab}>
          {page && (
            <Suspense fallback={<TabSkeleton />}>
              <Part tab={tab} page={page} head={head} />
            </Suspense>
          )}
          {!page && <TabSkeleton />}
        </TabPanel>
      </Tabs>
      {search.release && (
        <Suspense fallback={null}>
          <ReleasePanel
            pageId={pageId}
            what={search.release}
            onClose={(underWay) => {
              setClosed(underWay)
              change({ release: undefined })
            }}
            onOpen={(release) => change({ release })}
            onConflicts={() => void navigate({ to: '/pages/$pageId/conflicts', params: { pageId } })}
          />
        </Suspense>
      )}
    </>
  )
}

function Part({ tab, page, head }: { tab: PageTab; page: Page; head: HTMLElement | null }) {
  if (tab === 'content') return <ContentTab page={page} head={head} />
  if (tab === 'links') return <LinksTab page={page} />
  if (tab === 'releases') return <RolloutsTab pageId={page.pageId} />
  if (tab === 'analytics') return <AnalyticsTab page={page} />
  if (tab === 'settings') return <SettingsTab key={page.pageId} page={page} />
  return <AudiencesTab page={page} />
}

function TabSkeleton() {
  return (
    <div className="space-y-4 px-4 py-5 md:px-6" aria-busy>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-40" />
    </div>
  )
}

/** What one most likely wants of a page as it is: to publish it, to bring it back, or to look at it. */
function MainAction({ page }: { page: Page }) {
  const [mayWrite, mayPublish] = [useMay('write'), useMay('publish')]
  const { publish, archive, restore } = usePageVerbs()
  const { address, isLive } = usePublicAddress(page)
  useCommand(
    mayPublish && page.status === 'published'
      ? { id: 'archive page', label: `Archive ${page.name}`, icon: Archive, run: () => void archive(page) }
      : undefined,
  )
  if (page.status === 'draft' && mayPublish)
    return (
      <Button look="primary" icon={Globe} onClick={() => void publish(page)}>
        Publish page
      </Button>
    )
  if (page.status === 'archived' && mayWrite)
    return (
      <Button look="primary" icon={ArchiveRestore} onClick={() => void restore(page)}>
        Restore as a draft
      </Button>
    )
  if (page.status !== 'published' || !address || !isLive) return null
  return (
    <a href={address} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
      <ExternalLink aria-hidden className="-ms-0.5 size-4" />
      <span className="max-sm:sr-only">Open page</span>
    </a>
  )
}

function usePublicAddress(page: Page): { address?: string; isLive?: boolean } {
  const reach = useReach(page)
  const path = reach && mainPath(reach)
  const isLive = useIsLive(page, reach, path)
  return path === undefined ? {} : { address: `${reach?.siteUrl}${path}`, isLive }
}

/** Whether visitors see something at the main path of a page: its audience is live. False until that is known. */
function useIsLive(page: Page, reach: Reach | undefined, path: string | undefined): boolean {
  const list = useList(audiencesQuery(page.pageId, {}))
  const ids = reach?.isHome
    ? list.rows.filter((audience) => whomOf(audience) === 'everyone').map(({ audienceId }) => audienceId)
    : (reach?.links ?? []).filter((link) => link.path === path).map(({ target }) => target.audienceId)
  const named = useAudiencesNamed(ids)
  return ids.some((id) => named.get(id)?.isLive)
}

/** How visitors reach it, in words. */
function ReachLine({ page, onAddLink }: { page: Page; onAddLink: () => void }) {
  const reach = useReach(page)
  const { address, isLive } = usePublicAddress(page)
  const mayWrite = useMay('write')
  const more = (reach?.links.length ?? 0) - 1
  return (
    <div className="-mt-1.5 flex min-h-8 min-w-0 items-center gap-1 px-4 pb-1.5 text-sm text-quiet md:px-6">
      {!reach && <Skeleton className="h-3 w-56" />}
      {reach && address && (
        <>
          <span className="shrink-0">
            {page.status === 'published' && !isLive
              ? 'Not live yet. Once a version is published, visitors find it at'
              : reachWords[page.status]}
          </span>
          <span dir="ltr" className="min-w-0 truncate text-ink" title={address}>
            {readable(address)}
          </span>
          <CopyButton text={address} label="Copy the address" />
          {more > 0 && <span className="shrink-0 max-md:hidden">and {more} more</span>}
        </>
      )}
      {reach && !address && (
        <>
          <span className="min-w-0 truncate">
            {page.status === 'archived' ? 'Not visible to visitors.' : 'No link yet.'}
          </span>
          {mayWrite && page.status !== 'archived' && (
            <button
              type="button"
              onClick={onAddLink}
              className="shrink-0 rounded-sm font-medium text-accent hover:underline hover:underline-offset-3"
            >
              Add a link
            </button>
          )}
        </>
      )}
    </div>
  )
}

const reachWords: Record<Page['status'], string> = {
  published: 'Visitors find it at',
  draft: 'Once published, visitors find it at',
  archived: 'Visitors no longer find it at',
}
