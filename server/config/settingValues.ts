import { isIP } from 'node:net'
import { roleNames } from '../../shared/roles.ts'
import { splitHosts } from '../database/hosts.ts'

/** Parsers of settings; undefined for an invalid value. */
export function text(value: string) {
  return value
}

export function matching(value: string, pattern: RegExp) {
  return pattern.test(value) ? value : undefined
}

export function boolean(value: string) {
  return value === 'true' ? true : value === 'false' ? false : undefined
}

export function wholeNumber(least: number, most: number) {
  return (value: string) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : undefined
  }
}

const hostLabel = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostPattern = new RegExp(`^(?=.{1,253}$)${hostLabel}(\\.${hostLabel})*$`)

export function hostName(value: string) {
  return matching(value.toLowerCase(), hostPattern)
}

export function hostNames(value: string) {
  const names = value.split(',').map((name) => hostName(name.trim()))
  return names.every((name) => name !== undefined) ? names : undefined
}

export function origin(value: string) {
  const url = URL.parse(value)
  const bare = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  return bare && !url.username ? url.origin : undefined
}

/** A base URL, without its trailing slash. */
export function baseUrl(value: string) {
  const url = URL.parse(value)
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  return plain && !url.password ? url.href.replace(/(?<!\/)\/+$/, '') : undefined
}

/** An issuer URL exactly as given: a trailing slash is significant. */
export function issuerUrl(value: string) {
  return baseUrl(value) === undefined ? undefined : value
}

export function role(value: string) {
  return roleNames.find((name) => name === value)
}

export function secret(value: string) {
  return matching(value, /^[\x21-\x7e]{1,1000}$/)
}

/** 32 bytes in base64. */
export function encryptionKey(value: string) {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : undefined
}

export function encryptionKeys(value: string) {
  const keys = value.split(',').map((key) => encryptionKey(key.trim()))
  return keys.every((key) => key !== undefined) ? keys : undefined
}

export function postgresUrl(value: string) {
  const isOne = (text: string) => {
    const url = URL.parse(text)
    return Boolean(url?.hostname) && /^postgres(ql)?:$/.test(url?.protocol ?? '')
  }
  return splitHosts(value).every(isOne) ? value : undefined
}

export function smtpUrl(value: string) {
  const url = URL.parse(value)
  return url?.hostname && /^smtps?:$/.test(url.protocol) ? value : undefined
}

export function mailAddress(value: string) {
  const address = /^(?:[^<>\r\n"]{1,100} )?<([^<>\s]+)>$/.exec(value)?.[1] ?? value
  return /^[^\s@<>]{1,64}@[a-z0-9.-]{1,253}$/i.test(address) ? value : undefined
}

export function trustProxy(value: string) {
  return boolean(value) ?? (value.split(',').every((part) => isRange(part.trim())) ? value : undefined)
}

/** An IP address or a range: `10.0.0.0/8`. */
function isRange(value: string) {
  const [address = '', bits = '0', ...rest] = value.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && wholeNumber(0, most)(bits) !== undefined
}

export type Setting<T, D> = {
  about: string
  fallback: D
  allowed: string
  parse: (value: string) => T
}

export function setting<T, const D extends string | undefined>(
  about: string,
  fallback: D,
  allowed: string,
  parse: (value: string) => T,
): Setting<T, D> {
  return { about, fallback, allowed, parse }
}
