import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { WideButton } from './Centre.tsx'
import { goToProvider, type OfferedProvider } from './provider.ts'
import { useAttempt } from './queries.ts'

/** Buttons for the identity providers of the tenant. */
export function Providers({ providers }: { providers: OfferedProvider[] }) {
  const attempt = useAttempt(goToProvider, () => undefined)
  if (providers.length === 0) return null
  return (
    <>
      <div className="mt-3 space-y-3">
        {providers.map(({ key, name }) => (
          <WideButton
            key={key}
            icon={ShieldCheck}
            busy={attempt.isPending && attempt.variables.key === key}
            onClick={() => attempt.mutate({ key })}
          >
            Continue with {name}
          </WideButton>
        ))}
      </div>
      {attempt.error && (
        <p role="alert" className="mt-3 rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
          {attempt.error.message}
        </p>
      )}
    </>
  )
}

/** Finds the identity provider by the domain of an e-mail address. */
export function ProviderForm() {
  const [email, setEmail] = useState('')
  const attempt = useAttempt(goToProvider, () => undefined)
  return (
    <Form
      className="mt-6 space-y-4"
      onSubmit={() => attempt.mutate({ email: email.trim() })}
      error={attempt.error}
    >
      <TextField
        name="email"
        label="Work e-mail"
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={setEmail}
        hint="Its domain tells where you sign in."
      />
      <WideButton type="submit" look="primary" busy={attempt.isPending}>
        Continue
      </WideButton>
    </Form>
  )
}
