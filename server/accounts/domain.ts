import { domainToASCII } from 'node:url'
import { invalid } from '../../shared/problem.ts'

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Longer than any URL that browsers accept; longer input is rejected without parsing. */
const longestAddress = 2048

/**
 * The canonical form of an account's domain. Accepts pasted text: any case, a whole URL, an e-mail address, letters of
 * any script.
 */
export function canonicalDomain(text: string, path = '/domain'): string {
  const host = text.length > longestAddress ? undefined : toHostName(hostOf(text))
  if (host === undefined) throw invalid(path, 'must be a domain such as acme.com')
  return withoutWww(host)
}

/** A bare host name with a dot, in lower case and punycode; undefined for anything else, IP addresses included. */
export function toHostName(text: string): string | undefined {
  // domainToASCII's parser interprets these characters, but they are invalid in a host name.
  if (/[\s%/\\?#@:[\]<>^|]/.test(text)) return undefined
  const host = domainToASCII(text).replace(/\.$/, '')
  const labels = host.split('.')
  const isName = labels.length > 1 && host.length <= 253 && labels.every((part) => label.test(part))
  // A last label without a letter makes it an IP address: 127.0.0.1 and its other spellings.
  return isName && /[a-z]/.test(labels.at(-1) ?? '') ? host : undefined
}

/** Removes scheme, user, port, path, query and fragment from a URL. */
function hostOf(text: string): string {
  const [authority = ''] = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '')
    .split(/[/?#]/, 1)
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
}

/** Removes a leading `www.`, unless nothing with a dot would remain: `www.com` is a domain itself. */
function withoutWww(host: string): string {
  const rest = host.startsWith('www.') ? host.slice(4) : host
  return rest !== host && rest.includes('.') ? withoutWww(rest) : host
}
