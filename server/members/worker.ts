import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { type Mail, MailError } from '../mail/mailer.ts'
import type { Ending } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import type { Queue } from '../queue/queue.ts'
import { newSecret } from '../secrets/tenantSecret.ts'
import { getTenant } from '../tenants/queries.ts'
import { takeMail } from '../tenants/quotas.ts'
import { toMilliseconds } from '../time.ts'
import { describeBrowser } from '../users/device.ts'
import { findUser, findVerifiedUser } from '../users/queries.ts'
import { countRecentLinks, createStep, deleteStepsOfKind } from '../users/steps.ts'
import { setInvitationHash } from './invitationQueries.ts'
import { invitationUrl } from './invitations.ts'
import { toEmailChangeMail, toInvitationMail, toSignInMail } from './mail.ts'
import { listMembershipsOf } from './queries.ts'

const mostAttempts = 3
const dayMs = 24 * 3600 * 1000
export const linkMinutes = 15
const changeMinutes = 60
/** Maximum number of links sent to one address within `linkMinutes`. */
const mostLinks = 4

/** Sends invitations and sign-in links. */
export function workTeamMail(queue: Queue, context: AppContext): void {
  const retryInMs = () => 5_000
  queue.work('invitation', { concurrency: 4, retryInMs, handle: (job) => sendInvitation(context, job) })
  queue.work('email_change', { concurrency: 4, retryInMs, handle: (job) => askAddresses(context, job) })
  queue.work('sign_in_link', { concurrency: 8, retryInMs, handle: (job) => sendLink(context, job) })
}

/** The link of an invitation is created here, so that only the recipient of the e-mail knows it. */
async function sendInvitation(
  context: AppContext,
  { tenantId, key: invitationId, attempts }: Job<'invitation'>,
): Promise<Ending | undefined> {
  const { db, config, publicUrl } = context
  const { secret, hash } = newSecret(tenantId, 32)
  const invitation = await db.inTransaction(async (tx) => {
    const stored = await setInvitationHash(tx, tenantId, invitationId, hash)
    return stored && (await takeMail(tx, tenantId, 1, config.quotas)) ? stored : undefined
  })
  if (!invitation) return
  const [tenant, inviter] = await Promise.all([
    getTenant(db.read, tenantId),
    invitation.invitedBy ? findUser(db.read, invitation.invitedBy) : undefined,
  ])
  const mail = toInvitationMail({
    tenantName: tenant.name,
    inviterName: inviter?.name,
    role: invitation.role,
    days: Math.ceil((toMilliseconds(invitation.expiresAt) - databaseNow()) / dayMs),
    url: invitationUrl(publicUrl(), secret),
  })
  await sendMail(context, { to: invitation.email, ...mail }, attempts)
}

/**
 * The web process enqueues a job for every submitted address, so that neither its response nor its duration reveals
 * which addresses are known. An unverified address gets no link, because it may not belong to the user who entered it.
 */
async function sendLink(
  context: AppContext,
  { data: { email, userAgent }, attempts }: Job<'sign_in_link'>,
): Promise<Ending | undefined> {
  const { db, publicUrl } = context
  const user = await findVerifiedUser(db.read, email)
  if (!user || (await listMembershipsOf(db.read, user.userId)).length === 0) return
  const token = await db.inTransaction(async (tx) => {
    if ((await countRecentLinks(tx, email, linkMinutes)) >= mostLinks) return undefined
    const data = { userAgent }
    return await createStep(tx, { kind: 'link', userId: user.userId, email, data, minutes: linkMinutes })
  })
  if (!token) return
  const mail = toSignInMail({
    url: signInUrl(publicUrl(), token),
    minutes: linkMinutes,
    browser: describeBrowser(userAgent),
  })
  await sendMail(context, { to: user.email as string, ...mail }, attempts)
}

/**
 * Both links are created for each change, so that an expired link of one address doesn't count as consent. If another
 * user has verified the new address, nothing is sent.
 */
async function askAddresses(
  context: AppContext,
  { key: userId, data: { email }, attempts }: Job<'email_change'>,
): Promise<Ending | undefined> {
  const { db, publicUrl } = context
  const [user, owner] = await Promise.all([findUser(db.read, userId), findVerifiedUser(db.read, email)])
  if (!user || (owner && owner.userId !== userId)) return
  const present =
    user.isEmailVerified && user.email?.toLowerCase() !== email.toLowerCase() ? user.email : null
  const step = { userId, data: { newEmail: email }, minutes: changeMinutes }
  const tokens = await db.inTransaction(async (tx) => {
    await deleteStepsOfKind(tx, userId, ['new_email', 'old_email'])
    const fresh = await createStep(tx, { kind: 'new_email', ...step })
    return { fresh, old: present && (await createStep(tx, { kind: 'old_email', ...step })) }
  })
  const url = (token: string) => `${publicUrl()}/console/email#token=${token}`
  const send = (to: string, token: string, isNew: boolean) =>
    sendMail(context, { to, ...toEmailChangeMail({ email, isNew, url: url(token) }) }, attempts)
  await send(email, tokens.fresh, true)
  if (present && tokens.old) await send(present, tokens.old, false)
}

export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/console/sign-in#link=${token}`
}

/** After the last attempt the job completes, so that the address is not kept with failed jobs. */
async function sendMail({ mailer, log }: AppContext, mail: Mail, attempts: number): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailError) || attempts < mostAttempts) throw error
    log.warn({ reason: error.message }, 'an e-mail for signing in was not sent')
  }
}
