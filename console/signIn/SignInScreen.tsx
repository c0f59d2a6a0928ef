import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import { type Session, signIn } from '../api/session.ts'
import type { SessionEnd } from '../api/sessionEnd.ts'
import { useTitle } from '../shell/PageHeader.tsx'
import { Centre } from './Centre.tsx'
import { NameForm } from './NameForm.tsx'
import { OpenedLink } from './OpenedLink.tsx'
import { takeFromAddress, useAttempt, useEnter, useOnce } from './queries.ts'
import { Ways } from './Ways.tsx'

/** All ways to sign in. Links in e-mails and from the command line open it with their token in the fragment. */
export function SignInScreen() {
  const { to, ended } = useSearch({ from: '/sign-in' })
  const [isFirst] = useState(() => location.hash.endsWith('&first'))
  const [code] = useState(() => takeFromAddress('code'))
  const [link, setLink] = useState(() => takeFromAddress('link'))
  useTitle('Sign in')
  if (link) return <OpenedLink token={link} onBack={() => setLink(undefined)} />
  if (code) return <WithCode {...{ code, to, isFirst }} />
  return <Ways to={to} warning={ended && endWords[ended]} />
}

const endWords: Record<SessionEnd, string> = {
  removed: 'You are no longer in the team. If you need access again, ask an admin for an invitation.',
  revoked: 'The key that you signed in with was revoked or has expired.',
  ended: 'Your session has ended. Sign in to go on where you were.',
}

/** The link that the command line prints signs in at once. */
function WithCode({ code, to, isFirst }: { code: string; to: string | undefined; isFirst: boolean }) {
  const enter = useEnter()
  const goOn = (session: Session) => enter(session, to)
  const attempt = useAttempt(signIn, (session) => (isFirst && !session.user ? undefined : goOn(session)))
  useOnce(() => attempt.mutate({ code }))
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
