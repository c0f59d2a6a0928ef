import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announceConfirmed } from '../api/confirmation.ts'
import { notify } from '../ui/notify.tsx'
import { Centre, Ended } from './Centre.tsx'
import { finishAtProvider, type ProviderOutcome } from './provider.ts'
import { useAttempt, useEnter } from './queries.ts'

/** The redirect target of identity providers. The code works once and is removed from the URL. */
export function ProviderReturn() {
  const enter = useEnter()
  const navigate = useNavigate()
  const [query] = useState(() => location.search)
  const goOn = async ({ session, to, isConfirmed }: ProviderOutcome) => {
    if (session) return await enter(session, to ?? undefined)
    if (isConfirmed) {
      announceConfirmed()
      // Closes only windows that the console opened.
      window.close()
    }
    notify(isConfirmed ? 'Confirmed. Do again what you wanted to do.' : 'Connected')
    await navigate({ href: to ?? '/you', replace: true })
  }
  const attempt = useAttempt(finishAtProvider, goOn)
  const isSpent = useRef(false)
  const spend = useEffectEvent(() => {
    // The code works once, but effects run twice in development.
    if (!isSpent.current) attempt.mutate(query)
    isSpent.current = true
    history.replaceState(history.state, '', location.pathname)
  })
  useEffect(() => spend(), [])
  if (!attempt.error)
    return (
      <Centre>
        <p role="status" className="text-center text-sm text-quiet">
          Signing you in…
        </p>
      </Centre>
    )
  return (
    <Ended
      title="You are not signed in"
      lead={attempt.error.message}
      label="Go to sign-in"
      onGo={() => void navigate({ to: '/sign-in', replace: true })}
    />
  )
}
