import type { App, AppContext } from '../context.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { operation } from '../web/operation.ts'
import { Empty } from '../web/schema.ts'
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

const path = '/v0/identity_providers'
const config = { scope: 'admin', confirms: true } as const
/** Each waits up to eight seconds for the server of a tenant. */
const tests = { of: 'tests of identity providers', atOnce: 8, ofTenant: 1, waiting: 2, waitMs: 10_000 }

export function identityProviderRoutes(app: App, context: AppContext) {
  const { db } = context
  const running = new FairQueue(tests)
  app.addHook('onClose', async () => running.close())

  app.get(
    path,
    operation('listIdentityProviders', 'List identity providers', {
      scope: 'admin',
      description: 'The OpenID Connect providers that members sign in with, at most 10.',
      response: { 200: IdentityProviders },
    }),
    async ({ tenantId }) => ({ items: await describeProviders(context, db.read, tenantId) }),
  )

  app.post(
    path,
    operation('createIdentityProvider', 'Add an identity provider', {
      ...config,
      body: IdentityProviderInput,
      response: { 201: IdentityProvider },
      problems: ['provider_limit', 'state_conflict'],
    }),
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
    operation('updateIdentityProvider', 'Change an identity provider', {
      ...config,
      description:
        'With another issuer, people join or connect again. Of a provider set by OIDC_ISSUER, only groups and `isRequired` can be changed.',
      body: IdentityProviderPatch,
      response: { 200: IdentityProvider },
      problems: ['state_conflict'],
    }),
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
    operation('deleteIdentityProvider', 'Remove an identity provider', {
      ...config,
      description:
        'Nobody can sign in with it any more, and sessions it began end within an hour. Members stay.',
      problems: ['state_conflict'],
    }),
    ({ tenantId, params }) => db.inTransaction((tx) => removeProvider(tx, tenantId, params.provider_id)),
  )

  app.post(
    `${path}/:provider_id/test`,
    operation('testIdentityProvider', 'Test an identity provider', {
      scope: 'admin',
      description: 'Reads its discovery document, without signing anybody in.',
      body: Empty,
      response: { 200: ProviderTest },
    }),
    async ({ tenantId, params }) => {
      const provider = await getProvider(db.read, tenantId, params.provider_id)
      return await running.run(tenantId, () => testProvider(context, provider, () => performance.now()))
    },
  )
}
