import { invalid } from '../../shared/problem.ts'
import { databaseNow } from '../database/clock.ts'
import { toMilliseconds } from '../time.ts'

const furthestMs = 366 * 24 * 3_600_000

/** Parses a time that something can be scheduled for. */
export function toFuture(timestamp: string, path: string): Date {
  const ms = toMilliseconds(timestamp)
  if (ms <= databaseNow()) throw invalid(path, 'must be in the future')
  if (ms > databaseNow() + furthestMs) throw invalid(path, 'must be at most a year ahead')
  return new Date(ms)
}
