import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shape } from '../api/schema.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
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

type Gate = Shape<'PageLinkGate'>
type Question = 'none' | 'password' | 'email'
type FieldsProps = { gate: Gate; save: ReturnType<typeof useSaveGate>; onClose: () => void }

function Fields({ gate, save, onClose }: FieldsProps) {
  const [question, setQuestion] = useState(questionOf(gate))
  const [password, setPassword] = useState('')
  const [allowed, setAllowed] = useState((gate.allowedEmails ?? []).join('\n'))
  const [limit, setLimit] = useState(gate.visitLimit === null ? '' : String(gate.visitLimit))
  const [end, setEnd] = useState(gate.expiresAt === null ? '' : toLocal(Number(gate.expiresAt)))
  const submit = () =>
    save.mutate(
      {
        ...(question === 'password' ? password !== '' && { password } : { password: null }),
        allowedEmails: question === 'email' ? allowed.split(/[\s,;]+/).filter(Boolean) : null,
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
      <RadioList
        label="Who can open it"
        options={questionsOf(gate)}
        value={question}
        onChange={setQuestion}
      />
      {question === 'password' && (
        <TextField
          name="password"
          label="Password"
          autoComplete="off"
          required={!gate.hasPassword}
          minLength={8}
          maxLength={200}
          hint="At least 8 characters."
          placeholder={gate.hasPassword ? 'Unchanged' : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {question === 'email' && (
        <TextArea
          name="allowedEmails"
          label="Allowed addresses and domains"
          hint="One per line. A domain lets in everyone with an address there."
          placeholder={'jane@acme.com\nglobex.com'}
          required
          value={allowed}
          onChange={(event) => setAllowed(event.target.value)}
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
        label="Visit limit"
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

function questionOf({ hasPassword, allowedEmails }: Gate): Question {
  if (hasPassword) return 'password'
  return allowedEmails ? 'email' : 'none'
}

function questionsOf({ canSendEmail, allowedEmails }: Gate) {
  return [
    { value: 'none' as const, label: 'Anyone with the link' },
    {
      value: 'password' as const,
      label: 'Anyone with a password',
      hint: 'Share it separately from the link.',
    },
    {
      value: 'email' as const,
      label: 'Certain people, by e-mail code',
      hint: canSendEmail
        ? 'Visitors enter their address and get a 6-digit code.'
        : 'Not available: the service has no mail server (SMTP_URL).',
      disabled: !canSendEmail && allowedEmails === null,
    },
  ]
}

/** A moment as the browser's date field writes it. */
function toLocal(milliseconds: number): string {
  const at = new Date(milliseconds)
  return new Date(milliseconds - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
