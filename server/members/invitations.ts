import { Problem } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import type { Mailer } from '../mail/mailer.ts'
import { enqueue } from '../queue/jobs.ts'
import { newSecret } from '../secrets/tenantSecret.ts'
import {
  countInvitations,
  createInvitation,
  renewInvitation,
  withdrawInvitationsTo,
} from './invitationQueries.ts'
import { findMemberWithEmail } from './queries.ts'
import type { Invitation, InvitationInput, InvitationRenewal, NewInvitation } from './schema.ts'
import { mostMembers } from './verbs.ts'

type Delivery = { mailer: Pick<Mailer, 'isConfigured'>; publicUrl: () => string }

/** The token is in the fragment, so that it is not sent to servers, proxies or logs. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/console/invitation#token=${token}`
}

/** Invites an address; an open invitation of the same address is replaced. */
export async function invite(
  tx: Tx,
  delivery: Delivery,
  tenantId: string,
  invitedBy: string | null,
  { email, role, expiresInDays = 7, send = true }: InvitationInput,
): Promise<NewInvitation> {
  demandMail(delivery, send)
  await lockTenant(tx, tenantId)
  await demandNoMember(tx, tenantId, email)
  await withdrawInvitationsTo(tx, tenantId, email)
  if ((await countInvitations(tx, tenantId)) >= mostMembers)
    throw new Problem('member_limit', `There are already ${mostMembers} open invitations.`)
  const { secret, hash } = newSecret(tenantId, 32)
  const row = { email, role, hash, invitedBy, days: expiresInDays, send }
  return deliver(tx, delivery, tenantId, await createInvitation(tx, tenantId, row), secret)
}

export async function renew(
  tx: Tx,
  delivery: Delivery,
  tenantId: string,
  invitationId: string,
  { expiresInDays = 7, send = true }: InvitationRenewal,
): Promise<NewInvitation> {
  demandMail(delivery, send)
  const { secret, hash } = newSecret(tenantId, 32)
  const row = await renewInvitation(tx, tenantId, invitationId, { hash, days: expiresInDays, send })
  return deliver(tx, delivery, tenantId, row, secret)
}

/**
 * The job that sends an invitation by e-mail creates its link, and the API doesn't return it. So the link verifies the
 * e-mail address of the person who opens it.
 */
function deliver(
  tx: Tx,
  { publicUrl }: Delivery,
  tenantId: string,
  invitation: Invitation,
  secret: string,
): NewInvitation {
  if (!invitation.isMailed) return { ...invitation, url: invitationUrl(publicUrl(), secret) }
  enqueue(tx, 'invitation', tenantId, { key: invitation.invitationId })
  return { ...invitation, url: null }
}

function demandMail({ mailer }: Delivery, send: boolean): void {
  if (send && !mailer.isConfigured)
    throw new Problem(
      'mail_unavailable',
      'No mail server is configured. Copy the link instead: `send: false`.',
    )
}

async function demandNoMember(db: Reader, tenantId: string, email: string): Promise<void> {
  const member = await findMemberWithEmail(db, tenantId, email)
  if (member)
    throw new Problem('member_exists', `${email} is here already, as ${member.role}.`, {
      userId: member.userId,
    })
}
