import { setTimeout as sleep } from 'node:timers/promises'

/** Limits count by the minute: waits for the next one if less than `seconds` are left of this one. */
export async function waitForMinute(seconds: number): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < seconds * 1_000) await sleep(left + 50)
}
