import { isAborted } from './errors.ts'

/**
 * Waits for work whose statements are sent together. Fails as the first one in this order that failed: the failure of
 * a statement makes those after it in the transaction fail too, and they may report it earlier.
 */
export async function together<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(work)
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failures.length > 0) throw failures.find((reason) => !isAborted(reason)) ?? failures[0]
  const values = results.map((result) => (result as PromiseFulfilledResult<unknown>).value)
  return values as { -readonly [K in keyof T]: Awaited<T[K]> }
}
