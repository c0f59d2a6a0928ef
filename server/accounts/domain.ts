import { domainToASCII } from 'node:url'
import { invalid } from '../../shared/problem.ts'

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Longer than any address a browser keeps; what is longer still is not worth taking apart. */
const longestAddress = 2048

/**
 * The one spelling of an account's domain. Takes what people paste: any case, a whole address, an e-mail address,
 * letters of any script.
 */
export function canonicalDomain(text: string, path = '/domain'): string {
  const host = text.length > longestAddress ? undefined : toHostName(hostOf(text))
  if (host === undefined) throw invalid(path, 'must be a domain such as acme.com')
  return withoutWww(host)
}

/** A bare host name with a dot in it, in lower case and punycode; undefined for anything else, addresses included. */
export function toHostName(text: string): string | undefined {
  // These mean something to the parser behind domainToASCII and nothing in a host name.
  if (/[\s%/\\?#@:[\]<>^|]/.test(text)) return undefined
  const host = domainToASCII(text).replace(/\.$/, '')
  const labels = host.split('.')
  const isName = labels.length > 1 && host.length <= 253 && labels.every((part) => label.test(part))
  // A last label without a letter makes a number of the whole: 127.0.0.1 and its other spellings.
  return isName && /[a-z]/.test(labels.at(-1) ?? '') ? host : undefined
}

/** Takes scheme, user, port, path, query and fragment off an address. */
function hostOf(text: string): string {
  const [authority = ''] = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '')
    .split(/[/?#]/, 1)
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
}

/** `www.com` is a domain of its own: what is left must still have a dot. */
function withoutWww(host: string): string {
  const rest = host.startsWith('www.') ? host.slice(4) : host
  return rest !== host && rest.includes('.') ? withoutWww(rest) : host
}
