import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { enqueue, moveJob } from '../queue/jobs.ts'
import type { PageOf } from '../web/paging.ts'
import type { RowPlan } from './plan.ts'
import {
  type Batch,
  type BatchCounts,
  type BatchRow,
  type ColumnMapping,
  mostFailures,
  type RowStatus,
  rowStatuses,
} from './schema.ts'

type BatchFields = Omit<Batch, 'counts' | 'publishable'>

const columns = (db: Reader) =>
  db`batch_id, page_id, status, message, csv_file_id, columns, created_at, finished_at`
const rowColumns = (db: Reader, tenantId: string) =>
  db`position, csv_row, status, reason, cells as "values", person_id, account_id, audience_id, version_id, coalesce(
      (select coalesce(a.custom_name, a.computed_name) from audiences a
        where a.tenant_id = ${tenantId} and a.audience_id = batch_rows.audience_id),
      (select coalesce(p.name, p.email) from persons p
        where p.tenant_id = ${tenantId} and p.person_id = batch_rows.person_id),
      (select coalesce(c.name, c.domain) from accounts c
        where c.tenant_id = ${tenantId} and c.account_id = batch_rows.account_id)) as name`

export type NewBatch = {
  /** Null for an import. */
  pageId: string | null
  message: string | null
  csvFileId: string | null
  idempotencyKey: string | null
  fingerprint: Buffer | null
  keyId: string
}

/** Inserts a batch without rows; undefined if its idempotency key exists. */
export async function insertBatch(tx: Tx, tenantId: string, batch: NewBatch): Promise<string | undefined> {
  const batchId = newId('batch')
  const [made] = await tx`
    insert into batches ${tx.values({ tenantId, batchId, ...batch })}
    on conflict (tenant_id, idempotency_key) where idempotency_key is not null do nothing returning batch_id`
  if (made) count(tx, tenantId, { batches: 1, [listTally(batch.pageId)]: 1 })
  return made && batchId
}

/** The tally of a page's batches, or of imports. */
export const listTally = (pageId: string | null) => `batches:${pageId ?? 'import'}`

export async function findBatchByKey(db: Reader, tenantId: string, idempotencyKey: string) {
  const [row] = await db<{ batchId: string; fingerprint: Buffer }[]>`
    select batch_id, fingerprint from batches
    where tenant_id = ${tenantId} and idempotency_key = ${idempotencyKey}`
  return row
}

/** Enqueues a batch, once all its rows are stored. */
export async function openBatch(
  tx: Tx,
  tenantId: string,
  batchId: string,
  {
    totalRows,
    columns,
    plan,
  }: { totalRows: number; columns: ColumnMapping | undefined; plan: RowPlan | undefined },
): Promise<void> {
  const read = columns ? tx.json(columns) : null
  await tx`
    update batches set total_rows = ${totalRows}, columns = ${read}, plan = ${plan ? tx.json(plan as never) : null}
    where tenant_id = ${tenantId} and batch_id = ${batchId}`
  enqueue(tx, 'batch', tenantId, { key: batchId })
}

/** The number of unfinished batches of a tenant, up to `most`. */
export async function countUnfinished(db: Reader, tenantId: string, most: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from (
      select from batches where tenant_id = ${tenantId} and finished_at is null limit ${most}) as unfinished`
  return row?.count ?? 0
}

export async function getBatch(db: Reader, tenantId: string, batchId: string): Promise<Batch> {
  const [batch] = await findBatches(db, tenantId, [batchId])
  return batch ?? notFound('batch', batchId)
}

export async function findBatches(db: Reader, tenantId: string, batchIds: string[]): Promise<Batch[]> {
  const rows = await db<BatchFields[]>`
    select ${columns(db)} from batches where tenant_id = ${tenantId} and batch_id = any(${batchIds})`
  return await withCounts(db, tenantId, rows)
}

export async function listBatches(
  db: Reader,
  tenantId: string,
  { pageId, kind }: { pageId?: string; kind?: 'import' },
  { limit, after }: PageOf<[string]>,
): Promise<Batch[]> {
  const rows = await db<BatchFields[]>`
    select ${columns(db)} from batches
    where tenant_id = ${tenantId} ${pageId === undefined ? db`` : db`and page_id = ${pageId}`}
      ${kind === undefined ? db`` : db`and page_id is null`} ${after ? db`and batch_id < ${after[0]}` : db``}
    order by batch_id desc limit ${limit + 1}`
  return await withCounts(db, tenantId, rows)
}

export const tallyOf = (batchId: string, status: RowStatus, made: boolean) =>
  `batch:${batchId}:${status}${made ? ':made' : ''}`

/** The tallies of a batch's rows, or of those with one status. */
export function talliesOf(batchId: string, status?: RowStatus): string[] {
  return (status ? [status] : rowStatuses).flatMap((one) =>
    [true, false].map((made) => tallyOf(batchId, one, made)),
  )
}

/** Adds the progress of each batch, from the tallies of its rows. */
async function withCounts(db: Reader, tenantId: string, batches: readonly BatchFields[]): Promise<Batch[]> {
  const scopes = batches.flatMap(({ batchId }) => talliesOf(batchId))
  const [rows, open] = await Promise.all([
    db<{ scope: string; total: number }[]>`
      select scope, sum(difference)::bigint as total from tallies
      where tenant_id = ${tenantId} and scope = any(${scopes}) group by scope`,
    findPublishable(
      db,
      tenantId,
      batches.flatMap(({ batchId, pageId }) => (pageId === null ? [] : [batchId])),
    ),
  ])
  const totals = new Map(rows.map(({ scope, total }) => [scope, total]))
  const count = (batchId: string, status: RowStatus, made: boolean) =>
    totals.get(tallyOf(batchId, status, made)) ?? 0
  return batches.map((batch) => {
    const counts = { total: 0, made: 0 } as BatchCounts
    for (const status of rowStatuses) {
      const [withAudience, without] = [
        count(batch.batchId, status, true),
        count(batch.batchId, status, false),
      ]
      counts.total += withAudience + without
      counts.made += withAudience
      if (status !== 'made') counts[status] = withAudience + without
    }
    return { ...batch, counts, publishable: estimate(open.get(batch.batchId), counts.made) }
  })
}

/** Looking at all rows of many large batches would make a list of them slow. */
const mostLookedAt = 1_000

type Publishable = { batchId: string; lookedAt: number; open: number }

/** How many of the first audiences of each batch have something to publish. */
async function findPublishable(
  db: Reader,
  tenantId: string,
  batchIds: string[],
): Promise<Map<string, Publishable>> {
  const rows = await db<Publishable[]>`
    select asked.batch_id, count(*) as looked_at, count(*) filter (where a.archived_at is null and (
        a.live_at is null or exists (
          select from versions v where v.tenant_id = ${tenantId} and v.audience_id = a.audience_id
            and v.status = 'draft' and v.obsolete_at is null))) as open
    from unnest(${batchIds}::text[]) as asked (batch_id)
      cross join lateral (
        select audience_id from batch_rows r
        where r.tenant_id = ${tenantId} and r.batch_id = asked.batch_id and r.audience_id is not null
          and r.status <> 'repeated'
        order by r.position limit ${mostLookedAt}) as made
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = made.audience_id
    group by asked.batch_id`
  return new Map(rows.map((row) => [row.batchId, row]))
}

function estimate(publishable: Publishable | undefined, made: number): number {
  const { lookedAt, open } = publishable ?? { lookedAt: 0, open: 0 }
  return lookedAt < mostLookedAt ? open : Math.round((open / lookedAt) * Math.max(made, lookedAt))
}

/** In the order of the file. */
export async function listRows(
  db: Reader,
  tenantId: string,
  batchId: string,
  status: RowStatus | undefined,
  { limit, after }: PageOf<[number]>,
): Promise<BatchRow[]> {
  return await db<BatchRow[]>`
    select ${rowColumns(db, tenantId)} from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} ${status ? db`and status = ${status}` : db``}
      ${after ? db`and position > ${after[0]}` : db``}
    order by position limit ${limit + 1}`
}

export async function getRow(
  db: Reader,
  tenantId: string,
  batchId: string,
  position: number,
): Promise<BatchRow> {
  const [row] = await db<BatchRow[]>`
    select ${rowColumns(db, tenantId)} from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} and position = ${position}`
  return row ?? notFound('row', String(position))
}

export async function listFailures(db: Reader, tenantId: string, batchId: string): Promise<BatchRow[]> {
  return await db<BatchRow[]>`
    select ${rowColumns(db, tenantId)} from batch_rows
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'failed'
    order by position limit ${mostFailures}`
}

export async function demandBatch(db: Reader, tenantId: string, batchId: string): Promise<void> {
  const [row] = await db`select from batches where tenant_id = ${tenantId} and batch_id = ${batchId}`
  if (!row) notFound('batch', batchId)
}

/** Requests the cancellation of a batch; a finished one is left unchanged. Waits for the running step. */
export async function requestCancel(tx: Tx, tenantId: string, batchId: string): Promise<void> {
  await tx`
    update batches set status = 'cancelling'
    where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'running'`
  await moveJob(tx, 'batch', tenantId, batchId)
}
