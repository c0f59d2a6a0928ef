import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { findIdsByFields, readFieldFilters } from '../fields/filter.ts'
import { listFields } from '../fields/queries.ts'
import { findFile } from '../files/queries.ts'
import { demandPage } from '../pages/queries.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import { invalid, Problem } from '../web/problem.ts'
import { type RowInput, readCsvRows } from './csvReader.ts'
import type { Given } from './given.ts'
import { planMessage } from './plan.ts'
import { countUnfinished, findBatchByKey, insertBatch, openBatch } from './queries.ts'
import { insertRows } from './rows.ts'
import { type BatchInput, type Columns, mostRows } from './schema.ts'

/** More than this nobody watches, and a tenant's batches share its workers. */
export const mostUnfinished = 20
const chunk = 1_000

type Context = Pick<AppContext, 'storage' | 'config' | 'encryption'>

/**
 * Accepts a batch: all its rows are written down here, a file's included, so that nothing is needed from then on but
 * the database. A row that can't be used is noted with its reason and stops nobody.
 */
export async function createBatch(
  context: Context,
  tx: Tx,
  tenantId: string,
  pageId: string,
  input: BatchInput,
): Promise<string> {
  const { message = null, csvFileId = null, idempotencyKey = null } = input
  if (input.columns && csvFileId === null) throw invalid('/columns', 'can only be used with csvFileId')
  await demandPage(tx, tenantId, pageId)
  const asked = fingerprint({ pageId, ...input })
  const batchId = await insertBatch(tx, tenantId, {
    pageId,
    message,
    csvFileId,
    idempotencyKey,
    fingerprint: idempotencyKey === null ? null : asked,
  })
  if (batchId === undefined) return await repeat(tx, tenantId, idempotencyKey as string, asked)
  if ((await countUnfinished(tx, tenantId, mostUnfinished + 1)) > mostUnfinished)
    throw new Problem('batch_limit', `${mostUnfinished} batches are unfinished.`)
  const plan = message === null ? undefined : await planMessage(context, tx, tenantId, pageId, message)
  const writer = new RowWriter(tx, tenantId, batchId)
  await writer.add((input.accountIds ?? []).map((accountId) => asRow({ accountId })))
  await writer.add((input.personIds ?? []).map((personId) => asRow({ personId })))
  const chosen = await findChosen(tx, tenantId, input)
  await writer.add(chosen.map(asRow))
  const columns =
    csvFileId === null ? undefined : await readFile(context, tx, tenantId, csvFileId, input.columns, writer)
  const totalRows = writer.total
  if (totalRows === 0)
    throw csvFileId === null
      ? invalid('', nothingChosen(input))
      : invalid('/csvFileId', 'has no rows below its header')
  await openBatch(tx, tenantId, batchId, { totalRows, columns, plan })
  return batchId
}

/** The accounts and persons whose custom fields have the values that were asked for. */
async function findChosen(tx: Tx, tenantId: string, input: BatchInput): Promise<Given[]> {
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
  if (!first) throw new Error('a batch that was in the way is gone')
  demandSameRequest(first.fingerprint, asked, key)
  return first.batchId
}

/** Reads a file into rows and returns what its columns were taken for. */
async function readFile(
  { storage }: Context,
  tx: Tx,
  tenantId: string,
  fileId: string,
  given: Columns | undefined,
  writer: RowWriter,
): Promise<Columns> {
  const file = await findFile(tx, tenantId, fileId)
  if (!file) throw invalid('/csvFileId', 'does not match a file')
  if (file.mediaType !== 'text/csv') throw invalid('/csvFileId', 'must be a CSV file')
  const fields = await listFields(tx, tenantId)
  const bytes = await storage.read({ tenantId, fileId, variant: 'original' })
  if (!bytes) throw invalid('/csvFileId', 'does not match a file')
  return await readCsvRows(bytes, { columns: given, fields }, (rows) => writer.add(rows))
}

function asRow(given: Given): RowInput {
  return { csvRow: null, given: JSON.stringify(given), reason: null, cells: null }
}

/** Numbers rows, stores them a thousand at a time, and refuses too many. */
class RowWriter {
  readonly #tx: Tx
  readonly #tenantId: string
  readonly #batchId: string
  total = 0

  constructor(tx: Tx, tenantId: string, batchId: string) {
    this.#tx = tx
    this.#tenantId = tenantId
    this.#batchId = batchId
  }

  async add(rows: RowInput[]): Promise<void> {
    if (this.total + rows.length > mostRows)
      throw invalid(
        '',
        `must not create more than ${mostRows.toLocaleString('en')} audiences; use several batches`,
      )
    for (let from = 0; from < rows.length; from += chunk) {
      const numbered = rows.slice(from, from + chunk).map((row) => ({ ...row, position: ++this.total }))
      await insertRows(this.#tx, this.#tenantId, this.#batchId, numbered)
    }
  }
}
