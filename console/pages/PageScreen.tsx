import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isTransient } from '../api/problem.ts'
import { AudiencesTab } from '../audiences/AudiencesTab.tsx'
import { DemoBadge } from '../home/DemoLine.tsx'
import { LinksTab } from '../links/LinksTab.tsx'
import { ReleaseButton, ReleaseLine, ReleaseProgress } from '../releases/ReleaseLine.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { usePageStandings } from '../status/queries.ts'
import { pageStatus } from '../status/words.ts'
import { useAddress } from '../ui/address.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { useWidth } from '../ui/width.ts'
import { MainAction } from './MainAction.tsx'
import { PageMenu } from './PageMenu.tsx'
import { pageQuery } from './queries.ts'
import { ReachLine } from './ReachLine.tsx'
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

/** A page: its audiences, links, analytics and content. */
export function PageScreen() {
  const { pageId } = useParams({ from: '/shell/pages/$pageId' })
  const [search, change] = useAddress<PageSearch>()
  const { tab = 'audiences' } = search
  const { data: page, error, refetch } = useQuery(pageQuery(pageId))
  const standing = usePageStandings([pageId]).get(pageId)
  const navigate = useNavigate()
  const [head, setHead] = useState<HTMLElement | null>(null)
  /** A running release whose panel was closed. */
  const [closed, setClosed] = useState<string>()
  const isWide = useWidth().has('xl')
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
            <DemoBadge pageId={pageId} />
            {/* Narrow screens show the status in the line below. */}
            {isWide && <StatusBadge status={standing && pageStatus(standing)} />}
            <span ref={setHead} className="flex min-w-0 items-center gap-2" />
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
              {tab === 'content' && standing && pageStatus(standing).next !== 'publishChanges' && (
                <ReleaseButton pageId={pageId} onOpen={() => change({ release: 'new' })} />
              )}
              <MainAction page={page} standing={standing} isAtAudiences={tab === 'audiences'} />
            </>
          )
        }
      />
      {page && <ReachLine {...{ standing, isWide }} />}
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
