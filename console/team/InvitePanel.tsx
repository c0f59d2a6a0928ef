import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '../../shared/roles.ts'
import { waysQuery } from '../signIn/queries.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { notify } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { AddressesField, readAddresses, withAddresses } from './AddressesField.tsx'
import { DaysField } from './DaysField.tsx'
import { membersQuery, useInvite } from './queries.ts'
import { roleChoices } from './words.ts'

/** Invites several addresses: by e-mail, or with links to copy if no mail server is configured. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const { data: ways } = useQuery(waysQuery)
  const { data: team } = useQuery(membersQuery)
  const [emails, setEmails] = useState<string[]>([])
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [role, setRole] = useState<Role>('editor')
  const [days, setDays] = useState(7)
  const invite = useInvite()
  const canSend = ways?.email ?? false
  const here = (team?.items ?? []).filter(({ endedAt }) => endedAt === null)
  const isHere = (email: string) => here.find((one) => one.email?.toLowerCase() === email.toLowerCase())
  const isFresh = (email: string) => !isHere(email)
  const fresh = emails.filter(isFresh)
  /** Takes over what was typed; returns the addresses, or undefined if something typed is not one. */
  const take = (typed = text) => {
    const { right, wrong } = readAddresses(typed)
    const all = withAddresses(emails, right)
    setEmails(all)
    setText(wrong.join(' '))
    setFault(wrong[0] && `“${wrong[0]}” is not an e-mail address.`)
    return wrong.length === 0 ? all : undefined
  }
  const submit = () => {
    const all = take()
    if (!all) return
    if (all.length === 0) setFault('Enter at least one e-mail address.')
    const invited = all.filter(isFresh)
    if (invited.length > 0) run(canSend, invited)
  }
  const run = (send: boolean, fresh: string[]) =>
    invite.mutate(
      { emails: fresh, role, expiresInDays: days, send },
      {
        onSuccess: () => {
          if (!send) return
          notify(fresh.length === 1 ? `Invitation sent to ${fresh[0]}` : `${fresh.length} invitations sent`)
          onClose()
        },
      },
    )
  const links = invite.data?.filter(({ url }) => url !== null) ?? []
  const count = fresh.length > 0 ? ` ${fresh.length}` : ''
  return (
    <FormPanel
      title={links.length > 0 ? 'Pass on the links' : 'Invite people'}
      verb={canSend ? `Send${count}` : fresh.length > 1 ? 'Create links' : 'Create link'}
      onClose={onClose}
      onSubmit={submit}
      save={invite}
      done={links.length > 0 && <Links links={links} />}
      footerStart={
        canSend && (
          <Button
            look="quiet"
            icon={Link2}
            className="me-auto"
            disabled={fresh.length === 0}
            onClick={() => run(false, fresh)}
          >
            Copy links instead
          </Button>
        )
      }
    >
      <AddressesField
        value={emails}
        onChange={setEmails}
        text={text}
        onText={(typed) => {
          setText(typed)
          setFault(undefined)
        }}
        onTake={take}
        fault={fault}
        presentAs={(email) => isHere(email)?.role}
      />
      <RadioList label="Role" options={roleChoices} value={role} onChange={setRole} />
      <DaysField value={days} onChange={setDays} />
      {!canSend && ways && (
        <p className="rounded-lg bg-sunken px-3.5 py-3 text-sm text-quiet">
          No mail server is set, so you get a link for each address to pass on yourself. Their addresses stay
          unverified.
        </p>
      )}
    </FormPanel>
  )
}

function Links({ links }: { links: { email: string; url: string | null }[] }) {
  return (
    <div className="space-y-4 p-5">
      <p role="status" className="text-sm text-warn">
        These links are shown only once. Each works once, for its own address.
      </p>
      <ul className="space-y-3">
        {links.map(({ email, url }) => (
          <li key={email} className="rounded-lg border border-edge p-3">
            <div className="flex items-center justify-between gap-3">
              <span className="truncate text-sm font-medium">{email}</span>
              <CopyButton text={url ?? ''}>Copy link</CopyButton>
            </div>
            <code className="mt-2 block truncate text-xs text-quiet" dir="ltr">
              {url}
            </code>
          </li>
        ))}
      </ul>
    </div>
  )
}
