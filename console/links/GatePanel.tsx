import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromLocalInput, toLocalInput } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { gateQuery, useSaveGate } from './queries.ts'
import { type PageLink, readable } from './words.ts'

type Gate = Shape<'PageLinkGate'>
type GateKind = 'none' | 'password' | 'email'
type GateDraft = { question: GateKind; password: string; allowed: string; limit: string; end: string }

/** Who may open a link, how often and until when. */
export function GatePanel({ link, onClose }: { link: PageLink; onClose: () => void }) {
  const { data: gate, error, refetch } = useQuery(gateQuery(link.pageLinkId))
  const save = useSaveGate(link.pageLinkId)
  const [edits, setEdits] = useState<Partial<GateDraft>>({})
  const draft = gate && { ...draftOf(gate), ...edits }
  const submit = () =>
    draft &&
    save.mutate(inputOf(draft), {
      onSuccess: () => {
        onClose()
        notify('Link protection saved')
      },
    })
  return (
    <FormPanel
      title={`Protect ${readable(link.path)}`}
      description="Visitors see nothing of the page before they are let in."
      verb="Save"
      onClose={onClose}
      onSubmit={submit}
      save={save}
      instead={
        !gate &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-5 h-40" />
        ))
      }
    >
      {gate && draft && <Fields {...{ gate, draft }} change={(part) => setEdits({ ...edits, ...part })} />}
    </FormPanel>
  )
}

function draftOf(gate: Gate): GateDraft {
  return {
    question: questionOf(gate),
    password: '',
    allowed: (gate.allowedEmails ?? []).join('\n'),
    limit: gate.visitLimit === null ? '' : String(gate.visitLimit),
    end: gate.expiresAt === null ? '' : toLocalInput(Number(gate.expiresAt)),
  }
}

function inputOf({ question, password, allowed, limit, end }: GateDraft) {
  return {
    ...(question === 'password' ? password !== '' && { password } : { password: null }),
    allowedEmails: question === 'email' ? allowed.split(/[\s,;]+/).filter(Boolean) : null,
    visitLimit: limit === '' ? null : Number(limit),
    expiresAt: end === '' ? null : `+${fromLocalInput(end)}`,
  }
}

type FieldsProps = { gate: Gate; draft: GateDraft; change: (part: Partial<GateDraft>) => void }

function Fields({ gate, draft, change }: FieldsProps) {
  return (
    <>
      <RadioList
        label="Who can open it"
        options={questionsOf(gate)}
        value={draft.question}
        onChange={(question) => change({ question })}
      />
      {draft.question === 'password' && (
        <TextField
          name="password"
          label="Password"
          autoComplete="off"
          required={!gate.hasPassword}
          minLength={8}
          maxLength={200}
          hint="At least 8 characters."
          placeholder={gate.hasPassword ? 'Unchanged' : undefined}
          value={draft.password}
          onChange={(value) => change({ password: value })}
        />
      )}
      {draft.question === 'email' && (
        <TextArea
          name="allowedEmails"
          label="Allowed addresses and domains"
          hint="One per line. A domain lets in everyone with an address there."
          placeholder={'jane@acme.com\nglobex.com'}
          required
          value={draft.allowed}
          onChange={(value) => change({ allowed: value })}
        />
      )}
      <TextField
        name="expiresAt"
        label="Open until"
        type="datetime-local"
        hint="In your time zone. Leave empty for no end."
        value={draft.end}
        onChange={(value) => change({ end: value })}
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
        value={draft.limit}
        onChange={(value) => change({ limit: value })}
      />
    </>
  )
}

function questionOf({ hasPassword, allowedEmails }: Gate): GateKind {
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
