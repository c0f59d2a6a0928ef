import { oneOf, reader, text } from '../ui/address.ts'
import { objectNames, wayNames } from './words.ts'

export const periods = ['today', 'week', 'month'] as const

const kinds = ['user', 'key', 'agent', 'visitor', 'system', 'provider'] as const

export const readAudit = reader({
  period: oneOf(periods),
  actorId: text,
  actorKind: oneOf(kinds),
  action: text,
  objectType: oneOf(Object.keys(objectNames) as (keyof typeof objectNames)[]),
  objectId: text,
  way: oneOf(Object.keys(wayNames) as (keyof typeof wayNames)[]),
  /** The open row. */
  event: text,
})
export type AuditSearch = ReturnType<typeof readAudit>
export type AuditFilters = Omit<AuditSearch, 'event'>
