import type postgres from 'postgres'

/** A database that hangs answers nothing, not even that a statement took too long: the client has to give up itself. */
export function databaseSilent(): Error {
  return Object.assign(new Error('the database does not answer'), { code: 'CONNECTION_SILENT' })
}

/** Settles as the work does, or rejects when it takes longer; then `onLate` cleans up. */
export async function within<T>(ms: number, work: PromiseLike<T>, onLate = () => {}): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate()
      reject(databaseSilent())
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Limits how long a statement is waited for, from the moment somebody waits. What the driver's tag returns may also be a
 * part of another statement, which nobody ever waits for; that stays as it is.
 */
export function impatient<T>(statement: T, ms: number, onLate: () => void): T {
  if (!(statement instanceof Promise)) return statement
  const query = statement as unknown as postgres.PendingQuery<postgres.Row[]>
  const proto = Object.getPrototypeOf(query) as Promise<unknown>
  let limited: Promise<unknown> | undefined
  const wait = () => {
    limited ??= within(
      ms,
      proto.then.call(query, (value) => value),
      onLate,
    )
    return limited
  }
  return Object.assign(query, {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise whose waiting is limited
    then: (...given: Parameters<Promise<unknown>['then']>) => wait().then(...given),
    catch: (...given: Parameters<Promise<unknown>['catch']>) => wait().catch(...given),
    finally: (...given: Parameters<Promise<unknown>['finally']>) => wait().finally(...given),
  }) as T
}
