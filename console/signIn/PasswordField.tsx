import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../ui/fields.tsx'

type Props = {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
  autoFocus?: boolean
}

/** A password field with a button that shows the text. */
export function PasswordField({ label, autoComplete, value, onChange, error, hint, autoFocus }: Props) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextField
        name="password"
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        spellCheck={false}
        value={value}
        onChange={onChange}
        className="pe-10"
        {...(hint && { hint })}
        error={error}
      />
      <button
        type="button"
        aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
        onClick={() => setIsShown(!isShown)}
        className="absolute end-1 top-7 grid size-8 place-items-center rounded-md text-quiet hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
