import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { type Actor, type Cause, type ChangeNote, causes, noteOf } from './cause.ts'
import { compareFields, type FieldChanges, hideFields } from './changes.ts'
import type { AccessPath, NamedEvent } from './words.ts'

/** All fields of a row that may contain personal data. */
export type AuditDetails = {
  label?: string
  changes?: FieldChanges
  facts?: Record<string, string | number | boolean | null>
  address?: string
  userAgent?: string
  command?: string
}

type RecordedChange = {
  actor: Actor
  way: AccessPath
  action: string
  objectId: string | null
  aboutId: string | null
  requestId: string | null
  details: AuditDetails
}

/**
 * Pipelined with the statements of the change, so it costs no round trip, and the row exists if and only if the change
 * commits.
 */
function appendRow(tx: Tx, tenantId: string, { actor, details, ...entry }: RecordedChange): void {
  const text = JSON.stringify(details)
  const salt = randomBytes(16)
  const row = {
    tenantId,
    eventId: newId('audit_event'),
    actorKind: actor.kind,
    actorId: actor.id,
    keyId: actor.keyId,
    model: actor.model ?? null,
    ...entry,
    details: text,
    salt,
    detailsDigest: digestDetails(salt, text),
  }
  tx.append(tx`insert into audit_events ${tx.values(row)}`)
}

export function digestDetails(salt: Buffer, details: string): Buffer {
  return createHash('sha256').update(salt).update(details).digest()
}

/** Records an event that is not a request to the API, such as the end of a release. */
export function recordEvent(
  tx: Tx,
  tenantId: string,
  action: NamedEvent | 'createApiKey' | 'revokeApiKey' | 'setAgentSettings',
  entry: {
    actor: Actor
    way: AccessPath
    objectId?: string | null
    aboutId?: string | null
    requestId?: string | null
    details?: AuditDetails
  },
): void {
  appendRow(tx, tenantId, { action, objectId: null, aboutId: null, requestId: null, details: {}, ...entry })
}

/** Erases the details of rows about a person. The rows and their places in the chain remain. */
export async function eraseDetails(tx: Tx, tenantId: string, ids: string[]): Promise<void> {
  await tx`select erase_audit_details(${tenantId}, ${ids}::text[])`
}

/**
 * From now on, the transaction in which a request or command first changes rows also writes its row of the audit log.
 */
export function recordCauses(db: Database): void {
  db.beforeCommit = (tx, result) => {
    const cause = causes.getStore()
    if (!cause || cause.isRecorded || !tx.hasWritten()) return undefined
    appendRow(tx, cause.tenantId, describe(cause, noteOf(tx), result))
    return () => {
      cause.isRecorded = true
    }
  }
}

function describe(cause: Cause, note: ChangeNote = {}, result: unknown): RecordedChange {
  const { actor, way, action, requestId, ids, input } = cause
  const made = typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {}
  const newId = cause.creates
    ? findOwnId(typeof result === 'string' ? { resultId: result } : made, ids)
    : undefined
  const objectId = note.objectId ?? newId ?? ids.at(-1) ?? cause.tenantId
  const changes = note.changes ?? hideFields(compareFields(note.before, note.after ?? input), cause.hidden)
  // The name of a file may be the name of a person who is otherwise not related to it.
  const label = objectId.startsWith('file_')
    ? undefined
    : (note.label ?? labelOf({ ...note.before, ...made }))
  const details: AuditDetails = {
    ...(label && { label }),
    ...(Object.keys(changes).length > 0 && { changes }),
    ...(note.facts && { facts: note.facts }),
    ...(cause.address && { address: cause.address }),
    ...(cause.userAgent && { userAgent: cause.userAgent }),
    ...(cause.command && { command: cause.command }),
  }
  return {
    actor,
    way,
    action,
    requestId,
    objectId,
    aboutId: findSubject(ids, made, input, objectId),
    details,
  }
}

const idPattern = /^[a-z_]+_[0-7][0-9a-z]{25}$/

/** The id of a new object: the first id among its fields, unless the path contains it. */
function findOwnId(made: Record<string, unknown>, ids: string[]): string | undefined {
  const id = Object.entries(made).find(
    ([name, value]) => name.endsWith('Id') && typeof value === 'string' && !ids.includes(value),
  )?.[1]
  return typeof id === 'string' && idPattern.test(id) ? id : undefined
}

/** The person or audience that the details may be about, so that erasing the person finds the row. */
function findSubject(
  ids: string[],
  made: Record<string, unknown>,
  input: object,
  objectId: string,
): string | null {
  const { personId, audienceId } = { ...made, ...input } as Record<string, unknown>
  const named = [
    ids.find((id) => id.startsWith('person_')),
    personId,
    ids.find((id) => id.startsWith('audience_')),
    audienceId,
  ].find((id) => typeof id === 'string' && idPattern.test(id)) as string | undefined
  return named === undefined || named === objectId ? null : named
}

const nameFields = ['effectiveName', 'name', 'label', 'title', 'path', 'hostname', 'domain', 'email'] as const
const longestLabel = 200

function labelOf(object: object): string | undefined {
  const fields = object as Record<string, unknown>
  if (typeof fields.versionNumber === 'number') return `Version ${fields.versionNumber}`
  for (const name of nameFields) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value.slice(0, longestLabel)
  }
  // The rest of the URL may contain a secret, such as the token of a link.
  return typeof fields.url === 'string' && URL.canParse(fields.url) ? new URL(fields.url).host : undefined
}
