const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

export type RetrySchedule = {
  /** The waits after failed attempts; the attempt after the last one is final. */
  retriesMs: number[]
  /** The fraction by which a wait varies randomly, so that deliveries that failed together are not retried together. */
  jitter: number
  timeoutMs: number
  longestRetryAfterMs: number
  /** A subscription that only fails for this long is deactivated. */
  giveUpAfterMs: number
}

export const schedule: RetrySchedule = {
  retriesMs: [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 10 * hours],
  jitter: 0.2,
  timeoutMs: 15 * seconds,
  longestRetryAfterMs: 24 * hours,
  giveUpAfterMs: 5 * 24 * hours,
}

/**
 * The wait after this many attempts: by the schedule, or longer if the receiver requests that; undefined if there is
 * none.
 */
export function retryInMs(
  { retriesMs, jitter, longestRetryAfterMs }: RetrySchedule,
  triesMade: number,
  retryAfterMs = 0,
  random = Math.random(),
): number | undefined {
  const planned = retriesMs[triesMade - 1]
  if (planned === undefined) return undefined
  const jittered = planned * (1 + jitter * (2 * random - 1))
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, longestRetryAfterMs)))
}

/** The wait of a `Retry-After` header, given in seconds or as a date. */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number {
  const text = [header].flat()[0]?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * seconds
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}
