import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import { type Session, signIn } from '../api/session.ts'
import { Centre, TextButton } from './Centre.tsx'
import { EmailForm, LinkSent } from './EmailForm.tsx'
import { KeyForm } from './KeyForm.tsx'
import { NameForm } from './NameForm.tsx'
import { OpenedLink } from './OpenedLink.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProviderForm, Providers } from './Providers.tsx'
import { type Outcome, takeFromAddress, useAttempt, useEnter, waysQuery } from './queries.ts'

type Way = 'start' | 'password' | 'key' | 'provider' | { sentTo: string }

/** All ways into the console. Links of e-mails and of the command line lead here, with their token in the fragment. */
export function SignInScreen() {
  const { to } = useSearch({ from: '/sign-in' })
  const [isFirst] = useState(() => location.hash.endsWith('&first'))
  const [code] = useState(() => takeFromAddress('code'))
  const [link, setLink] = useState(() => takeFromAddress('link'))
  useEffect(() => {
    document.title = 'Sign in · Foyer'
  }, [])
  if (link) return <OpenedLink token={link} onBack={() => setLink(undefined)} />
  if (code) return <WithCode {...{ code, to, isFirst }} />
  return <Ways to={to} />
}

/** The link that the command line prints signs in at once. */
function WithCode({ code, to, isFirst }: { code: string; to: string | undefined; isFirst: boolean }) {
  const enter = useEnter()
  const goOn = (session: Session) => enter(session, to ?? '/pages')
  const attempt = useAttempt(signIn, (session) => (isFirst && !session.user ? undefined : goOn(session)))
  const isSpent = useRef(false)
  const spend = useEffectEvent(() => {
    // It works once, and development runs effects twice.
    if (!isSpent.current) attempt.mutate({ code })
    isSpent.current = true
  })
  useEffect(() => spend(), [])
  if (attempt.data && isFirst) {
    const session = attempt.data
    return <NameForm onDone={goOn} onSkip={() => goOn(session)} />
  }
  if (!attempt.isError)
    return (
      <Centre>
        <p role="status" className="text-center text-sm text-quiet">
          Signing you in…
        </p>
      </Centre>
    )
  return (
    <Ways
      to={to}
      warning={
        attempt.error instanceof ProblemError && attempt.error.status !== 0 ? (
          <>
            This link has been used or has expired. Sign in another way, or create a new link with{' '}
            <code className="text-xs whitespace-nowrap">npx foyer console</code>.
          </>
        ) : (
          'Foyer can’t be reached. Check that it is running, then open the link again.'
        )
      }
    />
  )
}

function Ways({ to, warning }: { to: string | undefined; warning?: React.ReactNode }) {
  const { data: ways, isPending } = useQuery(waysQuery)
  const [way, setWay] = useState<Way>('start')
  const enter = useEnter()
  const goOn = (outcome: Outcome) => ('next' in outcome ? undefined : enter(outcome, to))
  const shown = way === 'start' && ways && !ways.hasUsers && ways.providers.length === 0 ? 'key' : way
  const alert = warning && (
    <p role="alert" className="mt-4 rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
      {warning}
    </p>
  )
  const back = () => setWay('start')
  if (isPending && way === 'start') return <Centre title="Sign in">{alert}</Centre>
  if (typeof shown === 'object') return <LinkSent email={shown.sentTo} onBack={back} />
  if (shown === 'key')
    return (
      <Centre
        title="Sign in"
        lead="Enter an API key of your workspace. The key is not stored in this browser."
      >
        {alert}
        <KeyForm to={to} />
        {ways?.hasUsers && <Other onClick={back} />}
      </Centre>
    )
  if (shown === 'provider')
    return (
      <Centre title="Single sign-on">
        <ProviderForm />
        <Other onClick={back} />
      </Centre>
    )
  if (shown === 'password')
    return (
      <Centre title="Sign in with a password">
        <PasswordForm onDone={goOn} onLink={ways?.email ? (email) => setWay({ sentTo: email }) : undefined} />
        <Other onClick={back} />
      </Centre>
    )
  return (
    <Centre
      title={ways?.tenantName ? `Sign in to ${ways.tenantName}` : 'Sign in'}
      lead={location.host}
      foot="No account yet? Ask an admin of your team for an invitation."
    >
      {alert}
      <Providers
        providers={ways?.providers ?? []}
        separator={ways?.email ? 'or by e-mail' : 'or with a password'}
      />
      {ways?.email ? (
        <EmailForm onSent={(email) => setWay({ sentTo: email })} />
      ) : (
        <PasswordForm onDone={goOn} onLink={undefined} />
      )}
      <div className="mt-5 flex flex-wrap gap-x-4">
        {ways?.email && <TextButton onClick={() => setWay('password')}>Use a password</TextButton>}
        {ways?.providers.length === 0 && (
          <TextButton onClick={() => setWay('provider')}>Use single sign-on</TextButton>
        )}
        <TextButton onClick={() => setWay('key')}>Use an API key</TextButton>
      </div>
    </Centre>
  )
}

function Other({ onClick }: { onClick: () => void }) {
  return (
    <div className="mt-5">
      <TextButton onClick={onClick}>Sign in another way</TextButton>
    </div>
  )
}
