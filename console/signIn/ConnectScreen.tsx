import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Globe, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Mark } from '../shell/Mark.tsx'
import { useTitle } from '../shell/PageHeader.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { Centre, WideButton } from './Centre.tsx'
import { ConnectScopes } from './ConnectScopes.tsx'
import { type AppRequest, type AppScope, appRequestQuery, decide } from './connect.ts'

/** The OAuth consent screen: asks whether an app may act for the signed-in user. */
export function ConnectScreen() {
  const { uid } = useParams({ strict: false }) as { uid: string }
  const { data, error } = useQuery(appRequestQuery(uid))
  useTitle('Connect an app')
  if (error)
    return (
      <Centre
        title="This request doesn’t work any more"
        lead="It has ended, or began in another browser. Start again in the app."
      >
        {null}
      </Centre>
    )
  if (!data) return <Centre title="Connect an app">{null}</Centre>
  return <Asked key={data.tenantName} uid={uid} request={data} />
}

function Asked({ uid, request }: { uid: string; request: AppRequest }) {
  const { name, host, isConfirmed, isForeign, redirectUri, tenantName, user } = request
  const [scope, setScope] = useState<AppScope>(request.scopes.includes('write') ? 'write' : 'read')
  const heading = useRef<HTMLHeadingElement>(null)
  // The heading gets the focus, so that Enter alone never allows access.
  useEffect(() => heading.current?.focus(), [])
  const decision = useMutation({
    mutationFn: (decided: AppScope | null) => decide(uid, decided),
    onSuccess: ({ location }) => window.location.assign(location),
    onError: notifyProblem,
  })
  return (
    <main className="grid min-h-full place-items-center bg-rail px-4 py-8">
      <div className="w-full max-w-md">
        <div className="mb-5 flex items-center gap-3">
          <Avatar name={name} size={36} square />
          <span aria-hidden className="text-faint">
            ···
          </span>
          <Mark />
        </div>
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
          Let {name} into {tenantName}?
        </h1>
        <p className="mt-1 text-sm text-quiet">
          It will act as you, with less than you may do. You can end it at any time.
        </p>
        <ConnectScopes request={request} user={user} scope={scope} onChange={setScope} />
        <p className="mt-3 flex gap-2 text-sm text-quiet">
          {isForeign ? (
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          ) : (
            <Globe aria-hidden className="mt-0.5 size-4 shrink-0" />
          )}
          <span className="min-w-0 break-words">
            From <b className="font-semibold text-ink">{host}</b>
            {isConfirmed && ', which confirmed this app'}
            {!isConfirmed && !isForeign && ', registered by an admin of your team'}. Afterwards you go back to{' '}
            <code dir="ltr">{redirectUri}</code>
          </span>
        </p>
        {isForeign && (
          <p className="mt-3 rounded-lg bg-warn-tint p-3 text-sm text-warn">
            This app is not registered for {tenantName}. An admin can register it under Programs.
          </p>
        )}
        <div className="mt-5 grid grid-cols-2 gap-2">
          <WideButton disabled={decision.isPending} onClick={() => decision.mutate(null)}>
            Don’t allow
          </WideButton>
          <WideButton
            look="primary"
            disabled={isForeign}
            busy={decision.isPending}
            onClick={() => decision.mutate(scope)}
          >
            Allow
          </WideButton>
        </div>
      </div>
    </main>
  )
}
