import { useState } from 'react'
import { callConsole } from '../api/own.ts'
import type { Session } from '../api/session.ts'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { Centre, TextButton, WideButton } from './Centre.tsx'
import { useAttempt } from './queries.ts'

type Props = { onDone: (session: Session) => unknown; onSkip: () => unknown }

/** Creates the first user of a team as its admin, or continues with the key of the link. */
export function NameForm({ onDone, onSkip }: Props) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const attempt = useAttempt(
    (body: { name: string; email?: string }) => callConsole<Session>('POST', '/user', body),
    onDone,
  )
  return (
    <Centre title="What’s your name?" lead="You become the first admin, and what you make is shown as yours.">
      <Form
        className="mt-6 space-y-4"
        onSubmit={() => attempt.mutate({ name: name.trim(), ...(email.trim() && { email: email.trim() }) })}
        error={attempt.error}
      >
        <TextField
          name="name"
          label="Name"
          autoComplete="name"
          autoFocus
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <TextField
          name="email"
          label="E-mail"
          optional
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          hint="To sign in with a password later."
        />
        <WideButton type="submit" look="primary" busy={attempt.isPending}>
          Continue
        </WideButton>
        <TextButton onClick={() => void onSkip()}>Skip for now</TextButton>
      </Form>
    </Centre>
  )
}
