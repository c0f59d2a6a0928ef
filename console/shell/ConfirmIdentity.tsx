import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { confirmAtProvider, confirmWith } from '../api/confirmation.ts'
import { callConsole } from '../api/own.ts'
import { hasPasskeys, type PasskeyResponse, signWithPasskey } from '../api/passkeys.ts'
import { describe, ProblemError } from '../api/problem.ts'
import { ownProvidersQuery, profileQuery } from '../api/profile.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { Skeleton } from '../ui/states.tsx'

/** Asks the signed-in user to confirm their identity, once in ten minutes, and then resumes the action. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void }>()
  useEffect(() => {
    confirmWith(() => new Promise((give) => setAnswer({ give })))
    return () => confirmWith(undefined)
  }, [])
  const end = (confirmed: boolean) => {
    answer?.give(confirmed)
    setAnswer(undefined)
  }
  return (
    <Dialog.Root open={answer !== undefined} onOpenChange={(isOpen) => !isOpen && end(false)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Dialog.Content className="fixed inset-x-4 top-[20vh] z-50 mx-auto max-w-sm animate-rise rounded-xl bg-raised p-6 shadow-float">
          <Dialog.Title className="text-lg font-semibold">Confirm it’s you</Dialog.Title>
          <Dialog.Description className="mt-1.5 text-sm text-quiet">
            You signed in a while ago. This asks again, and then not for 10 minutes.
          </Dialog.Description>
          <Proofs onDone={() => end(true)} onCancel={() => end(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Proof = { password: string } | { code: string } | { passkey: PasskeyResponse }

/** Shown to users who have neither a passkey nor a password to confirm with. */
function ProviderProof({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { data } = useQuery(ownProvidersQuery)
  const confirm = useMutation({
    mutationFn: (key: string) =>
      confirmAtProvider(() => callConsole<{ url: string }>('POST', '/confirm/provider', { key })),
    onSuccess: onDone,
  })
  const connected = data?.items.filter(({ isConnected }) => isConnected) ?? []
  return (
    <div className="mt-4 space-y-3">
      {connected.map(({ key, name }) => (
        <Button
          key={key}
          look="primary"
          size="lg"
          className="w-full"
          busy={confirm.isPending}
          onClick={() => confirm.mutate(key)}
        >
          Continue with {name}
        </Button>
      ))}
      {confirm.isPending && (
        <p role="status" className="text-xs text-quiet">
          Sign in in the other window.
        </p>
      )}
      {confirm.error && (
        <p role="alert" className="text-xs text-danger">
          {describe(confirm.error).detail}
        </p>
      )}
      <div className="flex justify-end pt-2">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}

function Proofs({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { data: profile } = useQuery(profileQuery)
  const [text, setText] = useState('')
  const [usesCode, setUsesCode] = useState(false)
  const confirm = useMutation({
    mutationFn: async (proof: () => Promise<Proof>) => callConsole('POST', '/confirm', await proof()),
    onSuccess: onDone,
  })
  if (!profile) return <Skeleton className="mt-5 h-10" />
  if (!profile.hasPassword && profile.passkeys.length === 0)
    return <ProviderProof {...{ onDone, onCancel }} />
  const canSign = profile.passkeys.length > 0 && hasPasskeys
  const refused = confirm.error instanceof ProblemError ? confirm.error.detail : undefined
  const field = usesCode ? 'Code from the app' : 'Password'
  const submit = () => confirm.mutate(async () => (usesCode ? { code: text.trim() } : { password: text }))
  return (
    <Form className="mt-4 space-y-3" onSubmit={submit}>
      {canSign && (
        <Button
          look="primary"
          size="lg"
          icon={Fingerprint}
          className="w-full"
          busy={confirm.isPending}
          onClick={() => confirm.mutate(async () => ({ passkey: await signWithPasskey() }))}
        >
          Use your passkey
        </Button>
      )}
      {(profile.hasPassword || usesCode) && (
        <TextField
          label={field}
          {...(usesCode
            ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code' }
            : { type: 'password', autoComplete: 'current-password' })}
          autoFocus={!canSign}
          value={text}
          onChange={setText}
        />
      )}
      {refused && (
        <p role="alert" className="text-xs text-danger">
          {refused}
        </p>
      )}
      <div className="flex items-center justify-end gap-2 pt-2">
        {profile.hasTotp && (
          <Button look="quiet" className="me-auto" onClick={() => setUsesCode(!usesCode)}>
            {usesCode ? 'Use the password' : 'Use a code from the app'}
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        {(profile.hasPassword || usesCode) && (
          <Button type="submit" look={canSign ? 'plain' : 'primary'} busy={confirm.isPending}>
            Confirm
          </Button>
        )}
      </div>
    </Form>
  )
}
