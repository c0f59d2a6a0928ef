import { isIP } from 'node:net'

/** The name in a Host header: lower case, without port or final dot. Undefined when there is none that makes sense. */
export function readHostname(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 300) return undefined
  const [, name] = /^([a-z0-9._-]+?|\[[0-9a-f:.]+\])\.?(?::\d{0,5})?$/.exec(header.toLowerCase()) ?? []
  return name
}

/**
 * Whether the API answers to a name: the public one, addresses, and names without a dot, which are `localhost`
 * and those of machines within a private network. All others are sites, or nothing.
 */
export function isInterfaceHost(hostname: string, publicHostname: string): boolean {
  return (
    hostname === publicHostname || !hostname.includes('.') || hostname.startsWith('[') || isIP(hostname) !== 0
  )
}

/** `acme` of `acme.example.com` where that is the parent of the tenants' own subdomains. */
export function readSlug(hostname: string, siteDomain: string): string | undefined {
  if (!hostname.endsWith(`.${siteDomain}`)) return undefined
  const slug = hostname.slice(0, -siteDomain.length - 1)
  return slug.includes('.') ? undefined : slug
}
