import type postgres from 'postgres'
import { type Line, type Lines, lostConnection } from './lines.ts'
import { databaseSilent, impatient, within } from './patience.ts'

type Work<T> = (tx: postgres.TransactionSql) => Promise<T>
/** Statements that are sent together with the commit. */
type Closing<T> = (tx: postgres.TransactionSql, value: T) => Promise<unknown>[]

/** Runs work in a transaction on a connection of its own; rejects as soon as that is lost, whatever the work does. */
export async function transact<T>(
  lines: Lines,
  mode: string,
  work: Work<T>,
  closing?: Closing<T>,
): Promise<T> {
  const line = await lines.take()
  const { patienceMs } = lines
  let outcome: Outcome<T> | undefined
  try {
    outcome = await new Promise<Outcome<T>>((resolve, reject) => {
      line.onLost = reject
      perform(line, patienceMs, mode, work, closing).then(resolve, reject)
    })
  } finally {
    line.onLost = undefined
    if (outcome) lines.giveBack(line)
    else lines.drop(line)
  }
  if (outcome.error) throw outcome.error.reason
  return outcome.value as T
}

/** `failures` are those of the last statements, heeded from the start: the connection may be lost before anybody asks. */
type Outcome<T> = { value?: T; error?: { reason: unknown }; failures?: unknown[] }

/** Rejects when it is not known how the transaction ended, and then the line is of no use any more. */
async function perform<T>(
  line: Line,
  patienceMs: number,
  mode: string,
  work: Work<T>,
  closing: Closing<T> = () => [],
): Promise<Outcome<T>> {
  const { sql } = line
  await within(patienceMs, sql.unsafe(`begin ${mode}`))
  const scope = openScope(line, patienceMs)
  let outcome: Outcome<T>
  let last: Promise<unknown>[] = []
  try {
    const value = await work(scope.tx)
    const failures: unknown[] = []
    last = closing(scope.tx, value).map((one, nth) =>
      one.catch((error: unknown) => {
        failures[nth] = error
      }),
    )
    // Until everything that waits for nothing but its turn is with the driver: the commit comes after it.
    if (last.length > 0) await new Promise<void>(process.nextTick)
    if (failures.length > 0) throw firstOf(failures)
    outcome = { value, failures }
  } catch (reason) {
    outcome = { error: { reason } }
  }
  scope.end()
  if (line.isLost) throw lostConnection()
  if (outcome.error) {
    await within(patienceMs, sql.unsafe('rollback'))
    return outcome
  }
  const [{ command }] = await within(patienceMs, Promise.all([sql.unsafe('commit'), ...last]))
  const failure = firstOf(outcome.failures ?? [])
  if (failure !== undefined) return { error: { reason: failure } }
  if (command === 'COMMIT') return outcome
  const reason = new Error('a statement of the transaction failed and nobody heeded it: all was rolled back')
  return { error: { reason } }
}

/** The cause, in the order in which the statements were said: those after it fail because it did. */
function firstOf(failures: unknown[]): unknown {
  return failures.find((error) => error !== undefined)
}

/** What the work says its statements through; after the end of the transaction it takes none. */
function openScope(line: Line, patienceMs: number) {
  const { sql } = line
  const giveUp = () => line.onLost?.(databaseSilent())
  let hasEnded = false
  let savepoints = 0
  const demandOpen = () => {
    if (line.isLost) throw lostConnection()
    if (hasEnded) throw new Error('a statement came after the end of its transaction')
  }
  const say = (...given: Parameters<typeof sql>) => {
    demandOpen()
    return impatient(sql(...given), patienceMs, giveUp)
  }
  const unsafe: typeof sql.unsafe = (...given) => {
    demandOpen()
    return impatient(sql.unsafe(...given), patienceMs, giveUp)
  }
  const savepoint = async <T>(attempt: (tx: postgres.TransactionSql) => T | Promise<T>) => {
    const name = `s${savepoints++}`
    await unsafe(`savepoint ${name}`)
    try {
      return await attempt(tx)
    } catch (error) {
      await unsafe(`rollback to ${name}`)
      throw error
    }
  }
  const { json, array, typed, types } = sql
  const tx = Object.assign(say, {
    json,
    array,
    typed,
    types,
    unsafe,
    savepoint,
  }) as unknown as postgres.TransactionSql
  return {
    tx,
    end() {
      hasEnded = true
    },
  }
}
