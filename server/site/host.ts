import { isIP } from 'node:net'

/** The host name in a Host header: lower case, without port or trailing dot. Undefined if it is missing or invalid. */
export function readHostname(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 300) return undefined
  const [, name] = /^([a-z0-9._-]+?|\[[0-9a-f:.]+\])\.?(?::\d{0,5})?$/.exec(header.toLowerCase()) ?? []
  return name
}

/**
 * Whether a host name serves the API: the public one, IP addresses, and names without a dot, which are `localhost` and
 * machines of a private network. All others are sites or unknown.
 */
export function isApiHost(hostname: string, publicHostname: string): boolean {
  return (
    hostname === publicHostname || !hostname.includes('.') || hostname.startsWith('[') || isIP(hostname) !== 0
  )
}

/** `acme` of `acme.example.com`, if `example.com` is the site domain. */
export function readSlug(hostname: string, siteDomain: string): string | undefined {
  if (!hostname.endsWith(`.${siteDomain}`)) return undefined
  const slug = hostname.slice(0, -siteDomain.length - 1)
  return slug.includes('.') ? undefined : slug
}
