import { notFound, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import { type Reader, TooLate, type Tx } from '../database/database.ts'
import { together } from '../database/together.ts'
import { newId } from '../ids.ts'
import { countChanged } from '../lists/tallies.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import { emit } from '../webhooks/events.ts'
import { countedEntries, recordActivity } from './queries.ts'
import type { AccountLog, LogAuthor, LogInput, PersonLog } from './schema.ts'

/** Accounts and persons have logs of the same structure: one table each, one activity entry for each log. */
const kinds = {
  account: { table: 'account_logs', id: 'account_log_id', owner: 'account_id' },
  person: { table: 'person_logs', id: 'person_log_id', owner: 'person_id' },
} as const
export type LogKind = keyof typeof kinds
type LogOf = { account: AccountLog; person: PersonLog }

/** The owner of a log, which must exist. */
export type LogOwner<K extends LogKind> = { kind: K; ownerId: string }

/** Inserts a log, or returns the one with the same idempotency key. */
export async function createLog<K extends LogKind>(
  tx: Tx,
  tenantId: string,
  { kind, ownerId }: LogOwner<K>,
  { text, author, idempotencyKey }: LogInput & { author: LogAuthor },
): Promise<LogOf[K]> {
  const { table, id, owner } = kinds[kind]
  const requestHash = fingerprint({ ownerId, text, author })
  const logId = newId(`${kind}_log`)
  const [log] = await tx<LogOf[K][]>`
    insert into ${tx.identifier(table)} (tenant_id, ${tx.identifier(id)}, ${tx.identifier(owner)}, text, author, idempotency_key, fingerprint)
    values (${tenantId}, ${logId}, ${ownerId}, ${text}, ${author}, ${idempotencyKey ?? null},
      ${idempotencyKey ? requestHash : null})
    on conflict (tenant_id, idempotency_key) where idempotency_key is not null do nothing
    returning ${columns(tx, kind)}`
  if (!log) return await findRepeated(tx, tenantId, kind, idempotencyKey as string, requestHash)
  await recordActivity(tx, tenantId, {
    ...(kind === 'account'
      ? { accountId: ownerId, accountLogId: logId }
      : { personId: ownerId, personLogId: logId }),
    type: `${kind}_log.created`,
    source: author,
    payload: { text },
    idempotencyKey,
  })
  emit<`${LogKind}_log.created`>(tx, tenantId, `${kind}_log.created`, log as AccountLog | PersonLog)
  return log as LogOf[K]
}

async function findRepeated<K extends LogKind>(
  tx: Tx,
  tenantId: string,
  kind: K,
  key: string,
  repeat: Buffer,
): Promise<LogOf[K]> {
  const [first] = await tx<(LogOf[K] & { fingerprint: Buffer })[]>`
    select ${columns(tx, kind)}, fingerprint from ${tx.identifier(kinds[kind].table)}
    where tenant_id = ${tenantId} and idempotency_key = ${key}`
  if (!first) throw new TooLate('the log under this key was erased')
  const { fingerprint: known, ...log } = first as LogOf[K] & { fingerprint: Buffer }
  demandSameRequest(known, repeat, key)
  return log as unknown as LogOf[K]
}

/** Replaces the text of a log written by a user, and of its activity entry. */
export async function replaceLog<K extends LogKind>(
  tx: Tx,
  tenantId: string,
  { kind, ownerId }: LogOwner<K>,
  logId: string,
  text: string,
): Promise<void> {
  const { table, id, owner } = kinds[kind]
  const present = tx`
    tenant_id = ${tenantId} and ${tx.identifier(owner)} = ${ownerId} and ${tx.identifier(id)} = ${logId} and deleted_at is null`
  const [[before], [log]] = await together([
    tx<{ text: string }[]>`select text from ${tx.identifier(table)} where ${present}`,
    tx<LogOf[K][]>`
      update ${tx.identifier(table)} set text = ${text}, updated_at = now() where ${present} and author = 'user'
      returning ${columns(tx, kind)}`,
  ])
  noteChange(tx, { before: before ?? {} })
  if (!log) {
    const [other] = await tx<
      { author: string }[]
    >`select author from ${tx.identifier(table)} where ${present}`
    if (!other) notFound(`${kind} log`, logId)
    throw new Problem(
      'log_not_replaceable',
      `This log was written by the ${other.author}, so it can’t be replaced.`,
    )
  }
  await tx`
    update activity set payload = json_build_object('text', ${text}::text), updated_at = now()
    where tenant_id = ${tenantId} and ${tx.identifier(id)} = ${logId}`
  emit<`${LogKind}_log.updated`>(tx, tenantId, `${kind}_log.updated`, log as AccountLog | PersonLog)
}

/** Soft-deletes a log and its activity entry. */
export async function removeLog<K extends LogKind>(
  tx: Tx,
  tenantId: string,
  { kind, ownerId }: LogOwner<K>,
  logId: string,
): Promise<void> {
  const { table, id, owner } = kinds[kind]
  const [log] = await tx<LogOf[K][]>`
    update ${tx.identifier(table)} set deleted_at = now(), updated_at = now()
    where tenant_id = ${tenantId} and ${tx.identifier(owner)} = ${ownerId} and ${tx.identifier(id)} = ${logId} and deleted_at is null
    returning ${columns(tx, kind)}`
  if (!log) notFound(`${kind} log`, logId)
  tx.defer(tx`
    with changed as (
      update activity set deleted_at = now(), updated_at = now()
      where tenant_id = ${tenantId} and ${tx.identifier(id)} = ${logId}
      returning tenant_id, account_id, person_id, part
    )
    ${countChanged(tx, ...countedEntries(tx, 1), ...countedEntries(tx, -1, tx`(part - 2)`))}`)
  emit<`${LogKind}_log.updated`>(tx, tenantId, `${kind}_log.updated`, log as AccountLog | PersonLog)
}

/** Restores a deleted log and its activity entry; an undeleted one is returned unchanged. */
export async function restoreLog<K extends LogKind>(
  tx: Tx,
  tenantId: string,
  { kind, ownerId }: LogOwner<K>,
  logId: string,
): Promise<LogOf[K]> {
  const { table, id, owner } = kinds[kind]
  const one = tx`tenant_id = ${tenantId} and ${tx.identifier(owner)} = ${ownerId} and ${tx.identifier(id)} = ${logId}`
  const [restored] = await tx<LogOf[K][]>`
    update ${tx.identifier(table)} set deleted_at = null, updated_at = now() where ${one} and deleted_at is not null
    returning ${columns(tx, kind)}`
  if (!restored) {
    const [log] = await tx<LogOf[K][]>`select ${columns(tx, kind)} from ${tx.identifier(table)} where ${one}`
    return (log as LogOf[K] | undefined) ?? notFound(`${kind} log`, logId)
  }
  tx.defer(tx`
    with changed as (
      update activity set deleted_at = null, updated_at = now()
      where tenant_id = ${tenantId} and ${tx.identifier(id)} = ${logId}
      returning tenant_id, account_id, person_id, part
    )
    ${countChanged(tx, ...countedEntries(tx, 1), ...countedEntries(tx, -1, tx`(part + 2)`))}`)
  emit<`${LogKind}_log.updated`>(tx, tenantId, `${kind}_log.updated`, restored as AccountLog | PersonLog)
  return restored as LogOf[K]
}

export function erasePersonLogs(tx: Tx, tenantId: string, personId: string): void {
  tx.defer(tx`delete from person_logs where tenant_id = ${tenantId} and person_id = ${personId}`)
}

function columns(db: Reader, kind: LogKind) {
  const { id, owner } = kinds[kind]
  return db`${db.identifier(id)}, ${db.identifier(owner)}, text, author, created_at, updated_at, deleted_at`
}
