import { createAudience } from '../audiences/change.ts'
import { isDatabaseGone, type Tx } from '../db.ts'
import { Problem } from '../http/problem.ts'
import type { Log } from '../log.ts'
import { cancelRun, sendMessage } from '../messages/send.ts'
import { emit } from '../webhooks/events.ts'
import { findAddressee } from './addressee.ts'
import { tellReason } from './given.ts'
import { getBatch } from './queries.ts'
import {
  cancelWaiting,
  findEarlierRow,
  finishBatch,
  type HeldBatch,
  listRunning,
  listWaiting,
  moveCursor,
  postponeBatch,
  type SettledRow,
  settleEnded,
  settleRow,
  type WaitingRow,
} from './rows.ts'

/** As many as a step makes: it holds the batch, and whoever wants to cancel it waits for the step. */
const mostMade = 50
/**
 * As many messages of a batch as are under way at a time. Enough that no worker waits for more, few enough that a
 * message which somebody sends by hand has its turn within a second or two.
 */
const mostRunning = 100
const mostCancelled = 5_000
/** How soon a batch whose messages are under way is looked at again. */
const lookAgainMs = 100

/** Takes a batch one step further: notes what has ended, makes what is next, and ends it when nothing is left. */
export async function takeStep(tx: Tx, log: Log, batch: HeldBatch): Promise<void> {
  await settleEnded(tx, batch)
  const running = await listRunning(tx, batch)
  const isBusy =
    batch.status === 'cancelling'
      ? await giveUp(tx, batch, running)
      : await makeNext(tx, log, batch, running.length)
  if (isBusy) return await postponeBatch(tx, batch, 0)
  if ((await listRunning(tx, batch)).length > 0) return await postponeBatch(tx, batch, lookAgainMs)
  await finishBatch(tx, batch)
  await emit(tx, batch.tenantId, 'batch.finished', await getBatch(tx, batch.tenantId, batch.batchId))
}

/** Makes the audiences of the next rows; false when there is nothing to make at present. */
async function makeNext(tx: Tx, log: Log, batch: HeldBatch, running: number): Promise<boolean> {
  const room = batch.message === null ? mostMade : Math.min(mostMade, mostRunning - running)
  const rows = room > 0 ? await listWaiting(tx, batch, room) : []
  for (const row of rows) await settleRow(tx, batch, await makeOne(tx, log, batch, row))
  const last = rows.at(-1)
  if (last) await moveCursor(tx, batch, last.position)
  return rows.length > 0 && rows.length === room && room === mostMade
}

/** Makes the audience of one row and sends its message. What goes wrong with it undoes this row alone. */
async function makeOne(tx: Tx, log: Log, batch: HeldBatch, row: WaitingRow): Promise<SettledRow> {
  try {
    const settled = await tx.savepoint((attempt) => make(attempt, batch, row))
    return settled as SettledRow
  } catch (error) {
    const { position } = row
    if (error instanceof Problem)
      return { position, status: 'failed', reason: tellReason(error) + nameOf(row) }
    if (mustStop(error)) throw error
    log.error({ err: error, batchId: batch.batchId, position }, 'a row of a batch failed')
    return { position, status: 'failed', reason: 'Something went wrong on our side. Try this row again.' }
  }
}

/** Ids that the caller gave are all there is to tell rows by which came from no file. */
function nameOf({ given }: WaitingRow): string {
  if ('personId' in given) return `: ${given.personId.slice(0, 100)}`
  return 'accountId' in given ? `: ${given.accountId.slice(0, 100)}` : ''
}

/** A lost database, a deadlock or a statement that took too long says nothing of the row. */
function mustStop(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return isDatabaseGone(error) || ['40P01', '40001', '57014'].includes(code)
}

async function make(tx: Tx, batch: HeldBatch, { position, given }: WaitingRow): Promise<SettledRow> {
  const { tenantId, pageId, message } = batch
  const whom = await findAddressee(tx, tenantId, given)
  const earlier = await findEarlierRow(tx, batch, whom)
  if (earlier) {
    const reason = `is about the same as row ${earlier.csvRow ?? earlier.position}`
    return { position, status: 'repeated', reason }
  }
  const { customName, supplementaryContext } = 'person' in given || 'account' in given ? given : {}
  const input = {
    ...whom,
    ...(customName && { customName }),
    ...(supplementaryContext && { supplementaryContext }),
  }
  const { audienceId } = await createAudience(tx, tenantId, pageId, input)
  const settled = { position, ...whom, audienceId }
  if (message === null) return { ...settled, status: 'made' }
  const { versionId } = await sendMessage(tx, tenantId, audienceId, { message })
  return { ...settled, status: 'running', versionId }
}

/** Sends nothing more and stops what is under way; true while there is more to give up. */
async function giveUp(
  tx: Tx,
  batch: HeldBatch,
  running: Awaited<ReturnType<typeof listRunning>>,
): Promise<boolean> {
  if (await cancelWaiting(tx, batch, mostCancelled)) return true
  for (const { audienceId, versionId } of running)
    if (audienceId !== null) await cancelRun(tx, batch.tenantId, { audienceId, versionId })
  await settleEnded(tx, batch)
  return false
}
