import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { linkIdentity } from '../sso/admission.ts'
import { readKey } from '../sso/key.ts'
import { findProvider, listProviders, type Provider } from '../sso/queries.ts'
import { toPublicProvider } from '../sso/required.ts'
import { takeLoggedOut } from '../sso/sessions.ts'
import type { Proof } from '../sso/signIn.ts'
import { hasOwnCredential } from '../users/credentials.ts'
import { deleteIdentitiesAt, findUserByIdentity, listProvidersOfUser } from '../users/identities.ts'
import { lost, type ProviderSteps, unknownProvider } from './providerSteps.ts'
import { endSessions } from './queries.ts'
import { recordOwn } from './record.ts'
import { confirmedMs, type Sessions } from './sessions.ts'
import { OfferedProvider } from './signInSchema.ts'
import type { SignIns } from './signIns.ts'
import { identifyUser } from './userRoutes.ts'

const path = '/console/api/user/identities'
const hide = { hide: true }

export const ProviderKey = Type.String({ minLength: 1, maxLength: 60 })
export const ProviderUrl = ClosedObject({ url: Type.String() })
const WithKey = ClosedObject({ key: ProviderKey })
const OwnProviders = ClosedObject({
  items: Type.Array(ClosedObject({ ...OfferedProvider.properties, isConnected: Type.Boolean() })),
})

/** The tenant's providers: which of them the user is connected to, and which can be connected. */
export function identityRoutes(
  app: App,
  context: AppContext,
  sessions: Sessions,
  signIns: SignIns,
  steps: ProviderSteps,
) {
  const { db } = context
  const options = { onRequest: signIns.guard, bodyLimit: 4096 }

  /** The user of a request, and the provider of their tenant with this key. */
  const identify = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    const signedIn = await identifyUser(context, sessions, request, reply)
    const named = readKey(key)
    const isOwn = named?.tenantId === signedIn.caller.tenantId
    const provider = named && isOwn && (await findProvider(db.read, named.tenantId, named.providerId))
    if (!provider) throw unknownProvider()
    return { ...signedIn, provider }
  }

  app.get(
    path,
    { ...options, schema: { ...hide, response: { 200: OwnProviders } } },
    async (request, reply) => {
      const { caller, user } = await identifyUser(context, sessions, request, reply)
      const [providers, connected] = await Promise.all([
        listProviders(db.read, caller.tenantId),
        listProvidersOfUser(db.read, caller.tenantId, user.userId),
      ])
      const items = providers.map((provider) => ({
        ...toPublicProvider(provider),
        isConnected: connected.includes(provider.providerId),
      }))
      return { items }
    },
  )

  app.post(
    path,
    {
      ...options,
      config: { confirms: true },
      schema: { ...hide, body: WithKey, response: { 200: ProviderUrl } },
    },
    async (request, reply) => {
      const { user, provider } = await identify(request, reply, request.body.key)
      return await steps.begin(request, reply, provider, { userId: user.userId, to: '/you' })
    },
  )

  app.post(
    '/console/api/confirm/provider',
    { ...options, schema: { ...hide, body: WithKey, response: { 200: ProviderUrl } } },
    async (request, reply) => {
      const { user, provider } = await identify(request, reply, request.body.key)
      const email = user.email ?? undefined
      return await steps.begin(request, reply, provider, { userId: user.userId, confirms: true, email })
    },
  )

  app.delete(
    `${path}/:key`,
    { ...options, config: { confirms: true }, schema: { ...hide, params: WithKey } },
    async (request, reply) => {
      const { caller, user, provider } = await identify(request, reply, request.params.key)
      const { tenantId, providerId, isRequired, name } = provider
      if (isRequired || !(await hasOwnCredential(db.read, user.userId)))
        throw new Problem(
          'state_conflict',
          isRequired
            ? `Your team requires ${name}.`
            : 'You could not sign in any more. Add a passkey or a password first.',
        )
      await db.inTransaction(async (tx) => {
        for (const subject of await deleteIdentitiesAt(tx, { tenantId, providerId, userId: user.userId }))
          await endSessions(tx, tenantId, await takeLoggedOut(tx, provider, { subject, sid: undefined }))
        recordOwn(tx, request, caller, 'provider.disconnected', { label: name })
      })
      return await reply.code(204).send()
    },
  )
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Both sides are proven: the provider's account by its response, the user by the session that started the flow. */
export async function linkAtProvider(
  context: AppContext,
  sessions: Sessions,
  { request, reply }: Exchange,
  provider: Provider,
  { claims }: Proof,
  userId: string,
): Promise<void> {
  const { caller } = await identifyUser(context, sessions, request, reply)
  if (caller.userId !== userId || caller.tenantId !== provider.tenantId) throw lost()
  await context.db.inTransaction(async (tx) => {
    await linkIdentity(tx, provider, claims, userId)
    recordOwn(tx, request, caller, 'provider.connected', { label: provider.name })
  })
}

/**
 * The provider has authenticated the user again. Some providers don't report the time; their response to this request
 * is then sufficient.
 */
export async function confirmAtProvider(
  context: AppContext,
  sessions: Sessions,
  { request, reply }: Exchange,
  { tenantId, name }: Provider,
  { claims }: Proof,
  userId: string,
): Promise<void> {
  const { caller } = await identifyUser(context, sessions, request, reply)
  if (caller.userId !== userId || caller.tenantId !== tenantId) throw lost()
  const isThem = (await findUserByIdentity(context.db.read, { tenantId, ...claims })) === userId
  const { authenticatedMs } = claims
  if (!isThem || (authenticatedMs !== undefined && authenticatedMs < databaseNow() - confirmedMs))
    throw new Problem('provider_refused', `${name} did not confirm that it’s you.`)
  await sessions.confirm(request)
}
