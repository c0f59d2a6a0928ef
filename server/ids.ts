import { fromUUID, typeidUnboxed } from 'typeid-js'

/** The prefixes of all ids. The rest of an id is a UUIDv7 in base32, so ids sort by creation time. */
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
  'visit',
  'notice',
  'channel',
  'field',
  'template',
  'batch',
  'release',
  'schedule',
  'view',
  'goal',
  'user',
  'invitation',
  'session',
  'provider',
  'group',
  'audit_event',
  'app',
  'connection',
] as const

export type IdPrefix = (typeof idPrefixes)[number]

export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

/** Sorts before every id of this kind created at that time or later. */
export function firstIdAt(prefix: IdPrefix, milliseconds: number): string {
  const time = Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, '0')
  return fromUUID(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`, prefix)
}

/** A tenant's slug is a label of the host name of its site. */
export const slugPattern = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
