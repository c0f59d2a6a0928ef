import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import type { MissingText } from './findings.ts'

type Props = {
  gaps: MissingText[]
  isSaving: boolean
  onSave: (written: (readonly [MissingText, string])[]) => void
}

const keyOf = ({ path, place }: MissingText) => `${path} ${place ?? ''}`

/** Fields for missing texts, inside the finding that reports them. */
export function GapForm({ gaps, isSaving, onSave }: Props) {
  const [texts, setTexts] = useState<Record<string, string>>({})
  const written = gaps.map((gap) => [gap, texts[keyOf(gap)] ?? ''] as const)
  const count = written.filter(([, text]) => text.trim() !== '').length
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(written)
      }}
    >
      <div className="thin-scroll max-h-80 space-y-3 overflow-y-auto p-0.5">
        {gaps.map((gap) => {
          const field = {
            label: gap.label,
            value: texts[keyOf(gap)] ?? gap.value,
            onChange: (value: string) => setTexts((now) => ({ ...now, [keyOf(gap)]: value })),
          }
          return gap.place === undefined ? (
            <TextField key={keyOf(gap)} {...field} />
          ) : (
            <TextArea key={keyOf(gap)} {...field} rows={1} className="min-h-9!" />
          )
        })}
      </div>
      <Button type="submit" busy={isSaving} disabled={count === 0}>
        {count > 1 ? `Save ${count}` : 'Save'}
      </Button>
    </form>
  )
}
