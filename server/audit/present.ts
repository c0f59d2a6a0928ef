import Bowser from 'bowser'
import type { FindCountry } from '../web/countries.ts'
import type { AuditRow } from './queries.ts'
import type { AuditEvent } from './schema.ts'
import type { AuditDetails } from './write.ts'

/** A row as the API shows it. */
export function presentEvent(row: AuditRow, findCountry: FindCountry): AuditEvent {
  const details: AuditDetails = row.details === null ? {} : JSON.parse(row.details)
  const { address = null } = details
  const { objectId } = row
  return {
    eventId: row.eventId,
    createdAt: row.at,
    actor: {
      kind: row.actorKind,
      actorId: row.actorId,
      keyId: row.keyId,
      name: row.keyName,
      model: row.model,
    },
    way: row.way,
    action: row.action,
    object: objectId === null ? null : { type: typeOf(objectId), objectId, name: details.label ?? null },
    changes: details.changes ?? {},
    facts: details.facts ?? {},
    address,
    country: (address !== null && findCountry(address)) || null,
    device: describeDevice(details.userAgent),
    command: details.command ?? null,
    requestId: row.requestId,
    isErased: row.details === null,
    number: row.number,
    hash: row.hash?.toString('hex') ?? null,
  }
}

function typeOf(id: string): string {
  return id.slice(0, id.lastIndexOf('_'))
}

function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
