import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay, useSession } from '../api/session.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { FirstStepsLine } from './FirstStepsLine.tsx'
import { Guide } from './Guide.tsx'
import { Overview } from './Overview.tsx'
import { homeQuery } from './queries.ts'
import type { HomeSearch } from './search.ts'
import { readSince } from './since.ts'

/** The first steps until a page is live; then the overview, with the remaining steps above it. */
export function HomeScreen() {
  const { tenantId } = useSession()
  const [search, change] = useAddress<HomeSearch>()
  const [since] = useState(() => readSince(tenantId))
  const storageName = `foyer.firstSteps.${tenantId}`
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(storageName) === 'dismissed')
  const { data: home, error, refetch } = useQuery(homeQuery(since))
  const mayWrite = useMay('write')
  // Opening them from the menu cancels their dismissal.
  useEffect(() => {
    if (!search.guide) return
    localStorage.removeItem(storageName)
    setIsDismissed(false)
  }, [search.guide, storageName])
  if (error && !home) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!home) return <HomeSkeleton />
  const isGuided = mayWrite && (search.guide || (!home.firstSteps.live && !isDismissed))
  const dismiss = () => {
    localStorage.setItem(storageName, 'dismissed')
    setIsDismissed(true)
    change({ guide: undefined })
  }
  if (isGuided) return <Guide steps={home.firstSteps} onDismiss={dismiss} />
  return (
    <Overview home={home} hasBeenHere={since !== undefined}>
      {mayWrite && !isDismissed && (
        <FirstStepsLine steps={home.firstSteps} onOpen={() => change({ guide: true })} onDismiss={dismiss} />
      )}
    </Overview>
  )
}

function HomeSkeleton() {
  return (
    <>
      <PageHeader title="Home" />
      <div aria-busy="true" className="mx-auto w-full max-w-5xl space-y-5 px-4 md:px-6">
        <Skeleton className="h-18 rounded-xl" />
        <div className="grid gap-5 lg:grid-cols-[8fr_5fr]">
          <Skeleton className="h-64 rounded-xl" />
          <Skeleton className="h-64 rounded-xl" />
        </div>
      </div>
    </>
  )
}
