import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../../shared/problem.ts'
import { compareFields } from '../audit/changes.ts'
import type { App, AppContext } from '../context.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { countMembers, listMembershipsOf } from '../members/queries.ts'
import { addMember } from '../members/verbs.ts'
import { renameKeysOf } from '../tenants/keyQueries.ts'
import { Me } from '../tenants/schema.ts'
import { demandGoodPassword } from '../users/commonPasswords.ts'
import { listKinds, setPassword } from '../users/credentials.ts'
import { listPasskeys } from '../users/passkeys.ts'
import { hashPassword } from '../users/password.ts'
import { changeProfile, createUser, findUser, type User } from '../users/queries.ts'
import { countRecoveryCodes } from '../users/secondFactor.ts'
import { deleteSteps } from '../users/steps.ts'
import { allows, type Caller } from '../web/auth.ts'
import { networkOf } from '../web/network.ts'
import { proveCode, provePasskey, provePassword } from './proofs.ts'
import { recordOwn } from './record.ts'
import { endOtherSessions } from './sessionQueries.ts'
import type { Sessions } from './sessions.ts'
import type { SignIns } from './signIns.ts'
import { Confirmation, FirstUser, NewPassword, OwnUser, ProfilePatch, TenantChoice } from './userSchema.ts'

const path = '/console/api/user'
const hide = { hide: true }

/** The user's profile, password and tenants. */
export function userRoutes(app: App, context: AppContext, sessions: Sessions, signIns: SignIns) {
  const { db } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const options = { onRequest, bodyLimit: 4096 }
  const identify = (request: FastifyRequest, reply: FastifyReply) =>
    identifyUser(context, sessions, request, reply)

  app.get(path, { ...options, schema: { ...hide, response: { 200: OwnUser } } }, async (request, reply) =>
    describeUser(context, await identify(request, reply)),
  )

  app.post(
    path,
    { ...options, schema: { ...hide, body: FirstUser, response: { 201: Me } } },
    async (request, reply) => {
      const caller = await sessions.identify(request, reply)
      const { name, email = null } = request.body
      const admitted = await db.inTransaction(async (tx) => {
        await lockTenant(tx, caller.tenantId)
        if (
          caller.userId !== undefined ||
          !allows(caller.scopes, 'admin') ||
          (await countMembers(tx, caller.tenantId)) > 0
        )
          throw new Problem(
            'state_conflict',
            'Only the first admin of a tenant is made this way. Others are invited.',
          )
        const user = await createUser(tx, { name: name.trim(), email, isVerified: false })
        await addMember(tx, caller.tenantId, user, 'admin')
        return await signIns.admit(tx, request, user.userId, 'code', caller.tenantId)
      })
      if (!admitted) throw new Error('the first member is missing')
      return await signIns.answer(reply, admitted)
    },
  )

  app.patch(
    path,
    { ...options, schema: { ...hide, body: ProfilePatch, response: { 200: OwnUser } } },
    async (request, reply) => {
      const { caller, user } = await identify(request, reply)
      const { name, ...others } = request.body
      demandKnown('language', others.language, (tag) => new Intl.DateTimeFormat(tag))
      demandKnown('timeZone', others.timeZone, (timeZone) => new Intl.DateTimeFormat('en', { timeZone }))
      const changes = name === undefined ? others : { ...others, name: name.trim() }
      await db.inTransaction(async (tx) => {
        await changeProfile(tx, user.userId, changes)
        recordOwn(tx, request, caller, 'profile.changed', { changes: compareFields(user, changes) })
        if (name !== undefined) await renameKeysOf(tx, user.userId, name.trim())
      })
      const changed = (await findUser(db.read, user.userId)) as User
      return await describeUser(context, { caller, user: changed })
    },
  )

  app.put(
    `${path}/password`,
    { ...options, config: { confirms: true }, schema: { ...hide, body: NewPassword } },
    async (request, reply) => {
      const { caller, user } = await identify(request, reply)
      const { password } = request.body
      demandGoodPassword(password, [user.name, user.email ?? ''])
      const hash = await hashPassword(`sign-in ${networkOf(request.ip)}`, password)
      await db.inTransaction(async (tx) => {
        await setPassword(tx, user.userId, hash)
        recordOwn(tx, request, caller, 'password.changed')
        await deleteSteps(tx, user.userId)
        await endOtherSessions(tx, user.userId, caller.sessionId)
      })
      return await reply.code(204).send()
    },
  )

  app.post(
    `${path}/tenant`,
    { ...options, schema: { ...hide, body: TenantChoice, response: { 201: Me } } },
    async (request, reply) => {
      const { user } = await identify(request, reply)
      const { tenantId } = request.body
      const admitted = await db.inTransaction((tx) =>
        signIns.admit(tx, request, user.userId, 'move', tenantId),
      )
      if (!admitted) throw new Problem('not_found', 'You are not in this team.')
      return await signIns.answer(reply, admitted)
    },
  )

  app.post(
    '/console/api/confirm',
    { onRequest: signIns.guard, bodyLimit: 64 * 1024, schema: { ...hide, body: Confirmation } },
    async (request, reply) => {
      const { user } = await identify(request, reply)
      await signIns.limitAddress(user.userId)
      const { password, code, passkey } = request.body
      if (code !== undefined) await proveCode(context, user.userId, { code })
      const isProven =
        code !== undefined ||
        (passkey && (await provePasskey(context, passkey)) === user.userId) ||
        (password !== undefined &&
          (await provePassword(context, user.userId, `sign-in ${networkOf(request.ip)}`, password)))
      if (!isProven)
        throw new Problem(
          'sign_in_refused',
          passkey ? 'This is not a passkey of yours.' : 'The password is wrong.',
        )
      await sessions.confirm(request)
      return await reply.code(204).send()
    },
  )
}

type SignedIn = { caller: Caller; user: User }

/** The signed-in user; sessions of keys have no profile. */
export async function identifyUser(
  { db }: AppContext,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const caller = await sessions.identify(request, reply)
  const user = caller.userId === undefined ? undefined : await findUser(db.read, caller.userId)
  if (!user) throw new Problem('user_required', 'You are signed in with an API key.')
  return { caller, user }
}

async function describeUser({ db }: AppContext, { caller, user }: SignedIn): Promise<OwnUser> {
  const { createdAt: _, ...profile } = user
  const [memberships, kinds, passkeys, recoveryCodesLeft] = await Promise.all([
    listMembershipsOf(db.read, user.userId),
    listKinds(db.read, [user.userId]),
    listPasskeys(db.read, user.userId),
    countRecoveryCodes(db.read, user.userId),
  ])
  const held = kinds.get(user.userId) ?? []
  const tenants = memberships.map(({ tenantId, tenantSlug, tenantName, role }) => ({
    tenantId,
    slug: tenantSlug,
    name: tenantName,
    role,
    isCurrent: tenantId === caller.tenantId,
  }))
  return {
    ...profile,
    hasPassword: held.includes('password'),
    hasTotp: held.includes('totp'),
    recoveryCodesLeft,
    passkeys: passkeys.map(({ userId: _, ...passkey }) => passkey),
    tenants,
  }
}

/** Browsers throw on unknown languages and time zones, so they are refused here. */
function demandKnown(field: string, value: string | null | undefined, use: (value: string) => unknown) {
  try {
    if (value) use(value)
  } catch {
    throw invalid(
      `/${field}`,
      `must be a ${field === 'language' ? 'language, such as “en-GB”' : 'time zone, such as “Europe/Berlin”'}`,
    )
  }
}
