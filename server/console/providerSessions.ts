import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'

/** Requests that concern the user rather than the tenant: sign-in methods, e-mail addresses, other tenants. */
const ofUser = /^\/console\/api\/(user\/|invitation\/join$)/
/** Exceptions that only concern the tenant. */
const ofTenant = /^\/console\/api\/user\/(keys|sessions)(\/|$)/

/**
 * A provider is only trusted for its own tenant. Its operator could sign in as any member, so its sessions can neither
 * access other tenants nor change the user's sign-in methods.
 */
export function demandWithinTenant({ method, url }: FastifyRequest): void {
  const path = url.split('?', 1)[0] ?? ''
  if (method === 'GET' || !ofUser.test(path) || ofTenant.test(path)) return
  throw new Problem(
    'provider_refused',
    'You signed in with a provider of this team. Sign in another way to change how you sign in, or to go to another team.',
  )
}
