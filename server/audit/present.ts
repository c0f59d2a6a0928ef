import Bowser from 'bowser'
import type { Reader } from '../database/database.ts'
import { findUsers, type User } from '../users/queries.ts'
import type { FindCountry } from '../web/countries.ts'
import type { AuditRow } from './queries.ts'
import type { AuditEvent } from './schema.ts'
import type { AuditDetails } from './write.ts'

/** Rows as the API returns them, with the current names of users. */
export async function presentEvents(
  db: Reader,
  rows: AuditRow[],
  findCountry: FindCountry,
): Promise<AuditEvent[]> {
  const userIds = new Set(rows.flatMap((row) => userOf(row) ?? []))
  const users = await findUsers(db, [...userIds])
  return rows.map((row) => presentEvent(row, users, findCountry))
}

/** The user who acted, also if they used a personal key. */
function userOf({ actorKind, actorId, keyUserId }: AuditRow): string | null {
  return actorKind === 'user' ? actorId : keyUserId
}

function presentEvent(row: AuditRow, users: Map<string, User>, findCountry: FindCountry): AuditEvent {
  const userId = userOf(row)
  const details: AuditDetails = row.details === null ? {} : JSON.parse(row.details)
  const { address = null } = details
  const { objectId } = row
  return {
    eventId: row.eventId,
    createdAt: row.at,
    actor: {
      kind: userId !== null && row.actorKind === 'key' ? 'user' : row.actorKind,
      actorId: userId ?? row.actorId,
      keyId: row.keyId,
      name: userId === null ? row.keyName : (users.get(userId)?.name ?? null),
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
