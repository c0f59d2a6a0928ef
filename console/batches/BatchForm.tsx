import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'

type FormProps = { onSubmit: () => void; error: Error | null; children: ReactNode }

/** The form that sets up a batch or an import. */
export function BatchForm({ onSubmit, error, children }: FormProps) {
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
      <Form
        onSubmit={onSubmit}
        error={error}
        className="mx-auto max-w-2xl space-y-8 px-4 py-6 md:px-6 md:py-8"
      >
        {children}
      </Form>
    </div>
  )
}

type LineProps = { label: string; busy: boolean; missing: string | undefined }

/** The submit button, and what is missing before it can be used. */
export function StartLine({ label, busy, missing }: LineProps) {
  return (
    <div className="flex items-center justify-end gap-3 border-t border-line pt-5">
      {missing && <p className="text-sm text-quiet">{missing}</p>}
      <Button type="submit" look="primary" keys="mod+enter" disabled={missing !== undefined} busy={busy}>
        {label}
      </Button>
    </div>
  )
}

/** The caller keeps the key while the content is the same, so that a retry doesn't start a second batch. */
export function newKey(): string {
  return `console-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}

export function sendingWords(share: number): string {
  return share < 1 ? `Sending the file, ${Math.round(share * 100)}%` : 'Reading the file…'
}
