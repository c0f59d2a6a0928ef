import { presentActor } from '../audit/cause.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { enqueue } from '../queue/jobs.ts'
import type { PageOf } from '../web/paging.ts'
import type { Message, RunOutcome } from './schema.ts'

const columns = (db: Reader) => db`
  message_id, audience_id, version_id, author, text, client_message_id, outcome, operations, suggestions, duration_ms,
  input_tokens, output_tokens, model, created_at`

/** Notifies the streams of an audience. */
export const eventChannel = 'run_events'

export type UserMessage = {
  audienceId: string
  versionId: string
  text: string
  clientMessageId: string
  fingerprint: Buffer
  selectedElement: object | undefined
}

export function insertUserMessage(tx: Tx, tenantId: string, message: UserMessage): void {
  const { selectedElement, ...fields } = message
  const row = { tenantId, messageId: newId('message'), author: 'user', ...fields }
  const selected = selectedElement ? tx.json(selectedElement as never) : null
  tx.append(tx`insert into messages ${tx.values({ ...row, selectedElement: selected })}`)
  count(tx, tenantId, { [`messages:${message.audienceId}`]: 1 })
}

export type RunAnswer = {
  audienceId: string
  versionId: string
  text: string
  outcome: RunOutcome
  operations?: object[]
  suggestions?: string[]
  durationMs?: number
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  model?: string | undefined
}

export function insertAnswer(tx: Tx, tenantId: string, answer: RunAnswer): void {
  const { operations, model = null, inputTokens = null, outputTokens = null, ...fields } = answer
  const spent = { model, inputTokens, outputTokens }
  const row = { tenantId, messageId: newId('message'), author: 'agent', ...fields, ...spent }
  tx.append(tx`insert into messages ${tx.values({ ...row, operations: tx.json(operations ?? []) })}`)
  count(tx, tenantId, { [`messages:${answer.audienceId}`]: 1 })
}

/** Adds the cost of an interrupted run to its answer; the interrupting request does not know it. */
export async function noteInterruptedCost(
  tx: Tx,
  tenantId: string,
  versionId: string,
  cost: Pick<RunAnswer, 'durationMs' | 'inputTokens' | 'outputTokens' | 'model'>,
): Promise<void> {
  const { durationMs = null, inputTokens = null, outputTokens = null, model = null } = cost
  await tx`
    update messages set ${tx.set({ durationMs, inputTokens, outputTokens, model })}
    where tenant_id = ${tenantId} and version_id = ${versionId} and outcome = 'interrupted' and duration_ms is null`
}

/** The message sent earlier with this client id, if any. */
export async function findByClientId(
  db: Reader,
  tenantId: string,
  audienceId: string,
  clientMessageId: string,
): Promise<{ versionId: string; fingerprint: Buffer } | undefined> {
  const [row] = await db<{ versionId: string; fingerprint: Buffer }[]>`
    select version_id, fingerprint from messages
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and client_message_id = ${clientMessageId}`
  return row
}

/** The message that requested a version. */
export async function getRequest(db: Reader, tenantId: string, versionId: string) {
  const [row] = await db<{ text: string; selectedElement: object | null }[]>`
    select text, selected_element from messages
    where tenant_id = ${tenantId} and version_id = ${versionId} and author = 'user'`
  if (!row) throw new Error(`the version ${versionId} has no message`)
  return row
}

export async function listMessages(
  db: Reader,
  tenantId: string,
  audienceId: string,
  { limit, after }: PageOf<[string]>,
): Promise<Message[]> {
  return await db<Message[]>`
    select ${columns(db)} from messages
    where tenant_id = ${tenantId} and audience_id = ${audienceId} ${after ? db`and message_id < ${after[0]}` : db``}
    order by message_id desc limit ${limit + 1}`
}

/** Enqueues the run of a queued version. */
export function readyRun(
  tx: Tx,
  tenantId: string,
  { audienceId, versionId }: { audienceId: string; versionId: string },
  batchId?: string,
): void {
  const sentBy = presentActor()?.keyId
  const data = { audienceId, ...(batchId && { batchId }), ...(sentBy && { sentBy }) }
  enqueue(tx, 'agent_run', tenantId, { key: versionId, data })
}

export type RunEventType = 'text' | 'operation' | 'suggestions' | 'status' | 'error'
export type RunEvent = { eventId: number; versionId: string; type: RunEventType; data: object }
export type PendingRunEvent = Omit<RunEvent, 'eventId'>

/**
 * Stores run events in the given order and notifies streams. Call it again only after another statement: appended
 * inserts are unordered.
 */
export function writeRunEvents(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  events: PendingRunEvent[],
): void {
  if (events.length === 0) return
  const rows = events.map(({ data, ...event }) => ({
    tenantId,
    audienceId,
    ...event,
    data: tx.json(data as never),
  }))
  tx.append(tx`insert into run_events ${tx.values(rows)}`)
  tx.notify(eventChannel, `${tenantId}/${audienceId}`)
}

export async function listRunEvents(
  db: Reader,
  tenantId: string,
  audienceId: string,
  after: number,
  most: number,
): Promise<RunEvent[]> {
  return await db<RunEvent[]>`
    select event_id, version_id, type, data from run_events
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and event_id > ${after}
    order by event_id limit ${most}`
}

/** The event after which a new stream starts: the last one, or the one before the oldest unfinished run. */
export async function findFirstWatched(db: Reader, tenantId: string, audienceId: string): Promise<number> {
  const [row] = await db<{ last: number }[]>`
    select coalesce(
      (select min(e.event_id) - 1 from versions v
        join run_events e on e.tenant_id = ${tenantId} and e.version_id = v.version_id
        where v.tenant_id = ${tenantId} and v.audience_id = ${audienceId}
          and v.status in ('pending', 'queued', 'processing')),
      (select max(event_id) from run_events where tenant_id = ${tenantId} and audience_id = ${audienceId}),
      0)::bigint as last`
  return row?.last ?? 0
}

/** Deletes events older than an hour, the longest time after which a stream is resumed. */
export async function forgetOldRunEvents(tx: Tx, tenants?: Included): Promise<void> {
  await tx`
    -- every tenant: upkeep
    delete from run_events where ${isIncluded(tx, tenants)} and created_at < now() - interval '1 hour'`
}
