import { notFound } from '../../shared/problem.ts'
import type { Role } from '../../shared/roles.ts'
import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { HashedSecret } from '../secrets/tenantSecret.ts'
import type { Invitation } from './schema.ts'

const columns = (db: Reader) =>
  db`invitation_id, email, role, mailed_at is not null as is_mailed, invited_by_user_id as invited_by, created_at, expires_at`

const isWaiting = (db: Reader) => db`accepted_at is null and withdrawn_at is null`

export async function listInvitations(db: Reader, tenantId: string): Promise<Invitation[]> {
  return await db<Invitation[]>`
    select ${columns(db)} from invitations where tenant_id = ${tenantId} and ${isWaiting(db)}
    order by invitation_id desc`
}

export async function countInvitations(db: Reader, tenantId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from invitations where tenant_id = ${tenantId} and ${isWaiting(db)}`
  return row?.count ?? 0
}

type StoredInvitation = {
  email: string
  role: Role
  hash: Buffer
  invitedBy: string | null
  days: number
  send: boolean
}

export async function createInvitation(
  tx: Tx,
  tenantId: string,
  { email, role, hash, invitedBy, days, send }: StoredInvitation,
): Promise<Invitation> {
  const [row] = await tx<Invitation[]>`
    insert into invitations (tenant_id, invitation_id, email, role, hash, invited_by_user_id, mailed_at, expires_at)
    values (${tenantId}, ${newId('invitation')}, ${email}, ${role}, ${hash}, ${invitedBy},
      case when ${send} then now() end, now() + make_interval(days => ${days}))
    returning ${columns(tx)}`
  return row as Invitation
}

/** Gives an invitation a new link and expiry; the previous link stops working. */
export async function renewInvitation(
  tx: Tx,
  tenantId: string,
  invitationId: string,
  { hash, days, send }: Pick<StoredInvitation, 'hash' | 'days' | 'send'>,
): Promise<Invitation> {
  const [row] = await tx<Invitation[]>`
    update invitations set hash = ${hash}, mailed_at = ${send ? tx`now()` : null},
      expires_at = now() + make_interval(days => ${days})
    where tenant_id = ${tenantId} and invitation_id = ${invitationId} and ${isWaiting(tx)}
    returning ${columns(tx)}`
  return row ?? notFound('invitation', invitationId)
}

export async function setInvitationRole(
  tx: Tx,
  tenantId: string,
  invitationId: string,
  role: Role,
): Promise<Invitation> {
  const [row] = await tx<Invitation[]>`
    update invitations set role = ${role}
    where tenant_id = ${tenantId} and invitation_id = ${invitationId} and ${isWaiting(tx)}
    returning ${columns(tx)}`
  return row ?? notFound('invitation', invitationId)
}

export async function withdrawInvitation(tx: Tx, tenantId: string, invitationId: string): Promise<void> {
  const [row] = await tx`
    update invitations set withdrawn_at = now()
    where tenant_id = ${tenantId} and invitation_id = ${invitationId} and ${isWaiting(tx)}
    returning invitation_id`
  if (!row) notFound('invitation', invitationId)
}

export async function withdrawInvitationsTo(tx: Tx, tenantId: string, email: string): Promise<void> {
  await tx`
    update invitations set withdrawn_at = now()
    where tenant_id = ${tenantId} and lower(email) = lower(${email}) and ${isWaiting(tx)}`
}

/** Returns the invitation to send by e-mail, with a new link. Undefined if it is no longer open. */
export async function setInvitationHash(
  tx: Tx,
  tenantId: string,
  invitationId: string,
  hash: Buffer,
): Promise<Invitation | undefined> {
  const [row] = await tx<Invitation[]>`
    update invitations set hash = ${hash}
    where tenant_id = ${tenantId} and invitation_id = ${invitationId} and mailed_at is not null
      and ${isWaiting(tx)} and expires_at > now()
    returning ${columns(tx)}`
  return row
}

export async function findInvitation(
  db: Reader,
  { tenantId, hash }: HashedSecret,
): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    select ${columns(db)} from invitations
    where tenant_id = ${tenantId} and hash = ${hash} and ${isWaiting(db)} and expires_at > now()`
  return row
}

/** Uses an invitation. If two requests use it at once, the second finds nothing. */
export async function acceptInvitation(
  tx: Tx,
  { tenantId, hash }: HashedSecret,
): Promise<Invitation | undefined> {
  const [row] = await tx<Invitation[]>`
    update invitations set accepted_at = now()
    where tenant_id = ${tenantId} and hash = ${hash} and ${isWaiting(tx)} and expires_at > now()
    returning ${columns(tx)}`
  return row
}
