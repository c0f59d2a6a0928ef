import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, Lock, Minus } from 'lucide-react'
import { useState } from 'react'
import { type Role, roles } from '../../shared/roles.ts'
import { sessionQuery } from '../api/session.ts'
import { useTitle } from '../shell/PageHeader.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Form } from '../ui/Form.tsx'
import { exactDateOf } from '../ui/figures.tsx'
import { Centre, Ended, WideButton } from './Centre.tsx'
import { NewUserForm } from './NewUserForm.tsx'
import {
  type Invitation,
  invitationQuery,
  joinByInvitation,
  takeFromAddress,
  useAttempt,
  useEnter,
} from './queries.ts'

const storedName = 'foyer.invitation'

/** The token is kept in this tab, in case the user signs in first. */
function takeToken(): string {
  const token = takeFromAddress('token')
  if (token) sessionStorage.setItem(storedName, token)
  return token ?? sessionStorage.getItem(storedName) ?? ''
}

export function InvitationScreen() {
  const [token] = useState(takeToken)
  const navigate = useNavigate()
  const { data: invitation, error } = useQuery(invitationQuery(token))
  useTitle('Invitation')
  if (error)
    return (
      <Ended
        title="This invitation doesn’t work any more"
        lead="It was used, withdrawn, or has ended. Whoever sent it can send a new one in a few seconds."
        label="Go to sign-in"
        onGo={() => void navigate({ to: '/sign-in' })}
      />
    )
  if (!invitation) return <Centre title="Invitation">{null}</Centre>
  return <Opened token={token} invitation={invitation} />
}

function Opened({ token, invitation }: { token: string; invitation: Invitation }) {
  const { tenantName, email, role, inviterName, expiresAt } = invitation
  const user = useQueryClient().getQueryData(sessionQuery.queryKey)?.user
  const { data: session } = useQuery({ ...sessionQuery, enabled: !user })
  const isOwn = session?.user?.email?.toLowerCase() === email.toLowerCase()
  return (
    <Centre
      title={`Join ${tenantName}`}
      lead={`${inviterName ? `${inviterName} invited you` : 'You are invited'}. The invitation ends on ${exactDateOf(expiresAt)}.`}
      foot={location.host}
    >
      <div className="mt-6 flex items-center gap-3 rounded-lg border border-line bg-raised px-3.5 py-2.5">
        <Lock aria-hidden className="size-4 text-quiet" />
        <div className="min-w-0">
          <div className="truncate text-sm font-medium">{email}</div>
          <div className="text-xs text-quiet">The invitation works for this address alone</div>
        </div>
      </div>
      <RoleCard role={role} />
      {isOwn ? <Join token={token} /> : <NewUserForm token={token} />}
    </Centre>
  )
}

function RoleCard({ role }: { role: Role }) {
  const { noun, label, can, cannot } = roles[role]
  const lines = [...can.map((text) => [text, true] as const), ...(cannot ? [[cannot, false] as const] : [])]
  return (
    <div className="mt-4 rounded-lg border border-line bg-raised px-3.5 py-3">
      <div className="flex items-center justify-between">
        <span className="text-sm font-medium">You will be {noun}</span>
        <Badge>{label}</Badge>
      </div>
      <ul className="mt-2 space-y-1.5">
        {lines.map(([text, may]) => {
          const Icon = may ? Check : Minus
          return (
            <li key={text} className="flex gap-2.5 text-sm text-quiet">
              <Icon aria-hidden className={`mt-1 size-3.5 shrink-0 ${may ? 'text-good' : 'text-faint'}`} />
              {text}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Join({ token }: { token: string }) {
  const enter = useEnter()
  const attempt = useAttempt(joinByInvitation, (session) => enter(session))
  return (
    <Form className="mt-4" onSubmit={() => attempt.mutate(token)} error={attempt.error}>
      <WideButton type="submit" look="primary" busy={attempt.isPending}>
        Join
      </WideButton>
    </Form>
  )
}
