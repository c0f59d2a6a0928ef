import { toHostName } from '../accounts/domain.ts'

/** The name of the TXT record that verifies a host name. */
export function challengeName(hostname: string): string {
  return `_foyer-challenge.${hostname}`
}

const longestName = 253

/** The canonical form of a host name: lower case, in punycode. Undefined if it can't be verified. */
export function canonicalHostname(text: string): string | undefined {
  const hostname = toHostName(text)
  return hostname && challengeName(hostname).length <= longestName ? hostname : undefined
}

export function isWithin(hostname: string, parent: string): boolean {
  return hostname === parent || hostname.endsWith(`.${parent}`)
}
