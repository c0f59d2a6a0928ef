import { useEffect, useState } from 'react'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { Centre, TextButton, WideButton } from './Centre.tsx'
import { isRefused, requestLink, useAttempt } from './queries.ts'

/** Requests a sign-in link by e-mail. */
export function EmailForm({ onSent, isMain }: { onSent: (email: string) => void; isMain: boolean }) {
  const [email, setEmail] = useState('')
  const attempt = useAttempt(requestLink, () => onSent(email.trim()))
  return (
    <Form
      className={isMain ? 'mt-6' : undefined}
      onSubmit={() => attempt.mutate(email.trim())}
      error={isRefused(attempt.error) ? undefined : attempt.error}
    >
      <div className="space-y-4">
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username webauthn"
          autoFocus
          value={email}
          onChange={setEmail}
          hint="A link that works once, within 15 minutes."
          error={isRefused(attempt.error) ? 'Enter your e-mail address.' : undefined}
        />
        <WideButton type="submit" look={isMain ? 'primary' : 'plain'} busy={attempt.isPending}>
          Send link
        </WideButton>
      </div>
    </Form>
  )
}

const pauseSeconds = 60

/** The same for all addresses, so that it doesn't reveal which are known. */
export function LinkSent({ email, onBack }: { email: string; onBack: () => void }) {
  const [left, setLeft] = useState(pauseSeconds)
  const attempt = useAttempt(requestLink, () => setLeft(pauseSeconds))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Centre
      title="Check your e-mail"
      lead={
        <>
          If <b className="font-medium text-ink">{email}</b> has an account here, a link is on its way. It
          works once, within 15 minutes.
        </>
      }
    >
      <div className="mt-6 flex flex-wrap items-center gap-x-4 text-sm text-quiet">
        {left > 0 ? (
          <span className="tabular-nums">Nothing there? Send again in 0:{String(left).padStart(2, '0')}</span>
        ) : (
          <TextButton onClick={() => attempt.mutate(email)}>Send again</TextButton>
        )}
        <TextButton onClick={onBack}>Other address</TextButton>
      </div>
    </Centre>
  )
}
