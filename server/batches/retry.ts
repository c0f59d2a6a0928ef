import { type InputError, invalid, invalidInput, notFound, Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import { listFields } from '../fields/queries.ts'
import { recount } from '../lists/tallies.ts'
import { sendMessage } from '../messages/verbs.ts'
import { enqueue } from '../queue/jobs.ts'
import { mostUnfinished } from './create.ts'
import { type RowSubject, toGiven } from './given.ts'
import { countUnfinished, getRow, tallyOf } from './queries.ts'
import type { Batch, BatchRow, RowStatus, RowValues } from './schema.ts'

/**
 * Retries a failed row. A row without an audience waits again, with the given values; if the agent failed, the message
 * is sent again. A finished batch is resumed.
 */
export async function retryRow(
  tx: Tx,
  tenantId: string,
  batchId: string,
  position: number,
  values: RowValues | undefined,
): Promise<BatchRow> {
  const [batch] = await tx<Pick<Batch, 'status' | 'message'>[]>`
    select status, message from batches where tenant_id = ${tenantId} and batch_id = ${batchId} for update`
  if (!batch) notFound('batch', batchId)
  const row = await getRow(tx, tenantId, batchId, position)
  if (batch.status === 'cancelling' || batch.status === 'cancelled')
    throw new Problem('state_conflict', 'The batch was stopped. Start a new one for this row.')
  if (row.status !== 'failed')
    throw new Problem(
      'state_conflict',
      `Only failed rows can be retried. The status of this row is ${row.status}.`,
    )
  if (batch.status === 'finished' && (await countUnfinished(tx, tenantId, mostUnfinished)) >= mostUnfinished)
    throw new Problem('batch_limit', `${mostUnfinished} batches are unfinished.`)
  if (row.audienceId === null) await readAgain(tx, tenantId, batchId, row, values)
  else await sendAgain(tx, tenantId, batchId, { ...row, audienceId: row.audienceId }, batch.message)
  await tx`
    update batches set status = 'running', finished_at = null, cursor = least(cursor, ${position - 1})
    where tenant_id = ${tenantId} and batch_id = ${batchId}`
  enqueue(tx, 'batch', tenantId, { key: batchId })
  return await getRow(tx, tenantId, batchId, position)
}

async function readAgain(
  tx: Tx,
  tenantId: string,
  batchId: string,
  row: BatchRow,
  values: RowValues | undefined,
): Promise<void> {
  const said = values ?? row.values
  if (!said)
    throw new Problem('state_conflict', 'The values of this row are not stored. Start a new batch for it.')
  const given = readValues(said, await listFields(tx, tenantId))
  await tx`
    update batch_rows set status = 'waiting', reason = null, cells = null, given = ${tx.json(given)}::json
    where tenant_id = ${tenantId} and batch_id = ${batchId} and position = ${row.position}`
  moveTally(tx, tenantId, batchId, 'waiting', false)
}

/** Validates entered values; errors point to `/values/…`. */
function readValues(values: RowValues, fields: Parameters<typeof toGiven>[1]): RowSubject {
  const trimmed = Object.fromEntries(
    Object.entries(values).flatMap(([column, text = '']) => (text.trim() ? [[column, text.trim()]] : [])),
  )
  try {
    return toGiven(trimmed, fields)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const errors = error.members.errors as InputError[] | undefined
    if (!errors) throw invalid('/values', error.message)
    throw invalidInput(errors.map((one) => ({ ...one, path: `/values${one.path}` })))
  }
}

async function sendAgain(
  tx: Tx,
  tenantId: string,
  batchId: string,
  { position, audienceId }: { position: number; audienceId: string },
  message: string | null,
): Promise<void> {
  if (message === null) throw new Error('a row of a batch without a message has an audience and failed')
  const { versionId } = await sendMessage(tx, tenantId, audienceId, { message })
  await tx`
    update batch_rows set status = 'running', reason = null, version_id = ${versionId}
    where tenant_id = ${tenantId} and batch_id = ${batchId} and position = ${position}`
  moveTally(tx, tenantId, batchId, 'running', true)
}

function moveTally(tx: Tx, tenantId: string, batchId: string, to: RowStatus, hasMade: boolean): void {
  recount(tx, tenantId, [tallyOf(batchId, 'failed', hasMade)], [tallyOf(batchId, to, hasMade)])
}
