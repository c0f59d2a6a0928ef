import { domainToASCII } from 'node:url'

/** `_foyer-challenge.` has to fit in front, and a name has at most 253 characters. */
const longest = 253 - '_foyer-challenge.'.length
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostnamePattern = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`)

/** The one spelling of a host name: lower case, international letters in their DNS form, no dot at the end. */
export function canonicalHostname(text: string): string | undefined {
  // The conversion drops some characters and reads others as dots or digits; what is not plainly a name is none.
  if (/[\s\p{Cc}\p{Cf}/\\:@?#%[\]]/u.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, '')
  return name.length <= longest && hostnamePattern.test(name) ? name : undefined
}

export function isWithin(hostname: string, parent: string): boolean {
  return hostname === parent || hostname.endsWith(`.${parent}`)
}
