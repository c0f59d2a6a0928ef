import { toHostName } from '../accounts/domain.ts'

/** The name of the TXT record that proves a host name. */
export function challengeName(hostname: string): string {
  return `_foyer-challenge.${hostname}`
}

const longestName = 253

/** The one spelling of a host name that can be proven: lower case, letters of any script in their DNS form. */
export function canonicalHostname(text: string): string | undefined {
  const hostname = toHostName(text)
  return hostname && challengeName(hostname).length <= longestName ? hostname : undefined
}

export function isWithin(hostname: string, parent: string): boolean {
  return hostname === parent || hostname.endsWith(`.${parent}`)
}
