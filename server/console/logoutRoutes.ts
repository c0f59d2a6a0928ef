import { Type } from 'typebox'
import { Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { ProviderError } from '../sso/client.ts'
import { readKey } from '../sso/key.ts'
import { logoutMinutes, readLogout } from '../sso/logout.ts'
import { findProvider } from '../sso/queries.ts'
import { takeLoggedOut } from '../sso/sessions.ts'
import { claimOnce } from '../users/steps.ts'
import { endSessions } from './queries.ts'

const Params = Type.Object({ key: Type.String({ maxLength: 60 }) })

/** Back-channel logout: a provider ends sessions that it began. */
export async function logoutRoutes(app: App, context: AppContext) {
  const { db } = context
  await app.register(async (form) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body)).get('logout_token')),
    )
    form.post(
      '/console/api/oidc/:key/backchannel',
      { schema: { hide: true, params: Params }, bodyLimit: 16 * 1024 },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const named = readKey((request.params as { key: string }).key)
        const provider = named && (await findProvider(db.read, named.tenantId, named.providerId))
        const { body } = request
        const logout =
          provider && typeof body === 'string'
            ? await readLogout(context, provider, body).catch(unavailable)
            : undefined
        if (!provider || !logout) throw new Problem('invalid_input', 'This is not a valid logout token.')
        const { tenantId, providerId } = provider
        await db.inTransaction(async (tx) => {
          const once = `${providerId} ${logout.tokenId}`
          if (!(await claimOnce(tx, 'logout', once, 2 * logoutMinutes)))
            throw new Problem('invalid_input', 'This logout token was used before.')
          await endSessions(tx, tenantId, await takeLoggedOut(tx, provider, logout))
        })
        return await reply.code(200).send()
      },
    )
  })
}

function unavailable(error: unknown): never {
  if (error instanceof ProviderError) throw new Problem('provider_unavailable', error.message)
  throw error
}
