import { Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import type { Reader, Tx } from '../database/database.ts'
import { acceptInvitation, findInvitation } from '../members/invitationQueries.ts'
import type { Invitation } from '../members/schema.ts'
import { addMember } from '../members/verbs.ts'
import { type HashedSecret, readSecret } from '../secrets/tenantSecret.ts'
import { getTenant } from '../tenants/queries.ts'
import { Me } from '../tenants/schema.ts'
import { demandGoodPassword } from '../users/commonPasswords.ts'
import { setPassword } from '../users/credentials.ts'
import { readRegistration, registrationOptions, storePasskey } from '../users/passkeys.ts'
import { hashPassword } from '../users/password.ts'
import {
  createUser,
  findUser,
  findVerifiedUser,
  lockEmail,
  setVerifiedEmail,
  type User,
} from '../users/queries.ts'
import { createStep, spendStep } from '../users/steps.ts'
import { hashKey } from '../web/auth.ts'
import { networkOf } from '../web/network.ts'
import { challengeMinutes } from './passkeyRoutes.ts'
import type { Sessions } from './sessions.ts'
import {
  InvitationAcceptance,
  OpenedInvitation,
  PasskeyForInvitation,
  PasskeyOptions,
  WithToken,
} from './signInSchema.ts'
import type { SignIns } from './signIns.ts'

const path = '/console/api/invitation'
const hide = { hide: true }

/** Joining a team by an invitation, as a new user or as the one who is signed in. */
export function invitationPages(app: App, context: AppContext, sessions: Sessions, signIns: SignIns) {
  const { db } = context
  const options = { onRequest: signIns.guard, bodyLimit: 4096 }

  app.post(
    `${path}/open`,
    { ...options, schema: { ...hide, body: WithToken, response: { 200: OpenedInvitation } } },
    async ({ body }) => {
      const { invitation, tenantId } = await openInvitation(db.read, body.token)
      const [tenant, inviter] = await Promise.all([
        getTenant(db.read, tenantId),
        invitation.invitedBy ? findUser(db.read, invitation.invitedBy) : undefined,
      ])
      const { email, role, expiresAt } = invitation
      return { tenantName: tenant.name, email, role, inviterName: inviter?.name ?? null, expiresAt }
    },
  )

  app.post(
    `${path}/passkey/options`,
    { ...options, schema: { ...hide, body: PasskeyForInvitation, response: { 200: PasskeyOptions } } },
    async ({ body }) => {
      const { invitation } = await openInvitation(db.read, body.token)
      const who = { userName: invitation.email, displayName: body.name }
      const options = await registrationOptions(context.publicUrl(), who, [])
      const data = { challenge: options.challenge, invitation: fingerprint(body.token) }
      const step = { kind: 'passkey', data, minutes: challengeMinutes } as const
      return { token: await db.inTransaction((tx) => createStep(tx, step)), options }
    },
  )

  app.post(
    `${path}/accept`,
    {
      ...options,
      bodyLimit: 64 * 1024,
      schema: { ...hide, body: InvitationAcceptance, response: { 201: Me } },
    },
    async (request, reply) => {
      const { token, name, password, passkey } = request.body
      const { invitation } = await openInvitation(db.read, token)
      const store = passkey
        ? await withPasskey(context, token, passkey)
        : await withPassword(networkOf(request.ip), password ?? '', [name, invitation.email])
      const admitted = await db.inTransaction(async (tx) => {
        const { user, tenantId } = await joinAsNewUser(tx, token, name)
        await store(tx, user.userId)
        return await signIns.admit(tx, request, user.userId, 'invitation', tenantId)
      })
      return await signIns.answer(reply, admitted ?? refuse())
    },
  )

  app.post(
    `${path}/join`,
    { ...options, schema: { ...hide, body: WithToken, response: { 201: Me } } },
    async (request, reply) => {
      const { userId } = await sessions.identify(request, reply)
      const user = userId === undefined ? undefined : await findUser(db.read, userId)
      if (!user) throw new Problem('user_required', 'Sign in as a person to join a team.')
      const admitted = await db.inTransaction(async (tx) => {
        const { invitation, tenantId } = await spendInvitation(tx, request.body.token)
        await demandAddress(tx, user, invitation)
        await addMember(tx, tenantId, user, invitation.role)
        return await signIns.admit(tx, request, user.userId, 'move', tenantId)
      })
      return await signIns.answer(reply, admitted ?? refuse())
    },
  )
}

/** Stores the sign-in method of a new user, once the user exists. */
type StoreSignInMethod = (tx: Tx, userId: string) => Promise<unknown>

async function withPassword(network: string, password: string, about: string[]): Promise<StoreSignInMethod> {
  demandGoodPassword(password, about)
  const hash = await hashPassword(`sign-in ${network}`, password)
  return (tx, userId) => setPassword(tx, userId, hash)
}

/** A challenge is only valid for the invitation that it was made for. */
async function withPasskey(
  { db, publicUrl }: AppContext,
  token: string,
  answer: { token: string; response: unknown },
): Promise<StoreSignInMethod> {
  const step = await db.inTransaction((tx) => spendStep(tx, 'passkey', answer.token))
  const challenge = step?.data.invitation === fingerprint(token) ? String(step.data.challenge) : undefined
  const passkey = challenge && (await readRegistration(publicUrl(), answer.response, challenge))
  if (!passkey) throw new Problem('step_unknown', 'The passkey could not be verified. Try again.')
  return (tx, userId) => storePasskey(tx, userId, 'First passkey', passkey)
}

const fingerprint = (token: string) => hashKey(token).toString('hex')

/**
 * The address only counts as verified if the link was sent there: a copied link may have been opened by anyone. A
 * verified address that belongs to another user is refused, so that no second account takes its place.
 */
async function joinAsNewUser(tx: Tx, token: string, name: string): Promise<{ user: User; tenantId: string }> {
  const { invitation, tenantId } = await spendInvitation(tx, token)
  const { email, role, isMailed } = invitation
  await lockEmail(tx, email)
  if (isMailed && (await findVerifiedUser(tx, email)))
    throw new Problem(
      'email_taken',
      'You have an account with this address. Sign in, then open the link again.',
    )
  const user = await createUser(tx, { name: name.trim(), email, isVerified: isMailed })
  await addMember(tx, tenantId, user, role)
  return { user, tenantId }
}

async function openInvitation(db: Reader, token: string) {
  const kept = readSecret(token)
  const invitation = kept && (await findInvitation(db, kept))
  return invitation ? { invitation, tenantId: (kept as HashedSecret).tenantId } : refuse()
}

async function spendInvitation(tx: Tx, token: string) {
  const kept = readSecret(token)
  const invitation = kept && (await acceptInvitation(tx, kept))
  return invitation ? { invitation, tenantId: (kept as HashedSecret).tenantId } : refuse()
}

/** The response is the same for used, withdrawn and expired invitations. */
function refuse(): never {
  throw new Problem('invitation_unknown', 'It was used, withdrawn, or has ended.')
}

/**
 * An invitation is only valid for its address. Opening a link that was sent by mail proves ownership of the address.
 */
async function demandAddress(tx: Tx, user: User, { email, isMailed }: Invitation): Promise<void> {
  if (user.email?.toLowerCase() !== email.toLowerCase())
    throw new Problem(
      'state_conflict',
      `The invitation is for ${email}. You are signed in as ${user.email ?? user.name}.`,
    )
  if (isMailed && !user.isEmailVerified && !(await setVerifiedEmail(tx, user.userId, email)))
    throw new Problem('email_taken', 'Another user has verified this address.')
}
