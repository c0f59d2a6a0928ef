import { useId } from 'react'
import { useFieldError } from './Form.tsx'
import { TextField } from './fields.tsx'

type Props = {
  name: string
  label: string
  /** `#` and six digits, or empty. */
  value: string
  onChange: (value: string) => void
}

/** An optional colour, picked or typed. */
export function ColorField({ name, label, value, onChange }: Props) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <div className="relative">
      <TextField
        label={label}
        optional
        placeholder="#1f6f5c"
        spellCheck={false}
        error={error && 'Enter # and six hexadecimal digits, such as #1f6f5c.'}
        value={value}
        onChange={(value) => onChange(value.trim())}
        className="pe-11"
      />
      <label htmlFor={id} className="sr-only">
        Pick {label.toLowerCase()}
      </label>
      <input
        id={id}
        type="color"
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#888888'}
        onChange={(event) => onChange(event.target.value)}
        className="absolute end-1.5 top-label mt-1 size-7 cursor-pointer rounded-md bg-transparent p-0.5"
      />
    </div>
  )
}
