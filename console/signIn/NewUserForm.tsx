import { useNavigate } from '@tanstack/react-router'
import { Fingerprint, Lock } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../api/passkeys.ts'
import { ProblemError } from '../api/problem.ts'
import type { Session } from '../api/session.ts'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { TextButton, WideButton } from './Centre.tsx'
import { PasswordField } from './PasswordField.tsx'
import { acceptInvitation, acceptWithPasskey, useAttempt, useEnter } from './queries.ts'

/** Creates a user from an invitation: a name, and a passkey or a password. */
export function NewUserForm({ token }: { token: string }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const enter = useEnter()
  const navigate = useNavigate()
  const [usesPassword, setUsesPassword] = useState(!hasPasskeys)
  const attempt = useAttempt(
    () =>
      usesPassword
        ? acceptInvitation({ token, name: name.trim(), password })
        : acceptWithPasskey({ token, name: name.trim() }),
    (session: Session) => enter(session),
  )
  const isWeak = attempt.error instanceof ProblemError && attempt.error.code === 'weak_password'
  return (
    <Form className="mt-4 space-y-4" onSubmit={() => attempt.mutate(undefined)} error={attempt.error}>
      <TextField
        name="name"
        label="Your name"
        autoComplete="name"
        autoFocus
        maxLength={100}
        value={name}
        onChange={setName}
      />
      {usesPassword && (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          {...(!isWeak && { hint: 'At least 10 characters. Several words are better than many signs.' })}
        />
      )}
      <WideButton
        type="submit"
        look="primary"
        busy={attempt.isPending}
        {...(!usesPassword && { icon: Fingerprint })}
      >
        {usesPassword ? 'Set password and join' : 'Create a passkey and join'}
      </WideButton>
      {hasPasskeys && (
        <WideButton icon={usesPassword ? Fingerprint : Lock} onClick={() => setUsesPassword(!usesPassword)}>
          {usesPassword ? 'Use a passkey instead' : 'Use a password'}
        </WideButton>
      )}
      <TextButton onClick={() => void navigate({ to: '/sign-in', search: { to: '/invitation' } })}>
        I have an account already
      </TextButton>
    </Form>
  )
}
