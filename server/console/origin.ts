import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'

const reads = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what another site made the browser send. What changes something must show that it comes from the console:
 * by a header that no form can set, and by what the browser says of its origin. What reads must only not come from
 * elsewhere. `SameSite` alone would not do: pages of tenants may live on a neighbouring host of the same site.
 */
export function demandOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const origin = tellOrigin(request, publicUrl)
  const isRead = reads.includes(request.method)
  if (origin === 'foreign' || (!isRead && origin === 'unknown'))
    throw new Problem('forbidden_origin', 'The request does not come from the console.')
  if (!isRead && request.headers['x-foyer-console'] !== '1')
    throw new Problem('forbidden_origin', 'The header x-foyer-console: 1 is missing.')
}

function tellOrigin({ headers, method }: FastifyRequest, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  // `none` is an address that a person typed or opened from a bookmark; nothing is changed that way.
  if (site !== undefined)
    return site === 'same-origin' ? 'own' : site === 'none' && reads.includes(method) ? 'unknown' : 'foreign'
  // Browsers send the header above to https and localhost alone.
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  return origin === publicUrl || isHost(origin, headers.host) ? 'own' : 'foreign'
}

/** Whether an origin has this host. Its scheme is not compared: a proxy may have taken TLS off. */
function isHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host
}
