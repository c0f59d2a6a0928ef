import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { announceConfirmed } from '../api/confirmation.ts'
import { notify } from '../ui/notify.tsx'
import { Centre, Ended } from './Centre.tsx'
import { finishAtProvider, type ProviderOutcome } from './provider.ts'
import { useAttempt, useEnter, useOnce } from './queries.ts'

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
  useOnce(() => {
    attempt.mutate(query)
    history.replaceState(history.state, '', location.pathname)
  })
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
