import type { App, AppContext } from '../context.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { Empty, Params } from '../web/schema.ts'
import { getProvider } from './queries.ts'
import {
  IdentityProvider,
  IdentityProviderInput,
  IdentityProviderPatch,
  IdentityProviders,
  ProviderTest,
} from './schema.ts'
import {
  addProvider,
  changeProvider,
  describeProvider,
  describeProviders,
  prepareFields,
  removeProvider,
  testProvider,
} from './verbs.ts'

const one = Params({ provider_id: 'provider' })
const path = '/v0/identity_providers'
const config = { scope: 'admin', confirms: true, beyond: true } as const
/** Each waits up to eight seconds for the server of a tenant. */
const tests = { of: 'tests of identity providers', atOnce: 8, ofTenant: 1, waiting: 2, waitMs: 10_000 }

export function identityProviderRoutes(app: App, context: AppContext) {
  const { db } = context
  const running = new FairQueue(tests)
  app.addHook('onClose', async () => running.close())

  app.get(
    path,
    {
      schema: {
        operationId: 'listIdentityProviders',
        summary: 'List identity providers',
        description: 'The OpenID Connect providers that members sign in with, at most 10.',
        response: { 200: IdentityProviders },
      },
      config: { scope: 'admin', beyond: true },
    },
    async ({ tenantId }) => ({ items: await describeProviders(context, db.read, tenantId) }),
  )

  app.post(
    path,
    {
      schema: {
        operationId: 'createIdentityProvider',
        summary: 'Add an identity provider',
        body: IdentityProviderInput,
        response: { 201: IdentityProvider },
      },
      config: { ...config, problems: ['provider_limit', 'state_conflict'] },
    },
    async ({ tenantId, body }) => {
      const { name, issuer, clientId } = body
      const fields = { name, issuer, clientId, ...(await prepareFields(context, tenantId, body)) }
      return await db.inTransaction(async (tx) => {
        const providerId = await addProvider(tx, tenantId, fields)
        return await describeProvider(context, tx, tenantId, providerId)
      })
    },
  )

  app.patch(
    `${path}/:provider_id`,
    {
      schema: {
        operationId: 'updateIdentityProvider',
        summary: 'Change an identity provider',
        description:
          'With another issuer, people join or connect again. Of a provider set by OIDC_ISSUER, only groups and `isRequired` can be changed.',
        params: one,
        body: IdentityProviderPatch,
        response: { 200: IdentityProvider },
      },
      config: { ...config, problems: ['state_conflict'] },
    },
    async ({ tenantId, params, body }) => {
      const fields = await prepareFields(context, tenantId, body)
      return await db.inTransaction(async (tx) => {
        await changeProvider(tx, tenantId, params.provider_id, fields)
        return await describeProvider(context, tx, tenantId, params.provider_id)
      })
    },
  )

  app.delete(
    `${path}/:provider_id`,
    {
      schema: {
        operationId: 'deleteIdentityProvider',
        summary: 'Remove an identity provider',
        description:
          'Nobody can sign in with it any more, and sessions it began end within an hour. Members stay.',
        params: one,
      },
      config: { ...config, problems: ['state_conflict'] },
    },
    ({ tenantId, params }) => db.inTransaction((tx) => removeProvider(tx, tenantId, params.provider_id)),
  )

  app.post(
    `${path}/:provider_id/test`,
    {
      schema: {
        operationId: 'testIdentityProvider',
        summary: 'Test an identity provider',
        description: 'Reads its discovery document, without signing anybody in.',
        params: one,
        body: Empty,
        response: { 200: ProviderTest },
      },
      config: { scope: 'admin', beyond: true },
    },
    async ({ tenantId, params }) => {
      const provider = await getProvider(db.read, tenantId, params.provider_id)
      return await running.run(tenantId, () => testProvider(context, provider, () => performance.now()))
    },
  )
}
