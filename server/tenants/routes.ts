import { invalid, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { isMember, listKeys, lockAdminKeys, revokeKey, setKeeper } from './keyQueries.ts'
import { demandFuture, issueKey } from './keys.ts'
import { describeCaller } from './me.ts'
import { changeSettings, getSettings } from './queries.ts'
import {
  ApiKey,
  ApiKeyInput,
  ApiKeyPage,
  ApiKeyPatch,
  ApiKeyQuery,
  Me,
  NewApiKey,
  TenantSettings,
  TenantSettingsPatch,
} from './schema.ts'

export function tenantRoutes(app: App, context: AppContext) {
  const { db, sign } = context
  app.get(
    '/v0/me',
    operation('getMe', 'Get the tenant and scopes of the key', { scope: 'read', response: { 200: Me } }),
    async ({ caller }) => describeCaller(context, caller),
  )

  app.get(
    '/v0/api_keys',
    operation('listApiKeys', 'List API keys', {
      scope: 'admin',
      querystring: ApiKeyQuery,
      response: { 200: ApiKeyPage },
    }),
    async ({ tenantId, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listApiKeys', tenantId)
      const [keys, total] = await Promise.all([
        listKeys(db.read, tenantId, pager.request),
        readTally(db.read, tenantId, 'api_keys'),
      ])
      return pager.page(keys, total, ({ keyId }) => [keyId])
    },
  )

  app.post(
    '/v0/api_keys',
    operation('createApiKey', 'Create an API key', {
      scope: 'admin',
      confirms: true,
      body: ApiKeyInput,
      response: { 201: NewApiKey },
      problems: ['key_limit'],
    }),
    ({ tenantId, caller, body }) => {
      demandFuture(body.expiresAt)
      const { userId } = caller
      return db.inTransaction((tx) => issueKey(tx, tenantId, { ...body, ...(userId && { userId }) }))
    },
  )

  app.patch(
    '/v0/api_keys/:key_id',
    operation('handOverApiKey', 'Hand over the key of a service', {
      scope: 'admin',
      confirms: true,
      description: 'Another member looks after it from then on. The key itself does not change.',
      body: ApiKeyPatch,
      response: { 200: ApiKey },
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction(async (tx) => {
        const key = await setKeeper(tx, tenantId, params.key_id, body.userId)
        if (!(await isMember(tx, tenantId, body.userId)))
          throw invalid('/userId', 'must be a member of the team')
        return key
      }),
  )

  app.delete(
    '/v0/api_keys/:key_id',
    operation('revokeApiKey', 'Revoke an API key', {
      scope: 'admin',
      confirms: true,
      description: 'The key stops working within a second.',
      problems: ['last_key'],
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction(async (tx) => {
        const admins = await lockAdminKeys(tx, tenantId)
        if (admins.length === 1 && admins[0] === params.key_id)
          throw new Problem('last_key', 'Without this key, nobody could manage the keys of this tenant.')
        await revokeKey(tx, tenantId, params.key_id)
      })
    },
  )
}

export function settingsRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/tenant_settings',
    operation('getTenantSettings', 'Get the settings of the tenant', {
      scope: 'read',
      response: { 200: TenantSettings },
    }),
    async ({ tenantId }) => await getSettings(db.read, tenantId),
  )

  app.patch(
    '/v0/tenant_settings',
    operation('updateTenantSettings', 'Change settings of the tenant', {
      scope: 'admin',
      description:
        'Only the given fields change. Pages are updated within a second, open tabs when they are reloaded.',
      body: TenantSettingsPatch,
      response: { 200: TenantSettings },
    }),
    ({ tenantId, body }) =>
      db.inTransaction(async (tx) => {
        noteChange(tx, { before: await getSettings(tx, tenantId) })
        await changeSettings(tx, tenantId, body)
        return await getSettings(tx, tenantId)
      }),
  )
}
