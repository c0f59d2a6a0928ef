import { typeidUnboxed } from 'typeid-js'

/** Every kind of id there is. The prefix names the kind; the rest is a UUIDv7 in base32, so ids sort by creation. */
export const idPrefixes = [
  'tenant',
  'brand',
  'page',
  'audience',
  'version',
  'message',
  'asset',
  'file',
  'account',
  'account_log',
  'person',
  'person_log',
  'activity',
  'page_link',
  'tenant_domain',
  'webhook',
  'delivery',
  'key',
  'submission',
  'batch',
] as const

export type IdPrefix = (typeof idPrefixes)[number]

export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_[a-z0-9]{26}$`
}
