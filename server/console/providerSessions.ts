import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'

/** What belongs to the user rather than to the tenant: ways in, addresses, other tenants. */
const ofUser = /^\/console\/api\/(user\/|invitation\/join$)/
/** What of it concerns the tenant alone. */
const ofTenant = /^\/console\/api\/user\/(keys|sessions)(\/|$)/

/**
 * A provider is believed for its tenant alone. Whoever runs it could sign in as a member, so its sessions neither reach
 * other tenants nor change how the person signs in there.
 */
export function demandWithinTenant({ method, url }: FastifyRequest): void {
  const path = url.split('?', 1)[0] ?? ''
  if (method === 'GET' || !ofUser.test(path) || ofTenant.test(path)) return
  throw new Problem(
    'provider_refused',
    'You signed in with a provider of this team. Sign in another way to change how you sign in, or to go to another team.',
  )
}
