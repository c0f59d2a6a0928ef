import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { nameOfDomain } from '../../shared/nameOfDomain.ts'
import { useMay } from '../api/session.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { type Account, useRenameAccount } from './queries.ts'

/** The name of an account, edited in place: Enter saves, Escape cancels. */
export function EditableName({ account: { accountId, name, domain } }: { account: Account }) {
  const guess = name === null ? nameOfDomain(domain) : undefined
  const mayWrite = useMay('write')
  const rename = useRenameAccount(accountId)
  const [draft, setDraft] = useState<string>()
  const pencil = useRef<HTMLButtonElement>(null)
  const stop = () => {
    rename.reset()
    setDraft(undefined)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (draft === undefined)
    return (
      <span className="flex items-center gap-1">
        {guess ? (
          <span className="min-w-0">
            <span className="block truncate">{guess}</span>
            <span className="block text-xs text-quiet">Guessed from the domain</span>
          </span>
        ) : (
          <span className="truncate">{name ?? <span className="text-faint">–</span>}</span>
        )}
        {mayWrite && (
          <IconButton
            ref={pencil}
            icon={Pencil}
            label="Rename account"
            size="sm"
            onClick={() => setDraft(name ?? guess ?? '')}
          />
        )}
      </span>
    )
  const next = draft.trim() || null
  return (
    <Form
      error={rename.error}
      onSubmit={() => (next === name ? stop() : rename.mutate(next, { onSuccess: stop }))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') stop()
      }}
      className="whitespace-normal"
    >
      <div className="flex items-center gap-1.5">
        <div className="min-w-0 flex-1 p-0.5">
          <TextField
            name="name"
            label="Account name"
            hideLabel
            autoFocus
            value={draft}
            className="h-8!"
            onFocus={(event) => event.target.select()}
            onChange={setDraft}
          />
        </div>
        <Button type="submit" size="sm" look="primary" busy={rename.isPending}>
          Save
        </Button>
      </div>
    </Form>
  )
}
