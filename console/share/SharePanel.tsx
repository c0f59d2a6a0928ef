import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { audienceQuery } from '../audiences/queries.ts'
import { gateQuery } from '../links/queries.ts'
import { pageQuery } from '../pages/queries.ts'
import { refreshStandings, useAudienceStandings, usePageStandings } from '../status/queries.ts'
import { SidePanel } from '../ui/SidePanel.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Choose } from './Choose.tsx'
import { DonePane } from './DonePane.tsx'
import type { PublishResult } from './publish.ts'
import { closeShare, type ShareSubject } from './queries.ts'

/** Everything to decide before publishing and sharing a page: changes, audience, address, protection, time. */
export function SharePanel({ subject: asked }: { subject: ShareSubject }) {
  const { pageId } = asked
  const pageStanding = usePageStandings([pageId]).get(pageId)
  // Without an audience, the page is published for everyone: the existing public audience, or a new one.
  const audienceId = asked.audienceId ?? pageStanding?.everyoneId ?? undefined
  const subject: ShareSubject = { ...asked, ...(audienceId && { audienceId }) }
  const page = useQuery(pageQuery(pageId))
  const audience = useQuery({
    ...audienceQuery(pageId, audienceId ?? ''),
    enabled: audienceId !== undefined,
  })
  const standing = useAudienceStandings(audienceId ? [audienceId] : []).get(audienceId ?? '')
  const linkId = standing?.pageLinkId ?? ''
  const gate = useQuery({ ...gateQuery(linkId), enabled: linkId !== '' })
  const link = useQuery({
    queryKey: keys.links.one(linkId),
    queryFn: ({ signal }) => api.pageLinks.get(linkId, { signal }),
    enabled: linkId !== '',
  })
  const [done, setDone] = useState<PublishResult>()
  const client = useQueryClient()
  // Refetches what visitors see first, because after an undo, it no longer contains the link that was removed.
  const refresh = async () => {
    await refreshStandings(client)
    // Lets the panel render with it before other queries are refetched.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  const error = page.error ?? audience.error ?? gate.error ?? link.error
  const isReady =
    page.data &&
    (asked.audienceId || pageStanding) &&
    (!audienceId || (audience.data && standing)) &&
    (linkId === '' || (gate.data && link.data))
  if (!isReady || !page.data)
    return (
      <SidePanel open onClose={closeShare} title="Publish and share" width="full">
        {error ? (
          <ErrorState error={error} onRetry={() => void refresh()} />
        ) : (
          <div className="space-y-5 p-5" aria-busy="true">
            <Skeleton className="h-24 max-w-96" />
            <Skeleton className="h-9 max-w-96" />
            <Skeleton className="h-9 max-w-96" />
          </div>
        )}
      </SidePanel>
    )
  const audienceName = audience.data?.effectiveName ?? 'Everyone'
  if (done)
    return (
      <DonePane
        {...{ subject, done, audienceName }}
        page={page.data}
        onUndone={() => {
          setDone(undefined)
          void refresh()
        }}
      />
    )
  return (
    <Choose
      {...{ subject, standing, audienceName }}
      page={page.data}
      audience={audience.data}
      gate={gate.data}
      link={link.data}
      onDone={(made) => {
        setDone(made)
        void refresh()
      }}
    />
  )
}
