import { Fingerprint } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { signWithPasskey } from '../api/passkeys.ts'
import { ProblemError } from '../api/problem.ts'
import type { Session } from '../api/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { Centre, Separator, TextButton, WideButton } from './Centre.tsx'
import { CodeBoxes } from './CodeBoxes.tsx'
import { type SecondFactor, sendSecondFactor, signInByPasskey, useAttempt } from './queries.ts'

type Props = {
  step: SecondFactor
  accepted: string
  onDone: (session: Session) => unknown
  onBack: () => void
}

/** Asks for the second factor. The last digit submits the code; a passkey is always accepted instead. */
export function SecondFactorForm({ step, accepted, onDone, onBack }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  const attempt = useAttempt(sendSecondFactor, onDone)
  const passkey = useAttempt(signInByPasskey, onDone)
  const { token, email, factors } = step
  const problem = attempt.error ?? passkey.error
  return (
    <Centre
      title={isRecovery ? 'Enter a recovery code' : 'One more step'}
      lead={
        isRecovery
          ? 'One of the ten you saved when you set up the second factor.'
          : 'Enter the six digits that your authenticator app shows for Foyer.'
      }
      foot="Five wrong codes pause this for 15 minutes."
    >
      <div className="mt-6 mb-4 flex items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2">
        <Avatar name={email} size={28} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-medium">{email}</span>
          <span className="block text-xs text-quiet">{accepted}</span>
        </span>
        <TextButton onClick={onBack}>Not you?</TextButton>
      </div>
      {isRecovery ? (
        <RecoveryForm
          isBusy={attempt.isPending}
          onSend={(recoveryCode) => attempt.mutate({ token, recoveryCode })}
        />
      ) : (
        <CodeForm error={attempt.error} onSend={(code) => attempt.mutate({ token, code })} />
      )}
      {problem instanceof ProblemError && (
        <p role="alert" className="mt-2 text-xs text-danger">
          {problem.detail}
        </p>
      )}
      <Separator>or</Separator>
      <WideButton
        icon={Fingerprint}
        busy={passkey.isPending}
        onClick={() => passkey.mutate(signWithPasskey())}
      >
        Use a passkey instead
      </WideButton>
      <div className="mt-4">
        {factors.includes('recovery_code') && (
          <TextButton onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </TextButton>
        )}
      </div>
    </Centre>
  )
}

function CodeForm({ error, onSend }: { error: unknown; onSend: (code: string) => void }) {
  const [code, setCode] = useState('')
  const send = useEffectEvent(onSend)
  useEffect(() => {
    if (code.length === 6) send(code)
  }, [code])
  useEffect(() => {
    if (error) setCode('')
  }, [error])
  return (
    <>
      <CodeBoxes value={code} onChange={setCode} isWrong={Boolean(error) && code === ''} />
      <p className="mt-2 text-xs text-quiet">
        The last digit sends it. You are signed in only after this step.
      </p>
    </>
  )
}

function RecoveryForm({ isBusy, onSend }: { isBusy: boolean; onSend: (code: string) => void }) {
  const [code, setCode] = useState('')
  return (
    <Form className="space-y-3" onSubmit={() => code.trim() && onSend(code.trim())}>
      <TextField
        label="Recovery code"
        hideLabel
        autoFocus
        placeholder="k7qm-3xdp"
        className="font-mono"
        value={code}
        onChange={setCode}
      />
      <WideButton type="submit" look="primary" busy={isBusy}>
        Continue
      </WideButton>
    </Form>
  )
}
