import { useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { TextButton, WideButton } from './Centre.tsx'
import { PasswordField } from './PasswordField.tsx'
import { type FirstFactorResult, isRefused, requestLink, signInByPassword, useAttempt } from './queries.ts'

type Props = {
  onDone: (outcome: FirstFactorResult) => unknown
  /** Called after a sign-in link was sent; undefined if the service can't send e-mails. */
  onLink: ((email: string) => void) | undefined
  /** Whether its button is the primary one. */
  isMain: boolean
}

export function PasswordForm({ onDone, onLink, isMain }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useAttempt(signInByPassword, onDone)
  const link = useAttempt(requestLink, () => onLink?.(email.trim()))
  const refused = isRefused(attempt.error)
  return (
    <Form
      className={cx('space-y-4', isMain && 'mt-6')}
      onSubmit={() => attempt.mutate({ email: email.trim(), password })}
      error={refused ? undefined : attempt.error}
    >
      <TextField
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username webauthn"
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={
          refused
            ? `E-mail and password don’t go together. Try again${onLink ? ', or have a link sent' : ''}.`
            : undefined
        }
      />
      <WideButton type="submit" look={isMain ? 'primary' : 'plain'} busy={attempt.isPending}>
        {attempt.isPending ? 'Signing in…' : 'Continue'}
      </WideButton>
      {onLink && <TextButton onClick={() => link.mutate(email.trim())}>Send a link instead</TextButton>}
    </Form>
  )
}
