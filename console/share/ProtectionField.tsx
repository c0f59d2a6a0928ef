import { RefreshCw } from 'lucide-react'
import { toLocalInput } from '../api/locale.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { newPassword } from './address.ts'
import type { LinkProtection, ShareChoices } from './choices.ts'

const day = 86_400_000
const dayOf = (days: number) => toLocalInput(Date.now() + days * day).slice(0, 10)
const ends = [
  ['week', 'In a week', 7],
  ['month', 'In 30 days', 30],
  ['quarter', 'In 90 days', 90],
] as const

/** The password of an address, and when it expires. */
export function ProtectionField({ choices }: { choices: ShareChoices }) {
  const { protection, known, closes, change } = choices
  const options: { value: LinkProtection; label: string }[] = [
    { value: 'none', label: 'None' },
    { value: 'password', label: 'Password' },
    ...(known === 'email' ? [{ value: 'email' as const, label: 'E-mail code' }] : []),
  ]
  const preset = closes === '' ? 'never' : (ends.find(([, , days]) => dayOf(days) === closes)?.[0] ?? 'day')
  return (
    <div className="space-y-2.5">
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Protection"
          options={options}
          value={protection}
          onChange={(next) => change({ protection: next })}
        />
        <Select
          label="Closes"
          options={[
            { value: 'never', label: 'Never' },
            ...ends.map(([value, label]) => ({ value, label })),
            { value: 'day', label: 'On a day' },
          ]}
          value={preset}
          onChange={(next) =>
            change({
              closes: next === 'never' ? '' : dayOf(ends.find(([value]) => value === next)?.[2] ?? 14),
            })
          }
        />
      </div>
      {protection === 'password' && <Password {...choices} />}
      {preset === 'day' && (
        <TextField
          label="Last day"
          type="date"
          value={closes}
          min={dayOf(0)}
          onChange={(value) => change({ closes: value })}
        />
      )}
    </div>
  )
}

function Password({ password, known, change }: ShareChoices) {
  if (password === '' && known === 'password')
    return (
      <p className="flex min-h-9 items-center justify-between gap-2 rounded-md bg-sunken px-3 text-sm text-quiet">
        The password stays as it is.
        <Button look="quiet" size="sm" icon={RefreshCw} onClick={() => change({ password: newPassword() })}>
          New
        </Button>
      </p>
    )
  return (
    <div className="flex items-center gap-1 rounded-md bg-sunken ps-3 pe-1">
      <span className="text-sm text-quiet">Password</span>
      <input
        aria-label="Password"
        value={password}
        placeholder="Enter one, or take a new one"
        minLength={8}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change({ password: target.value })}
        className="h-9 min-w-0 flex-1 bg-transparent px-1 font-mono text-sm outline-none max-md:h-11 max-md:text-lg"
      />
      <Button look="quiet" size="sm" icon={RefreshCw} onClick={() => change({ password: newPassword() })}>
        <span className="max-md:sr-only">New</span>
      </Button>
      <CopyButton text={password} label="Copy the password" />
    </div>
  )
}
