import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea } from '../ui/fields.tsx'
import { type HistoryOwner, useAddNote } from './queries.ts'

type Props = {
  label: string
  action: string
  start?: string
  placeholder?: string
  error: unknown
  isBusy: boolean
  onSubmit: (text: string) => void
  onCancel?: () => void
}

/** A text field and a button; Ctrl or ⌘ with Enter submits, Escape cancels. */
export function NoteForm({
  label,
  action,
  start = '',
  placeholder,
  error,
  isBusy,
  onSubmit,
  onCancel,
}: Props) {
  const [text, setText] = useState(start)
  const submit = () => {
    if (text.trim() && !isBusy) onSubmit(text.trim())
  }
  return (
    <Form onSubmit={submit} error={error}>
      <TextArea
        name="text"
        label={label}
        hideLabel
        rows={1}
        className="min-h-10! resize-none!"
        placeholder={placeholder}
        value={text}
        autoFocus={onCancel !== undefined}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !onCancel) return
          onCancel()
          event.preventDefault()
        }}
      />
      {(onCancel || text !== '') && (
        <div className="mt-2 flex justify-end gap-2">
          {onCancel && (
            <Button size="sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            size="sm"
            look="primary"
            keys="mod+enter"
            busy={isBusy}
            disabled={!text.trim()}
          >
            {action}
          </Button>
        </div>
      )}
    </Form>
  )
}

export function AddNote({ owner, about }: { owner: HistoryOwner; about: string }) {
  const add = useAddNote(owner)
  // A new key mounts an empty form, only after the note is saved.
  const [count, setCount] = useState(0)
  return (
    <NoteForm
      key={count}
      label={`Add a note about ${about}`}
      placeholder="Add a note. The agent uses notes to personalise pages."
      action="Add note"
      error={add.error}
      isBusy={add.isPending}
      onSubmit={(text) => add.mutate(text, { onSuccess: () => setCount((made) => made + 1) })}
    />
  )
}
