const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

export type Schedule = {
  /** How long after a failed try the next one comes; the last is final. */
  retriesMs: number[]
  /** By how much of itself a wait may be shorter or longer, so that what failed together does not return together. */
  jitter: number
  timeoutMs: number
  longestRetryAfterMs: number
  /** Nothing but failures for this long switches a subscription off. */
  giveUpAfterMs: number
}

export const schedule: Schedule = {
  retriesMs: [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 10 * hours],
  jitter: 0.2,
  timeoutMs: 15 * seconds,
  longestRetryAfterMs: 24 * hours,
  giveUpAfterMs: 5 * 24 * hours,
}

/** When to try again after so many tries: by the schedule, or later if the receiver asked for that; else never. */
export function retryInMs(
  { retriesMs, jitter, longestRetryAfterMs }: Schedule,
  triesMade: number,
  retryAfterMs = 0,
  random = Math.random(),
): number | undefined {
  const planned = retriesMs[triesMade - 1]
  if (planned === undefined) return undefined
  const jittered = planned * (1 + jitter * (2 * random - 1))
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, longestRetryAfterMs)))
}

/** What a `Retry-After` header asks for: seconds, or a date. */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number {
  const text = [header].flat()[0]?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * seconds
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime())
}
