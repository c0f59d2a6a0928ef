import { useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import { signIn } from '../api/session.ts'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { WideButton } from './Centre.tsx'
import { isRefused, useAttempt, useEnter } from './queries.ts'

export function KeyForm({ to }: { to: string | undefined }) {
  const [key, setKey] = useState('')
  const enter = useEnter()
  const attempt = useAttempt(signIn, (session) => enter(session, to ?? '/pages'))
  const isEmpty = attempt.isError && key.trim() === ''
  return (
    <Form
      className="mt-6 space-y-4"
      onSubmit={() => attempt.mutate({ key: key.trim() })}
      error={isRefused(attempt.error) ? undefined : attempt.error}
    >
      <TextField
        name="key"
        label="API key"
        type="password"
        autoComplete="current-password"
        placeholder="foyer_…"
        autoFocus
        spellCheck={false}
        value={key}
        onChange={setKey}
        className="font-mono"
        error={
          isEmpty
            ? 'Paste your key here. It begins with foyer_.'
            : attempt.error instanceof ProblemError && isRefused(attempt.error)
              ? 'No workspace has this key, or it was revoked. Check that you copied all of it.'
              : undefined
        }
        hint={
          <>
            No key? Where Foyer runs, <code className="whitespace-nowrap">npx foyer console</code> prints a
            link that signs you in. Or ask your administrator for a key.
          </>
        }
      />
      <WideButton type="submit" look="primary" busy={attempt.isPending}>
        {attempt.isPending ? 'Signing in…' : 'Sign in'}
      </WideButton>
    </Form>
  )
}
