/**
 * The database's time. Access and expiry checks compare with it, because the clocks of the nodes can differ by minutes.
 * It is measured whenever the listening connection is opened or checked; in between, the monotonic clock of the process
 * advances it.
 */
type ClockSample = { databaseMs: number; atMs: number; roundTripMs: number }

/** A sample is off by at most half its round trip. A much less exact one is accepted only when the last is this old. */
const renewMs = 60_000

let sample: ClockSample | undefined

/** Milliseconds since the Unix epoch. Before the first measurement, uses the clock of this machine. */
export function databaseNow(): number {
  if (!sample) return Date.now()
  return Math.round(sample.databaseMs + performance.now() - sample.atMs)
}

/** Measures the database's time; `ask` runs `clockStatement`. */
export async function measureClock(ask: () => Promise<number>): Promise<void> {
  const sentMs = performance.now()
  const databaseMs = await ask()
  const now = performance.now()
  const roundTripMs = now - sentMs
  const isExact = !sample || roundTripMs <= 2 * sample.roundTripMs || now - sample.atMs > renewMs
  if (isExact) sample = { databaseMs, atMs: sentMs + roundTripMs / 2, roundTripMs }
}

export const clockStatement = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'
