import { useState } from 'react'
import { linkError } from '../../shared/links.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields.tsx'

type Props = { link: string; onSet: (href: string | undefined) => void; onClose: () => void }

export function LinkForm({ link, onSet, onClose }: Props) {
  const [text, setText] = useState(link)
  const isWrong = text !== '' && linkError(text) !== undefined
  return (
    <form
      className="space-y-2 border-t border-line p-2"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isWrong) onSet(text || undefined)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextField
        label="Link URL"
        dir="ltr"
        autoFocus
        value={text}
        placeholder="https://, mailto:, /path or #block"
        error={isWrong ? 'Start with https://, mailto:, tel:, / or #' : undefined}
        onChange={setText}
      />
      <div className="flex justify-end gap-1.5">
        {link && (
          <Button size="sm" look="quiet" onClick={() => onSet(undefined)}>
            Remove link
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" look="primary" disabled={isWrong || text === ''}>
          Set link
        </Button>
      </div>
    </form>
  )
}
