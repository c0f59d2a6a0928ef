import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'
import { ProblemError } from '../api/problem.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { drawQr } from '../ui/qr.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'

type TotpSetup = { token: string; secret: string; uri: string }

/** Steps: scan the QR code, verify a code, save the recovery codes. */
export function TotpPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const setup = useQuery({
    queryKey: keys.you.totp,
    queryFn: () => callConsole<TotpSetup>('POST', '/user/totp'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const confirm = useMutation({
    mutationFn: () =>
      callConsole<{ recoveryCodes: string[] }>('PUT', '/user/totp', {
        token: setup.data?.token,
        code: code.replaceAll(' ', ''),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.you.profile }),
    gcTime: 0,
  })
  const codes = confirm.data?.recoveryCodes
  const isWrong = confirm.error instanceof ProblemError && [400, 401].includes(confirm.error.status)
  return (
    <FormPanel
      title={codes ? 'Save your recovery codes' : 'Set up an authenticator app'}
      verb="Turn on"
      onClose={onClose}
      onSubmit={() => confirm.mutate()}
      save={confirm}
      error={isWrong ? null : confirm.error}
      instead={setup.error && <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />}
      done={codes && <RecoveryCodes codes={codes} />}
      footer={
        <Button look="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <p className="text-sm text-quiet">
        Scan this with an app such as 1Password, Google Authenticator or Aegis.
      </p>
      {setup.data ? <Qr {...setup.data} /> : <Skeleton className="mx-auto size-48" />}
      <TextField
        name="code"
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={setCode}
        error={isWrong ? 'The code is wrong. Check the clock of your device.' : undefined}
      />
    </FormPanel>
  )
}

function Qr({ uri, secret }: TotpSetup) {
  const { data: picture } = useQuery({
    queryKey: keys.links.qrCode(uri),
    queryFn: () => drawQr(uri),
    gcTime: 0,
  })
  return (
    <div className="space-y-3">
      {picture ? (
        <img
          alt="QR code for the authenticator app"
          className="mx-auto size-48 rounded-lg bg-white p-2"
          src={picture.dataUrl}
        />
      ) : (
        <Skeleton className="mx-auto size-48" />
      )}
      <div className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-3 py-2">
        <code className="text-xs break-all" dir="ltr">
          {secret.match(/.{4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </div>
  )
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="space-y-4 p-5">
      <p role="status" className="text-sm text-warn">
        These are shown only once. Each gets you in once when you don’t have your app.
      </p>
      <ul className="grid grid-cols-2 gap-2 rounded-lg border border-edge bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
    </div>
  )
}
