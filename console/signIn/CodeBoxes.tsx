import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { cx } from '../ui/cx.ts'

type Props = { value: string; onChange: (code: string) => void; isWrong: boolean }

const places = [0, 1, 2, 3, 4, 5]

/** Six digits in one box each. Typing moves forward, Backspace moves back, and a pasted code fills all boxes. */
export function CodeBoxes({ value, onChange, isWrong }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => boxes.current[0]?.focus(), [])
  const put = (text: string, at: number) => {
    const digits = text.replaceAll(/\D/g, '')
    if (digits === '') return
    const next = (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, 6)
    onChange(next)
    boxes.current[Math.min(at + digits.length, 5)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Backspace') return
    event.preventDefault()
    const from = value[at] === undefined ? at - 1 : at
    onChange(value.slice(0, Math.max(0, from)))
    boxes.current[Math.max(0, from)]?.focus()
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    put(event.clipboardData.getData('text'), 0)
  }
  return (
    <fieldset className="flex items-center gap-2" dir="ltr">
      <legend className="sr-only">Code of six digits</legend>
      {places.map((at) => (
        <input
          key={at}
          ref={(box) => {
            boxes.current[at] = box
          }}
          aria-label={`Digit ${at + 1}`}
          aria-invalid={isWrong || undefined}
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          value={value[at] ?? ''}
          onChange={(event) => put(event.target.value.slice(-6), at)}
          onKeyDown={(event) => onKeyDown(event, at)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
          className={cx(
            'h-12 w-0 min-w-0 flex-1 rounded-md border border-edge bg-raised text-center text-xl font-semibold shadow-low',
            'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger',
            at === 3 && 'ms-3',
          )}
        />
      ))}
    </fieldset>
  )
}
