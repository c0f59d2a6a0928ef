import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'

const reads = ['GET', 'HEAD', 'OPTIONS']

/**
 * Rejects cross-site requests. A write must prove that it comes from the console: by a header that forms can't set, and
 * by the browser's origin headers. A read must only not be cross-site. `SameSite` is not enough: pages of tenants may
 * be on a sibling host of the same site.
 */
export function demandOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const origin = classifyOrigin(request, publicUrl)
  const isRead = reads.includes(request.method)
  if (origin === 'foreign' || (!isRead && origin === 'unknown'))
    throw new Problem('forbidden_origin', 'The request does not come from the console.')
  if (!isRead && request.headers['x-foyer-console'] !== '1')
    throw new Problem('forbidden_origin', 'The header x-foyer-console: 1 is missing.')
}

function classifyOrigin(
  { headers, method }: FastifyRequest,
  publicUrl: string,
): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  // `none` means a typed or bookmarked URL, which can't be a write.
  if (site !== undefined)
    return site === 'same-origin' ? 'own' : site === 'none' && reads.includes(method) ? 'unknown' : 'foreign'
  // Browsers send Sec-Fetch-Site only to https and localhost.
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  return origin === publicUrl || isHost(origin, headers.host) ? 'own' : 'foreign'
}

/** Whether an origin has this host. The scheme is ignored: a proxy may terminate TLS. */
function isHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host
}
