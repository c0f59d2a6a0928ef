import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shape } from '../api/schema.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Switch, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { gateQuery, useSaveGate } from './queries.ts'
import { type PageLink, readable } from './words.ts'

const formId = 'gate'

/** Who may open a link, how often and until when. */
export function GatePanel({ link, onClose }: { link: PageLink | undefined; onClose: () => void }) {
  const id = link?.pageLinkId ?? ''
  const { data: gate, error, refetch } = useQuery({ ...gateQuery(id), enabled: link !== undefined })
  const save = useSaveGate(id)
  return (
    <SidePanel
      open={link !== undefined}
      onClose={onClose}
      title={`Protect ${readable(link?.path ?? '')}`}
      description="Visitors see nothing of the page before they are let in."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!gate && !error && <Skeleton className="m-5 h-40" />}
      {link && gate && <Fields key={id} gate={gate} save={save} onClose={onClose} />}
    </SidePanel>
  )
}

type FieldsProps = { gate: Shape<'PageLinkGate'>; save: ReturnType<typeof useSaveGate>; onClose: () => void }

function Fields({ gate, save, onClose }: FieldsProps) {
  const [hasPassword, setHasPassword] = useState(gate.hasPassword)
  const [password, setPassword] = useState('')
  const [limit, setLimit] = useState(gate.visitLimit === null ? '' : String(gate.visitLimit))
  const [end, setEnd] = useState(gate.expiresAt === null ? '' : toLocal(Number(gate.expiresAt)))
  const submit = () =>
    save.mutate(
      {
        ...(hasPassword ? password !== '' && { password } : { password: null }),
        visitLimit: limit === '' ? null : Number(limit),
        expiresAt: end === '' ? null : `+${new Date(end).getTime()}`,
      },
      {
        onSuccess: () => {
          onClose()
          notify('Link protection saved')
        },
      },
    )
  return (
    <Form id={formId} onSubmit={submit} error={save.error} className="space-y-5 p-5">
      <Switch
        label="Ask for a password"
        hint="Share it separately from the link."
        checked={hasPassword}
        onChange={setHasPassword}
      />
      {hasPassword && (
        <TextField
          name="password"
          label="Password"
          autoComplete="off"
          required={!gate.hasPassword}
          minLength={4}
          maxLength={200}
          placeholder={gate.hasPassword ? 'Unchanged' : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <TextField
        name="expiresAt"
        label="Open until"
        type="datetime-local"
        hint="In your time zone. Leave empty for no end."
        value={end}
        onChange={(event) => setEnd(event.target.value)}
      />
      <TextField
        name="visitLimit"
        label="Number of visits"
        type="number"
        min={1}
        max={1_000_000}
        hint={
          gate.visitLimit === null
            ? 'Leave empty for no limit.'
            : `Opened ${gate.visitCount} times so far. Saving starts the count again.`
        }
        value={limit}
        onChange={(event) => setLimit(event.target.value)}
      />
    </Form>
  )
}

/** A moment as the browser's date field writes it. */
function toLocal(milliseconds: number): string {
  const at = new Date(milliseconds)
  return new Date(milliseconds - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
