import type { IncomingHttpHeaders } from 'node:http'
import type { Sign } from '../secrets/secrets.ts'
import { answer, type SiteAnswer } from './request.ts'

/** How long the console can mark a browser with one URL, and how long a browser stays marked. */
export const markMs = 60 * 60_000
const markedMs = 30 * 24 * 60 * 60_000

const cookieName = 'foyer-own'
const shape = /^\/_own\/((tenant_[a-z0-9]{26})\.(\d{13}))\.([\w-]{43})$/
const cookieShape = /^(\d{13})\.([\w-]{43})$/

/** A path on a tenant's site that marks the browser as one of the team. Only the console gets it. */
export function ownPath(sign: Sign, tenantId: string, expires: number): string {
  const text = `${tenantId}.${expires}`
  return `/_own/${text}.${sign('own visits', text)}`
}

type Mark = {
  path: string
  query: string
  tenantId: string
  /** HTTPS, or a loopback name. */
  isTrusted: boolean
}

/**
 * Marks a browser as used by the team and redirects to the page in `to`. Undefined unless it is a valid URL of this
 * tenant, so that the response is the same as for a path that does not exist.
 */
export function markBrowser(
  sign: Sign,
  { path, query, tenantId, isTrusted }: Mark,
  now: number,
): SiteAnswer | undefined {
  const [, text = '', owner = '', expires = '', signature = ''] = shape.exec(path) ?? []
  if (owner !== tenantId || !sign.verify('own visits', text, signature) || Number(expires) <= now)
    return undefined
  const until = String(now + markedMs)
  const value = `${until}.${sign('own browser', `${tenantId}.${until}`)}`
  // The console may be on another site, and browsers accept its cookies only from trusted origins.
  const reach = isTrusted ? 'SameSite=None; Secure' : 'SameSite=Lax'
  const cookie = `${cookieName}=${value}; Max-Age=${markedMs / 1000}; Path=/; HttpOnly; ${reach}`
  const to = new URLSearchParams(query).get('to')
  if (to === null) return answer(200, { 'set-cookie': cookie })
  return answer(303, { 'set-cookie': cookie, location: pathIn(to) })
}

/** The path of a URL on the same site; never another host. */
function pathIn(to: string): string {
  const url = URL.parse(to, 'http://site.invalid')
  return url?.host === 'site.invalid' ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/'
}

/** Whether the request comes from a browser that the console has marked for this tenant. */
export function isOwnBrowser(
  sign: Sign,
  headers: IncomingHttpHeaders,
  tenantId: string,
  now: number,
): boolean {
  const { cookie } = headers
  if (!cookie?.includes(cookieName)) return false
  return cookie.split(';').some((part) => {
    const [name, value = ''] = part.trim().split('=', 2)
    const [, until = '', signature = ''] = (name === cookieName && cookieShape.exec(value)) || []
    return Number(until) > now && sign.verify('own browser', `${tenantId}.${until}`, signature)
  })
}
