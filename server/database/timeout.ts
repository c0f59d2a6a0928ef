import { ConnectionError } from './errors.ts'

/** Settles like the work, or rejects after the timeout. */
export async function withTimeout<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError('CONNECTION_TIMEOUT')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
