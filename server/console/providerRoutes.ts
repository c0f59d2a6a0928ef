import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Problem } from '../../shared/problem.ts'
import { closed, Nullable } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { Email } from '../members/schema.ts'
import { admitClaims, domainOf, linkIdentity, refusal } from '../sso/admission.ts'
import { ProviderError } from '../sso/client.ts'
import { readKey } from '../sso/key.ts'
import { findProvider, listProviders, listProvidersOfDomain, type Provider } from '../sso/queries.ts'
import { offer } from '../sso/required.ts'
import { keepProviderSession, sealRefreshToken } from '../sso/sessions.ts'
import { type Begun, beginAtProvider, finishAtProvider, type Proof } from '../sso/signIn.ts'
import { describeCaller } from '../tenants/me.ts'
import { Me } from '../tenants/schema.ts'
import { toTimestamp } from '../time.ts'
import { listProvidersOfUser } from '../users/identities.ts'
import { createStep, spendStep } from '../users/steps.ts'
import { SessionCookie } from './cookie.ts'
import { recordOwn } from './record.ts'
import type { Sessions } from './sessions.ts'
import { OfferedProvider } from './signInSchema.ts'
import type { SignIns } from './signIns.ts'
import { identifyUser } from './userRoutes.ts'

const hide = { hide: true }
/** How long somebody has to sign in at the provider. */
const minutes = 15

const ProviderKey = Type.String({ minLength: 1, maxLength: 60 })
/** A path of the console: never another host. */
const To = Type.String({ maxLength: 1_000, pattern: '^/([^/\\\\]|$)' })
const ProviderBegin = Type.Object(
  { key: Type.Optional(ProviderKey), email: Type.Optional(Email), to: Type.Optional(To) },
  closed,
)
const ProviderUrl = Type.Object({ url: Type.String() }, closed)
const ProviderReturn = Type.Object({ query: Type.String({ maxLength: 8_000 }) }, closed)
const ProviderOutcome = Type.Object(
  { to: Nullable(Type.String()), session: Nullable(Me), isLinked: Type.Boolean() },
  closed,
)

const OwnProviders = Type.Object(
  {
    items: Type.Array(Type.Object({ ...OfferedProvider.properties, isConnected: Type.Boolean() }, closed)),
  },
  closed,
)

type Purpose = { userId: string | undefined; to: string | undefined }

/** Signing in with an identity provider, and connecting one to the user who is signed in. */
export function providerRoutes(app: App, context: AppContext, sessions: Sessions, signIns: SignIns) {
  const { db, publicUrl } = context
  const options = { onRequest: signIns.guard, bodyLimit: 16 * 1024 }
  // Ties the way back to the browser that began.
  const cookie = new SessionCookie(publicUrl, 'foyer-sign-in')

  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: Provider,
    purpose: Purpose & { email?: string | undefined },
  ) => {
    const { url, ...begun } = await beginAtProvider(context, provider, purpose.email).catch(unavailable)
    const { tenantId, providerId } = provider
    const data = { tenantId, providerId, to: purpose.to, ...begun }
    const userId = purpose.userId ?? null
    const token = await db.inTransaction((tx) => createStep(tx, { kind: 'provider', userId, data, minutes }))
    cookie.write(request, reply, token, toTimestamp(databaseNow() + minutes * 60_000))
    return { url }
  }

  app.post(
    '/console/api/sign_in/provider',
    { ...options, schema: { ...hide, body: ProviderBegin, response: { 200: ProviderUrl } } },
    async (request, reply) => {
      const { email, to } = request.body
      const provider = await findChosen(context, request.body)
      return await begin(request, reply, provider, { userId: undefined, to, email })
    },
  )

  app.get(
    '/console/api/user/identities',
    { ...options, schema: { ...hide, response: { 200: OwnProviders } } },
    async (request, reply) => {
      const { caller, user } = await identifyUser(context, sessions, request, reply)
      const [providers, connected] = await Promise.all([
        listProviders(db.read, caller.tenantId),
        listProvidersOfUser(db.read, caller.tenantId, user.userId),
      ])
      const items = providers.map((provider) => ({
        ...offer(provider),
        isConnected: connected.includes(provider.providerId),
      }))
      return { items }
    },
  )

  app.post(
    '/console/api/user/identities',
    {
      ...options,
      config: { confirms: true },
      schema: { ...hide, body: Type.Object({ key: ProviderKey }, closed), response: { 200: ProviderUrl } },
    },
    async (request, reply) => {
      const { caller, user } = await identifyUser(context, sessions, request, reply)
      const provider = await findChosen(context, request.body)
      if (provider.tenantId !== caller.tenantId) throw unknownProvider()
      return await begin(request, reply, provider, { userId: user.userId, to: '/you' })
    },
  )

  app.post(
    '/console/api/sign_in/provider/finish',
    { ...options, schema: { ...hide, body: ProviderReturn, response: { 201: ProviderOutcome } } },
    async (request, reply) => {
      const token = cookie.read(request)
      const step = token && (await db.inTransaction((tx) => spendStep(tx, 'provider', token)))
      if (!step) throw lost()
      cookie.clear(request, reply)
      const begun = step.data as Begun & { tenantId: string; providerId: string; to?: string }
      if (new URLSearchParams(request.body.query).get('state') !== begun.state) throw lost()
      const provider = await findProvider(db.read, begun.tenantId, begun.providerId)
      if (!provider) throw unknownProvider()
      const proof = await finishAtProvider(context, provider, begun, request.body.query).catch(unavailable)
      if (!proof) throw new Problem('provider_refused', `${provider.name} did not sign you in.`)
      const to = begun.to ?? null
      if (step.userId !== null) {
        await link(request, reply, provider, proof, step.userId)
        return await reply.code(201).send({ to, session: null, isLinked: true })
      }
      const { caller, session } = await enter(request, provider, proof)
      session.sent(reply)
      const me = await describeCaller(context, caller)
      return await reply.code(201).send({ to, session: me, isLinked: false })
    },
  )

  async function enter(request: FastifyRequest, provider: Provider, proof: Proof) {
    const { tenantId, providerId } = provider
    const sealed = await sealRefreshToken(context, tenantId, proof.refreshToken)
    return await db.inTransaction(async (tx) => {
      const userId = await admitClaims(tx, provider, proof.claims)
      const admitted = await signIns.admit(tx, request, userId, 'oidc', tenantId)
      const sessionId = admitted?.session.sessionId
      if (sessionId === undefined) throw refusal(provider)
      await keepProviderSession(tx, { tenantId, sessionId }, providerId, proof, sealed)
      return admitted as NonNullable<typeof admitted>
    })
  }

  /** Both sides are proven: the provider's by its answer, ours by the session that began it. */
  async function link(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: Provider,
    { claims }: Proof,
    userId: string,
  ) {
    const { caller } = await identifyUser(context, sessions, request, reply)
    if (caller.userId !== userId || caller.tenantId !== provider.tenantId) throw lost()
    await db.inTransaction(async (tx) => {
      await linkIdentity(tx, provider, claims, userId)
      recordOwn(tx, request, caller, 'provider.connected', { label: provider.name })
    })
  }
}

/** By its key, or by the domain of an address, whether or not anybody has that address. */
async function findChosen(
  { db }: AppContext,
  { key, email }: Static<typeof ProviderBegin>,
): Promise<Provider> {
  const named = key === undefined ? undefined : readKey(key)
  if (named) return (await findProvider(db.read, named.tenantId, named.providerId)) ?? unknown()
  const domain = email === undefined ? undefined : domainOf(email)
  const [first] = domain === undefined ? [] : await listProvidersOfDomain(db.read, domain)
  return first ?? unknown()

  function unknown(): never {
    throw unknownProvider()
  }
}

function unknownProvider(): Problem {
  return new Problem('provider_refused', 'There is no single sign-on for this address. Sign in another way.')
}

function lost(): Problem {
  return new Problem(
    'step_unknown',
    'This sign-in was begun in another window, or too long ago. Start again.',
  )
}

function unavailable(error: unknown): never {
  if (error instanceof ProviderError) throw new Problem('provider_unavailable', error.message)
  throw error
}
