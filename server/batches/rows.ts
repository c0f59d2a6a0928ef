import type { Tx } from '../database/database.ts'
import { count, recount } from '../lists/tallies.ts'
import type { RowInput } from './csvReader.ts'
import type { RowSubject } from './given.ts'
import type { RowPlan } from './plan.ts'
import { tallyOf } from './queries.ts'
import type { RowStatus } from './schema.ts'

/** Row operations of workers and of file parsing. */

export type NewBatchRow = RowInput & { position: number }

/** Inserts waiting rows, and rows already known to be unusable. */
export async function insertRows(
  tx: Tx,
  tenantId: string,
  batchId: string,
  rows: NewBatchRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx`
    insert into batch_rows (tenant_id, batch_id, position, csv_row, status, given, reason, cells)
    select ${tenantId}, ${batchId}, position, csv_row, case when given is null then 'failed' else 'waiting' end,
      given::json, reason, cells::json
    from unnest(
      ${rows.map((row) => row.position)}::int[], ${rows.map((row) => row.csvRow)}::int[],
      ${rows.map((row) => row.given)}::text[], ${rows.map((row) => row.reason)}::text[],
      ${rows.map((row) => row.cells)}::text[]) as rows (position, csv_row, given, reason, cells)`
  const waiting = rows.filter(({ given }) => given !== null).length
  count(tx, tenantId, {
    [tallyOf(batchId, 'waiting', false)]: waiting,
    [tallyOf(batchId, 'failed', false)]: rows.length - waiting,
  })
}

/** A batch that is locked until the transaction ends. */
export type HeldBatch = {
  tenantId: string
  batchId: string
  /** Null for an import. */
  pageId: string | null
  status: 'running' | 'cancelling'
  message: string | null
  plan: RowPlan | null
  totalRows: number
  cursor: number
  keyId: string | null
}

/** Undefined if it has finished. */
export async function lockBatch(tx: Tx, tenantId: string, batchId: string): Promise<HeldBatch | undefined> {
  const [batch] = await tx<HeldBatch[]>`
    select tenant_id, batch_id, page_id, status, message, plan, total_rows, cursor, key_id from batches
    where tenant_id = ${tenantId} and batch_id = ${batchId} and finished_at is null for update`
  return batch
}

export type WaitingBatchRow = { position: number; csvRow: number | null; given: RowSubject }

export async function listWaiting(
  tx: Tx,
  { tenantId, batchId, cursor }: HeldBatch,
  most: number,
): Promise<WaitingBatchRow[]> {
  return await tx<WaitingBatchRow[]>`
    select position, csv_row, given from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'waiting' and position > ${cursor}
    order by position limit ${most}`
}

/** Which of these persons and accounts appear in an earlier row, and the number of that row. */
export async function findEarlierRows(
  tx: Tx,
  { tenantId, batchId }: HeldBatch,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; row: number }[]>`
    select person_id as id, coalesce(csv_row, position) as row from batch_rows
    where tenant_id = ${tenantId} and person_id = any(${ids}) and batch_id = ${batchId}
    union all
    select account_id, coalesce(csv_row, position) from batch_rows
    where tenant_id = ${tenantId} and account_id = any(${ids}) and batch_id = ${batchId}`
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/** The newest audience of each person or account on the page, locked, by the person's or account's id. */
export async function lockPresentAudiences(
  tx: Tx,
  { tenantId, pageId }: HeldBatch,
  ids: string[],
): Promise<Map<string, string>> {
  if (pageId === null) return new Map()
  const rows = await tx<{ id: string; audienceId: string }[]>`
    select coalesce(person_id, account_id) as id, audience_id from audiences
    where tenant_id = ${tenantId} and page_id = ${pageId} and archived_at is null
      and (person_id = any(${ids}) or (account_id = any(${ids}) and person_id is null))
    order by audience_id for update`
  return new Map(rows.map(({ id, audienceId }) => [id, audienceId]))
}

export type SettledBatchRow = {
  position: number
  status: RowStatus
  reason?: string
  /** The values of a failed row, as JSON. */
  cells?: string | undefined
  personId?: string
  accountId?: string
  audienceId?: string
  versionId?: string
}

/** Stores the results of waiting rows. */
export async function settleRows(
  tx: Tx,
  { tenantId, batchId }: HeldBatch,
  rows: SettledBatchRow[],
): Promise<void> {
  const positions = rows.map(({ position }) => position)
  const texts = (field: Exclude<keyof SettledBatchRow, 'position'>) => rows.map((row) => row[field] ?? null)
  await tx`
    update batch_rows r set status = settled.status, reason = settled.reason, person_id = settled.person_id,
      account_id = settled.account_id, audience_id = settled.audience_id, version_id = settled.version_id,
      has_made = settled.audience_id is not null or settled.status = 'made', given = null, cells = settled.cells::json
    from unnest(
      ${positions}::int[], ${texts('status')}::text[], ${texts('reason')}::text[],
      ${texts('personId')}::text[], ${texts('accountId')}::text[], ${texts('audienceId')}::text[],
      ${texts('versionId')}::text[], ${texts('cells')}::text[])
      as settled (position, status, reason, person_id, account_id, audience_id, version_id, cells)
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.position = any(${positions}::int[])
      and r.position = settled.position`
  const after = rows.map(({ status, audienceId }) =>
    tallyOf(batchId, status, audienceId !== undefined || status === 'made'),
  )
  recount(tx, tenantId, Array(rows.length).fill(tallyOf(batchId, 'waiting', false)), after)
}

export async function moveCursor(tx: Tx, { tenantId, batchId }: HeldBatch, cursor: number): Promise<void> {
  await tx`update batches set cursor = ${cursor} where tenant_id = ${tenantId} and batch_id = ${batchId}`
}

type EndedRow = { position: number; status: RowStatus; reason: string | null }

/**
 * Records finished messages and their results; returns how many are unfinished. A missing version was erased with its
 * person. Each lookup is separate: with a join, fresh tables were scanned once for every row of the batch.
 */
export async function settleEnded(tx: Tx, { tenantId, batchId }: HeldBatch): Promise<number> {
  const running = await tx<(EndedRow & { isEnded: boolean })[]>`
    select b.position, coalesce(v.status, '') not in ('pending', 'queued', 'processing') as is_ended,
      case when v.document_hash is not null then 'drafted' when m.outcome = 'nothing_changed' then 'unchanged'
        when m.outcome = 'failed' then 'failed' else 'cancelled' end as status,
      case when m.outcome = 'failed' then 'The agent could not do it; the conversation says why.' end as reason
    from batch_rows b
      left join lateral (
        select status, document_hash from versions v
        where v.tenant_id = ${tenantId} and v.version_id = b.version_id limit 1) as v on true
      left join lateral (
        select outcome from messages m
        where m.tenant_id = ${tenantId} and m.version_id = b.version_id and m.author = 'agent' limit 1) as m on true
    where b.tenant_id = ${tenantId} and b.batch_id = ${batchId} and b.status = 'running'`
  const ended = running.filter(({ isEnded }) => isEnded)
  if (ended.length === 0) return running.length
  const positions = ended.map(({ position }) => position)
  await tx`
    update batch_rows r set status = ended.status, reason = ended.reason
    from unnest(${positions}::int[], ${ended.map(({ status }) => status)}::text[],
      ${ended.map(({ reason }) => reason)}::text[]) as ended (position, status, reason)
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.position = any(${positions}::int[])
      and r.position = ended.position`
  // A message runs for an audience created by its row.
  const after = ended.map(({ status }) => tallyOf(batchId, status, true))
  recount(tx, tenantId, Array(ended.length).fill(tallyOf(batchId, 'running', true)), after)
  return running.length - ended.length
}

export type RunningRow = { audienceId: string; versionId: string }

/** Never many: the number of running messages per batch is limited. Erased audiences have none. */
export async function listRunning(tx: Tx, { tenantId, batchId }: HeldBatch): Promise<RunningRow[]> {
  return await tx<RunningRow[]>`
    select audience_id, version_id from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'running' and audience_id is not null`
}

/** Cancels a chunk of waiting rows; false if none are left. */
export async function cancelWaiting(
  tx: Tx,
  { tenantId, batchId }: HeldBatch,
  most: number,
): Promise<boolean> {
  const [last] = await tx<{ position: number | null }[]>`
    select max(position) as position from (
      select position from batch_rows
      where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'waiting' order by position limit ${most}
    ) as waiting`
  if (!last || last.position === null) return false
  const [cancelled] = await tx<{ total: number }[]>`
    with cancelled as (
      update batch_rows set status = 'cancelled', given = null
      where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'waiting' and position <= ${last.position}
      returning position
    )
    select count(*) as total from cancelled`
  const total = cancelled?.total ?? 0
  count(tx, tenantId, {
    [tallyOf(batchId, 'waiting', false)]: -total,
    [tallyOf(batchId, 'cancelled', false)]: total,
  })
  return true
}

export async function finishBatch(tx: Tx, { tenantId, batchId, status }: HeldBatch): Promise<void> {
  await tx`
    update batches set status = ${status === 'cancelling' ? 'cancelled' : 'finished'}, finished_at = statement_timestamp()
    where tenant_id = ${tenantId} and batch_id = ${batchId}`
}
