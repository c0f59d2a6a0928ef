import { isAborted } from './errors.ts'

/**
 * Awaits work whose statements are sent together. Rejects with the first failure in this order: a failed statement
 * makes later ones of the transaction fail too, and those may reject earlier.
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
