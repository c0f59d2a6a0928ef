import { invalid, Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { type Reader, TooLate, type Tx } from '../database/database.ts'
import { findIdsByFields, readFieldFilters } from '../fields/filter.ts'
import { holdFile } from '../files/queries.ts'
import { demandPage } from '../pages/queries.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import { csvReading, type RowInput } from './csvReader.ts'
import { type CsvFile, demandFew, readCsvFile } from './file.ts'
import type { RowSubject } from './given.ts'
import { planMessage, type RowPlan } from './plan.ts'
import { countUnfinished, findBatchByKey, insertBatch, openBatch } from './queries.ts'
import { insertRows } from './rows.ts'
import { type BatchInput, mostRows } from './schema.ts'

/** A tenant's batches share its workers, and a longer queue would be hard to follow. */
export const mostUnfinished = 20
const chunk = 1_000

type BatchContext = Pick<AppContext, 'db' | 'storage' | 'config' | 'encryption'>

/**
 * Creates a batch: all its rows are stored here, including those of a file, so that running it needs only the database.
 * An unusable row is stored with its reason and doesn't affect others. The message is planned and the file read before
 * the transaction starts, as both can take seconds. Without a page, the accounts and people of the file are imported.
 */
export async function createBatch(
  context: BatchContext,
  tenantId: string,
  pageId: string | null,
  input: BatchInput,
  keyId: string,
): Promise<string> {
  const { db } = context
  const { message, csvFileId, idempotencyKey } = input
  if (input.columns && csvFileId === undefined) throw invalid('/columns', 'can only be used with csvFileId')
  if (pageId !== null) await demandPage(db.read, tenantId, pageId)
  const asked = fingerprint({ pageId, ...input })
  const first = idempotencyKey && (await findBatchByKey(db.read, tenantId, idempotencyKey))
  if (first) return demandSame(first, asked, idempotencyKey)
  await demandRoom(db.read, tenantId)
  const plan =
    message === undefined || pageId === null
      ? undefined
      : await planMessage(context, tenantId, pageId, message)
  const store = (file?: CsvFile) =>
    db.inTransaction((tx) => storeBatch(tx, tenantId, { pageId, input, asked, plan, file, keyId }))
  if (csvFileId === undefined) return await store()
  // The rows of a file are in memory until they are stored.
  return await csvReading.run(
    tenantId,
    async () => await store(await readCsvFile(context, tenantId, csvFileId, input.columns, pageId === null)),
  )
}

type PreparedBatch = {
  pageId: string | null
  input: BatchInput
  asked: Buffer
  plan: RowPlan | undefined
  file: CsvFile | undefined
  keyId: string
}

async function storeBatch(
  tx: Tx,
  tenantId: string,
  { pageId, input, asked, plan, file, keyId }: PreparedBatch,
): Promise<string> {
  const { message = null, csvFileId = null, idempotencyKey = null } = input
  const batchId = await insertBatch(tx, tenantId, {
    pageId,
    message,
    csvFileId,
    idempotencyKey,
    keyId,
    fingerprint: idempotencyKey === null ? null : asked,
  })
  if (batchId === undefined) return await repeat(tx, tenantId, idempotencyKey as string, asked)
  // Erasing a person removes CSV files and must find the rows of files read before.
  if (csvFileId !== null && !(await holdFile(tx, tenantId, csvFileId)))
    throw invalid('/csvFileId', 'does not match a file')
  await demandRoom(tx, tenantId, 1)
  const rows = [
    ...(input.accountIds ?? []).map((accountId) => asRow({ accountId })),
    ...(input.personIds ?? []).map((personId) => asRow({ personId })),
    ...(await findChosen(tx, tenantId, input)).map(asRow),
    ...(file?.rows ?? []),
  ]
  if (rows.length === 0)
    throw file ? invalid('/csvFileId', 'has no rows below its header') : invalid('', nothingChosen(input))
  await storeRows(tx, tenantId, batchId, rows)
  await openBatch(tx, tenantId, batchId, { totalRows: rows.length, columns: file?.columns, plan })
  return batchId
}

/** `own` is 1 if the new batch is included in the count. */
async function demandRoom(db: Reader, tenantId: string, own = 0): Promise<void> {
  const most = mostUnfinished - 1 + own
  if ((await countUnfinished(db, tenantId, most + 1)) > most)
    throw new Problem('batch_limit', `${mostUnfinished} batches are unfinished.`)
}

/** The accounts and persons with the requested custom field values. */
async function findChosen(tx: Tx, tenantId: string, input: BatchInput): Promise<RowSubject[]> {
  const { accountsWhere, personsWhere } = input
  const [accounts, persons] = [
    await readFieldFilters(tx, tenantId, 'account', accountsWhere, '/accountsWhere'),
    await readFieldFilters(tx, tenantId, 'person', personsWhere, '/personsWhere'),
  ]
  return [
    ...(accountsWhere ? await findIdsByFields(tx, tenantId, 'account', accounts, mostRows + 1) : []).map(
      (accountId) => ({ accountId }),
    ),
    ...(personsWhere ? await findIdsByFields(tx, tenantId, 'person', persons, mostRows + 1) : []).map(
      (personId) => ({ personId }),
    ),
  ]
}

function nothingChosen({ accountsWhere, personsWhere }: BatchInput): string {
  if (accountsWhere || personsWhere) return 'matches nobody: no custom field has these values'
  return 'must name at least one account or person, or a CSV file'
}

async function repeat(tx: Tx, tenantId: string, key: string, asked: Buffer): Promise<string> {
  const first = await findBatchByKey(tx, tenantId, key)
  if (!first) throw new TooLate('the batch under this key is gone')
  return demandSame(first, asked, key)
}

function demandSame(first: { batchId: string; fingerprint: Buffer }, asked: Buffer, key: string): string {
  demandSameRequest(first.fingerprint, asked, key)
  return first.batchId
}

function asRow(given: RowSubject): RowInput {
  return { csvRow: null, given: JSON.stringify(given), reason: null, cells: null }
}

/** Numbers rows and stores them in chunks of a thousand. */
async function storeRows(tx: Tx, tenantId: string, batchId: string, rows: RowInput[]): Promise<void> {
  demandFew(rows)
  for (let from = 0; from < rows.length; from += chunk) {
    const numbered = rows.slice(from, from + chunk).map((row, nth) => ({ ...row, position: from + nth + 1 }))
    await insertRows(tx, tenantId, batchId, numbered)
  }
}
