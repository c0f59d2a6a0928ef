import type { Tx } from '../db.ts'
import type { Given } from './given.ts'
import type { RowStatus } from './schema.ts'

/** What workers and the reading of files do with rows. */

export type NewRow = { position: number; csvRow: number | null; given?: Given; reason?: string }

/** Adds rows that wait for their turn, and those of which it is known already that they can't be used. */
export async function insertRows(tx: Tx, tenantId: string, batchId: string, rows: NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx`
    insert into batch_rows (tenant_id, batch_id, position, csv_row, status, given, reason)
    select ${tenantId}, ${batchId}, position, csv_row, case when given is null then 'failed' else 'waiting' end,
      given::json, reason
    from unnest(
      ${rows.map((row) => row.position)}::int[], ${rows.map((row) => row.csvRow)}::int[],
      ${rows.map(({ given }) => (given ? JSON.stringify(given) : null))}::text[],
      ${rows.map(({ reason }) => reason ?? null)}::text[]) as rows (position, csv_row, given, reason)`
}

/** A batch that nobody else takes a step of until the transaction ends. */
export type HeldBatch = {
  tenantId: string
  batchId: string
  pageId: string
  status: 'running' | 'cancelling'
  message: string | null
  totalRows: number
  cursor: number
}

/**
 * Takes up one batch that is due, of any tenant that has one: which of them is left to chance, so that a tenant with
 * many batches delays nobody. A worker that dies lets go of it at once.
 */
export async function holdDueBatch(tx: Tx): Promise<HeldBatch | undefined> {
  const [batch] = await tx<HeldBatch[]>`
    -- every tenant: workers serve all
    with recursive unfinished as (
      (select tenant_id from batches where finished_at is null order by tenant_id limit 1)
      union all
      select (select tenant_id from batches b where b.tenant_id > unfinished.tenant_id and b.finished_at is null
        order by tenant_id limit 1)
      from unfinished where unfinished.tenant_id is not null
    )
    select found.* from (select tenant_id from unfinished where tenant_id is not null order by random()) as tenant
    cross join lateral (
      select tenant_id, batch_id, page_id, status, message, total_rows, cursor from batches b
      where b.tenant_id = tenant.tenant_id and finished_at is null and due_at <= now()
      order by due_at limit 1 for update skip locked) as found
    limit 1`
  return batch
}

export async function postponeBatch(
  tx: Tx,
  { tenantId, batchId }: Pick<HeldBatch, 'tenantId' | 'batchId'>,
  ms: number,
): Promise<void> {
  await tx`
    update batches set due_at = clock_timestamp() + ${ms} * interval '1 millisecond'
    where tenant_id = ${tenantId} and batch_id = ${batchId}`
}

export type WaitingRow = { position: number; given: Given }

export async function listWaiting(
  tx: Tx,
  { tenantId, batchId, cursor }: HeldBatch,
  most: number,
): Promise<WaitingRow[]> {
  return await tx<WaitingRow[]>`
    select position, given from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'waiting' and position > ${cursor}
    order by position limit ${most}`
}

/** The row before that was about the same person or account, if there is one. */
export async function findEarlierRow(
  tx: Tx,
  { tenantId, batchId }: HeldBatch,
  { personId, accountId }: { personId?: string; accountId?: string },
): Promise<{ position: number; csvRow: number | null } | undefined> {
  const [row] = await tx<{ position: number; csvRow: number | null }[]>`
    select position, csv_row from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId}
      and ${personId ? tx`person_id = ${personId}` : tx`account_id = ${accountId as string} and person_id is null`}
    order by position limit 1`
  return row
}

export type SettledRow = {
  position: number
  status: RowStatus
  reason?: string
  personId?: string
  accountId?: string
  audienceId?: string
  versionId?: string
}

/** Writes what became of rows that waited, and how far the batch has come. */
export async function settleRow(tx: Tx, { tenantId, batchId }: HeldBatch, row: SettledRow): Promise<void> {
  const { position, ...changes } = row
  await tx`
    update batch_rows set ${tx({ ...changes, given: null, hasMade: row.audienceId !== undefined })}
    where tenant_id = ${tenantId} and batch_id = ${batchId} and position = ${position}`
}

export async function moveCursor(tx: Tx, { tenantId, batchId }: HeldBatch, cursor: number): Promise<void> {
  await tx`update batches set cursor = ${cursor} where tenant_id = ${tenantId} and batch_id = ${batchId}`
}

/** Notes which messages have ended and how. A version that is gone went with its person. */
export async function settleEnded(tx: Tx, { tenantId, batchId }: HeldBatch): Promise<void> {
  await tx`
    update batch_rows r set status = ended.status, reason = ended.reason
    from (
      select b.position,
        case when v.document_hash is not null then 'drafted' when m.outcome = 'nothing_changed' then 'unchanged'
          when m.outcome = 'failed' then 'failed' else 'cancelled' end as status,
        case when m.outcome = 'failed' then 'The agent could not do it; the conversation says why.' end as reason
      from batch_rows b
        left join versions v on v.tenant_id = ${tenantId} and v.version_id = b.version_id
        left join messages m on m.tenant_id = ${tenantId} and m.version_id = b.version_id and m.author = 'agent'
      where b.tenant_id = ${tenantId} and b.batch_id = ${batchId} and b.status = 'running'
        and coalesce(v.status, '') not in ('pending', 'queued', 'processing')
    ) as ended
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.position = ended.position`
}

export type RunningRow = { audienceId: string | null; versionId: string }

/** Never many: only so many messages of a batch are under way at a time. */
export async function listRunning(tx: Tx, { tenantId, batchId }: HeldBatch): Promise<RunningRow[]> {
  return await tx<RunningRow[]>`
    select audience_id, version_id from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'running'`
}

/** Gives up rows that wait; false when none are left. */
export async function cancelWaiting(
  tx: Tx,
  { tenantId, batchId }: HeldBatch,
  most: number,
): Promise<boolean> {
  const { count } = await tx`
    update batch_rows r set status = 'cancelled', given = null
    from (
      select position from batch_rows
      where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'waiting' order by position limit ${most}
    ) as waiting
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.position = waiting.position`
  return count > 0
}

export async function finishBatch(tx: Tx, { tenantId, batchId, status }: HeldBatch): Promise<void> {
  await tx`
    update batches set status = ${status === 'cancelling' ? 'cancelled' : 'finished'}, finished_at = clock_timestamp()
    where tenant_id = ${tenantId} and batch_id = ${batchId}`
}
