import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { ClosedObject, Nullable } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { Email } from '../members/schema.ts'
import { admitClaims, domainOf, refusal } from '../sso/admission.ts'
import { readKey } from '../sso/key.ts'
import { findProvider, listProvidersOfDomain, type Provider } from '../sso/queries.ts'
import { keepProviderSession, sealRefreshToken } from '../sso/sessions.ts'
import type { Proof } from '../sso/signIn.ts'
import { describeCaller } from '../tenants/me.ts'
import { Me } from '../tenants/schema.ts'
import {
  confirmAtProvider,
  identityRoutes,
  linkAtProvider,
  ProviderKey,
  ProviderUrl,
} from './identityRoutes.ts'
import { ProviderSteps, unknownProvider } from './providerSteps.ts'
import type { Sessions } from './sessions.ts'
import type { SignIns } from './signIns.ts'

const hide = { hide: true }

/** A path of the console: never another host. */
const To = Type.String({ maxLength: 1_000, pattern: '^/([^/\\\\]|$)' })
const ProviderBegin = ClosedObject({
  key: Type.Optional(ProviderKey),
  email: Type.Optional(Email),
  to: Type.Optional(To),
})
const ProviderReturn = ClosedObject({ query: Type.String({ maxLength: 8_000 }) })
const ProviderOutcome = ClosedObject({
  to: Nullable(Type.String()),
  session: Nullable(Me),
  isLinked: Type.Boolean(),
  isConfirmed: Type.Boolean(),
})

/** Signing in with an identity provider. Users who are signed in can connect it or confirm their identity with it. */
export function providerRoutes(app: App, context: AppContext, sessions: Sessions, signIns: SignIns) {
  const { db } = context
  const options = { onRequest: signIns.guard, bodyLimit: 16 * 1024 }
  const steps = new ProviderSteps(context)
  identityRoutes(app, context, sessions, signIns, steps)

  app.post(
    '/console/api/sign_in/provider',
    { ...options, schema: { ...hide, body: ProviderBegin, response: { 200: ProviderUrl } } },
    async (request, reply) => {
      const { email, to } = request.body
      return await steps.begin(request, reply, await findChosen(context, request.body), { to, email })
    },
  )

  app.post(
    '/console/api/sign_in/provider/finish',
    { ...options, schema: { ...hide, body: ProviderReturn, response: { 201: ProviderOutcome } } },
    async (request, reply) => {
      const { provider, proof, userId, to, confirms } = await steps.finish(request, reply, request.body.query)
      const outcome = { to, session: null, isLinked: false, isConfirmed: false }
      if (userId !== null) {
        const finish = confirms ? confirmAtProvider : linkAtProvider
        await finish(context, sessions, { request, reply }, provider, proof, userId)
        return await reply.code(201).send({ ...outcome, isLinked: !confirms, isConfirmed: confirms })
      }
      const { caller, session } = await enter(request, provider, proof)
      session.sent(reply)
      return await reply.code(201).send({ ...outcome, session: await describeCaller(context, caller) })
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
}

/** The provider with this key, or for the domain of an e-mail address, whether or not a user has that address. */
async function findChosen(
  { db }: AppContext,
  { key, email }: Static<typeof ProviderBegin>,
): Promise<Provider> {
  const named = key === undefined ? undefined : readKey(key)
  const domain = email === undefined ? undefined : domainOf(email)
  const [provider] = named
    ? [await findProvider(db.read, named.tenantId, named.providerId)]
    : domain === undefined
      ? []
      : await listProvidersOfDomain(db.read, domain)
  if (!provider) throw unknownProvider()
  return provider
}
