import { Problem } from '../../shared/problem.ts'
import { changeAudience, createAudience } from '../audiences/verbs.ts'
import { actorOfKey } from '../audit/cause.ts'
import { recordEvent } from '../audit/write.ts'
import { isInfrastructureFault, type Tx } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { cancelRun, sendMessage } from '../messages/verbs.ts'
import { emit } from '../webhooks/events.ts'
import { type Addressee, findAddressee } from './addressee.ts'
import { describeProblem, valuesOf } from './given.ts'
import { carryOutPlan } from './plan.ts'
import { getBatch } from './queries.ts'
import {
  cancelWaiting,
  findEarlierRows,
  finishBatch,
  type HeldBatch,
  listRunning,
  listWaiting,
  lockPresentAudiences,
  moveCursor,
  type SettledBatchRow,
  settleEnded,
  settleRows,
  type WaitingBatchRow,
} from './rows.ts'

/** Rows per step: a step locks the batch, and a cancel request waits for it. */
const mostMade = 50
/**
 * Concurrent messages of a batch: enough to keep all workers busy, few enough that a message sent by a user starts
 * within a second or two.
 */
const mostRunning = 100
const mostCancelled = 5_000
/** How soon a batch with running messages is checked again. The end of a run triggers it earlier. */
const lookAgainMs = 1_000

/**
 * Runs one step of a batch: records finished messages, creates the next audiences, and ends the batch when nothing is
 * left. Returns the milliseconds until the next step; undefined at the end.
 */
export async function takeStep(tx: Tx, log: Log, batch: HeldBatch): Promise<number | undefined> {
  const running = await settleEnded(tx, batch)
  const isCancelling = batch.status === 'cancelling'
  const outcome = isCancelling ? await cancelBatch(tx, batch) : await makeNext(tx, log, batch, running)
  if (outcome === 'on') return 0
  if (outcome === 'wait') return lookAgainMs
  await finishBatch(tx, batch)
  const finished = await getBatch(tx, batch.tenantId, batch.batchId)
  const { pageId, status, counts } = finished
  recordEvent(tx, batch.tenantId, 'batch.finished', {
    actor: actorOfKey(batch.keyId),
    way: 'batch',
    objectId: batch.batchId,
    details: { facts: { pageId, status, rows: batch.totalRows, ...counts } },
  })
  emit(tx, batch.tenantId, 'batch.finished', finished)
  return undefined
}

/** The result of a step: more to do, waiting for messages, or finished. */
type StepOutcome = 'on' | 'wait' | 'done'

/** Creates the audiences of the next rows, up to the limit of running messages. */
async function makeNext(tx: Tx, log: Log, batch: HeldBatch, running: number): Promise<StepOutcome> {
  const room = batch.message === null ? mostMade : Math.min(mostMade, mostRunning - running)
  if (room === 0) return 'wait'
  const rows = await listWaiting(tx, batch, room)
  const last = rows.at(-1)
  if (!last) return running > 0 ? 'wait' : 'done'
  const settled = await makeTogether(tx, batch, rows)
  if (settled) await settleRows(tx, batch, settled)
  else for (const row of rows) await settleRows(tx, batch, await makeAlone(tx, log, batch, row))
  await moveCursor(tx, batch, last.position)
  return rows.length === mostMade ? 'on' : 'wait'
}

/** Creates many at once; undefined if any of them fails, in which case none is created. */
async function makeTogether(
  tx: Tx,
  batch: HeldBatch,
  rows: WaitingBatchRow[],
): Promise<SettledBatchRow[] | undefined> {
  try {
    return (await tx.savepoint((attempt) => makeRows(attempt, batch, rows))) as SettledBatchRow[]
  } catch (error) {
    if (isInfrastructureFault(error)) throw error
  }
}

/** Creates one. A failure rolls back this row only. */
async function makeAlone(
  tx: Tx,
  log: Log,
  batch: HeldBatch,
  row: WaitingBatchRow,
): Promise<SettledBatchRow[]> {
  try {
    return (await tx.savepoint((attempt) => makeRows(attempt, batch, [row]))) as SettledBatchRow[]
  } catch (error) {
    const { position, given } = row
    const values = valuesOf(given)
    const failed = { position, status: 'failed' as const, cells: values && JSON.stringify(values) }
    if (error instanceof Problem) return [{ ...failed, reason: describeProblem(error) + nameOf(row) }]
    if (isInfrastructureFault(error)) throw error
    log.error({ err: error, batchId: batch.batchId, position }, 'a row of a batch failed')
    return [{ ...failed, reason: 'Something went wrong on our side. Try this row again.' }]
  }
}

/** Rows that came from no file are identified by the caller's ids. */
function nameOf({ given }: WaitingBatchRow): string {
  if ('personId' in given) return `: ${given.personId.slice(0, 100)}`
  return 'accountId' in given ? `: ${given.accountId.slice(0, 100)}` : ''
}

/**
 * Finds the person or account of each row, then creates the audiences and sends the messages. Statements of different
 * rows are pipelined over one connection: at 30 statements a row, waiting took most of the time.
 */
async function makeRows(tx: Tx, batch: HeldBatch, rows: WaitingBatchRow[]): Promise<SettledBatchRow[]> {
  const whom = await allOf(rows.map(({ given }) => findAddressee(tx, batch.tenantId, given)))
  const known = await findEarlierRows(tx, batch, whom.map(idOf))
  const present = await lockPresentAudiences(tx, batch, whom.map(idOf))
  return await allOf(
    rows.map(async (row, i) => {
      const addressee = whom[i] as Addressee
      const earlier = known.get(idOf(addressee))
      if (earlier !== undefined)
        return {
          position: row.position,
          status: 'repeated' as const,
          reason: `is a duplicate of row ${earlier}`,
        }
      known.set(idOf(addressee), row.csvRow ?? row.position)
      return await makeFor(tx, batch, row, addressee, present.get(idOf(addressee)))
    }),
  )
}

async function makeFor(
  tx: Tx,
  batch: HeldBatch,
  { position, given }: WaitingBatchRow,
  addressee: Addressee,
  presentId: string | undefined,
): Promise<SettledBatchRow> {
  const { tenantId, pageId, message } = batch
  if (pageId === null) return { position, ...addressee, status: 'made' }
  if (presentId !== undefined) return await updateFor(tx, batch, { position, given }, addressee, presentId)
  const { customName, supplementaryContext } = 'person' in given || 'account' in given ? given : {}
  const input = { ...(customName && { customName }), ...(supplementaryContext && { supplementaryContext }) }
  const { audienceId } = await createAudience(tx, tenantId, pageId, { ...addressee, ...input })
  const settled = { position, ...addressee, audienceId }
  if (message === null) return { ...settled, status: 'made' }
  const { versionId } = await sendMessage(tx, tenantId, audienceId, { message }, { batchId: batch.batchId })
  const isDrafted =
    batch.plan !== null && (await carryOutPlan(tx, tenantId, { audienceId, versionId }, batch.plan))
  return { ...settled, status: isDrafted ? 'drafted' : 'running', versionId }
}

/**
 * If a person or account has an audience on the page, it gets the message: a second page for them would compete with
 * the first.
 */
async function updateFor(
  tx: Tx,
  { tenantId, pageId, message, batchId }: HeldBatch,
  { position, given }: Pick<WaitingBatchRow, 'position' | 'given'>,
  addressee: Addressee,
  audienceId: string,
): Promise<SettledBatchRow> {
  const { supplementaryContext } = 'person' in given || 'account' in given ? given : {}
  if (supplementaryContext)
    await changeAudience(tx, tenantId, pageId as string, audienceId, { supplementaryContext })
  const settled = { position, ...addressee, audienceId }
  if (message === null) return { ...settled, status: 'repeated', reason: 'has a page already' }
  // The plan is based on the page; the agent takes the changes of this audience into account.
  const { versionId } = await sendMessage(tx, tenantId, audienceId, { message }, { batchId })
  return { ...settled, status: 'running', versionId }
}

const idOf = (addressee: Addressee) => ('personId' in addressee ? addressee.personId : addressee.accountId)

/** Waits for all, also when one fails: pending work would otherwise continue after the rollback. */
async function allOf<T>(works: Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(works)
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // Statements after the first failed one of a transaction fail with 25P02, which hides the cause.
  if (failures.length > 0) throw failures.find(({ code }) => code !== '25P02') ?? failures[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<T>).value)
}

/** Sends no more messages and cancels the running ones. */
async function cancelBatch(tx: Tx, batch: HeldBatch): Promise<StepOutcome> {
  if (await cancelWaiting(tx, batch, mostCancelled)) return 'on'
  const running = await listRunning(tx, batch)
  await allOf(running.map((run) => cancelRun(tx, batch.tenantId, run)))
  return (await settleEnded(tx, batch)) > 0 ? 'wait' : 'done'
}
