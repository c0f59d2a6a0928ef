import pg from 'pg'

/** The connection to the database was lost, could not be opened, or does not respond. */
export class ConnectionError extends Error {
  readonly code: 'CONNECTION_LOST' | 'CONNECTION_TIMEOUT' | 'CONNECTION_CLOSED'

  constructor(code: ConnectionError['code'], cause?: unknown) {
    super(messages[code], { cause })
    this.code = code
  }
}

const messages: Record<ConnectionError['code'], string> = {
  CONNECTION_LOST: 'The connection to the database was lost.',
  CONNECTION_TIMEOUT: 'The database does not respond.',
  CONNECTION_CLOSED: 'The connection pool is closed.',
}

/**
 * Server and socket errors have a code and are returned unchanged. The driver's own errors have none: the connection
 * ended or timed out.
 */
export function toConnectionError(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code !== undefined) return error
  return new ConnectionError('CONNECTION_LOST', error)
}

/** Thrown after a conflict with another transaction: the transaction is rolled back and retried. */
export class TooLate extends Error {
  readonly code = '40001'
}

/** Serialization failure and deadlock: the server has rolled back everything, so a retry is safe. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || isStalePlan(error)
}

/**
 * Another transaction removed a row after this one had looked it up. The next attempt reports that the row is missing.
 */
export function isRemovedMeanwhile(error: unknown): boolean {
  return codeOf(error) === '23503'
}

/** A prepared statement whose tables were changed by a migration, or that does not exist on the connection. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))
  )
}

/** The statement was not run because an earlier one of its transaction had failed. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** The constraint that a failed statement violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError && error.code?.startsWith('23'))) return undefined
  return error.constraint ?? constraintOfShard(error.message)
}

/** Citus forwards only the message of a worker's error. Names on workers end with a shard number. */
function constraintOfShard(message: string): string | undefined {
  return /constraint "([^"]+)_\d+"$/.exec(message)?.[1]
}

/** Why the database is unavailable, if that caused the error. */
export function whyUnavailable(error: unknown): string | undefined {
  return temporaryFaults[codeOf(error)]
}

const diskFull = '53100'

const temporaryFaults: Record<string, string> = {
  '57014': 'The database took too long.',
  [diskFull]: 'The disk of the database is full.',
  '25006': 'The database is read-only.',
}

export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === diskFull
}

export function isDatabaseGone(error: unknown): boolean {
  return /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|57P0[123]|25P03|53300|3D000|08)/.test(codeOf(error))
}

/**
 * Whether the database caused the failure: it was unreachable, overloaded, out of resources or read-only, or there was
 * a conflict. The same work succeeds later, so a job is retried and no failure is recorded.
 */
export function isInfrastructureFault(error: unknown): boolean {
  return isDatabaseGone(error) || isRetryable(error) || infrastructureCodes.test(codeOf(error))
}

/**
 * Out of resources (53: disk, memory, connections), operator intervention (57), system errors (58), idle-transaction
 * and lock timeouts, a server that accepts no writes or connections, and a host that can't be resolved.
 */
const infrastructureCodes =
  /^(53...|57...|58...|25006|25P0[34]|55000|55P03|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? ''
}
