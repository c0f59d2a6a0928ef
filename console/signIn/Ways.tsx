import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasPasskeys, signWithPasskey } from '../api/passkeys.ts'
import { ProblemError } from '../api/problem.ts'
import { Centre, Separator, TextButton, WideButton } from './Centre.tsx'
import { EmailForm, LinkSent } from './EmailForm.tsx'
import { KeyForm } from './KeyForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProviderForm, Providers } from './Providers.tsx'
import {
  type FirstFactorResult,
  type SecondFactor,
  signInByPasskey,
  useAttempt,
  useEnter,
  waysQuery,
} from './queries.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { usePasskeyOffer } from './usePasskeyOffer.ts'

type SignInStep = 'start' | 'password' | 'key' | 'provider' | { sentTo: string } | { step: SecondFactor }

/** Passkey first, then e-mail or password; API keys if there are no users yet. */
export function Ways({ to, warning }: { to: string | undefined; warning?: ReactNode }) {
  const { data: ways, isPending } = useQuery(waysQuery)
  const [way, setWay] = useState<SignInStep>('start')
  const enter = useEnter()
  const goOn = (outcome: FirstFactorResult) =>
    'next' in outcome ? setWay({ step: outcome }) : enter(outcome, to)
  const passkey = useAttempt(signInByPasskey, (session) => enter(session, to))
  usePasskeyOffer((answer) => passkey.mutate(Promise.resolve(answer)))
  const shown = way === 'start' && ways && !ways.hasUsers && ways.providers.length === 0 ? 'key' : way
  const alert = warning && (
    <p role="alert" className="mt-4 rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
      {warning}
    </p>
  )
  const back = () => setWay('start')
  if (isPending && way === 'start') return <Centre title="Sign in">{alert}</Centre>
  if (typeof shown === 'object' && 'step' in shown)
    return (
      <SecondFactorForm
        step={shown.step}
        accepted="Password accepted"
        onDone={(session) => enter(session, to)}
        onBack={back}
      />
    )
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
        <PasswordForm
          isMain
          onDone={goOn}
          onLink={ways?.email ? (email) => setWay({ sentTo: email }) : undefined}
        />
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
      {hasPasskeys && (
        <>
          <WideButton
            look="primary"
            icon={Fingerprint}
            className="mt-6"
            busy={passkey.isPending}
            onClick={() => passkey.mutate(signWithPasskey())}
          >
            Continue with a passkey
          </WideButton>
          {passkey.error instanceof ProblemError && (
            <p role="alert" className="mt-2 text-xs text-danger">
              {passkey.error.detail}
            </p>
          )}
        </>
      )}
      <Providers providers={ways?.providers ?? []} />
      {(hasPasskeys || ways?.providers.length !== 0) && (
        <Separator>{ways?.email ? 'or by e-mail' : 'or with a password'}</Separator>
      )}
      {ways?.email ? (
        <EmailForm onSent={(email) => setWay({ sentTo: email })} isMain={!hasPasskeys} />
      ) : (
        <PasswordForm onDone={goOn} onLink={undefined} isMain={!hasPasskeys} />
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
