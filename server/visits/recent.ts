import { type Arrival, jitterMs, sessionBreakMs, stayKey, type VisitPlan } from './plan.ts'
import type { VisitSession } from './sessions.ts'

/** Clocks of nodes differ, and a report may wait for its group. */
const toleranceMs = 60_000
/** Up to twice as many are cached, in about 10 MB. */
const mostYoung = 10_000

/**
 * A cache of sessions as last written by this process. Three of four reports continue a stay that this process has just
 * written: their sessions need not be read again. If another process changed one, its revision differs: the write
 * fails, and the group is retried with the rows of the database.
 */
export class RecentSessions {
  #young = new Map<string, VisitSession>()
  #old = new Map<string, VisitSession>()

  /**
   * The session of a report, if the report can't affect another one: it doesn't move the start, and another session of
   * the visitor could only start after a break that is not over yet.
   */
  find(arrival: Arrival): VisitSession | undefined {
    const { receivedAtMs, report, visitor } = arrival
    const key = stayKey(arrival, report.stay)
    const session = this.#young.get(key) ?? this.#old.get(key)
    if (session?.visitor !== visitor) return undefined
    if (receivedAtMs - report.age < session.startedAtMs - jitterMs) return undefined
    return receivedAtMs < session.lastSeenAtMs + sessionBreakMs - toleranceMs ? session : undefined
  }

  /** Caches committed sessions. Sessions with several stays are not cached. */
  learn(sessions: VisitPlan['sessions']) {
    for (const { before, after } of sessions) {
      const stayId = before?.stayId ?? after?.stayId
      if (!stayId) continue
      const key = stayKey((before ?? after) as VisitSession, stayId)
      this.#old.delete(key)
      if (after?.stayId === stayId) this.#young.set(key, { ...after, revision: (before?.revision ?? 0) + 1 })
      else this.#young.delete(key)
    }
    if (this.#young.size < mostYoung) return
    this.#old = this.#young
    this.#young = new Map()
  }

  forget(arrivals: Arrival[]) {
    for (const arrival of arrivals) {
      const key = stayKey(arrival, arrival.report.stay)
      this.#young.delete(key)
      this.#old.delete(key)
    }
  }
}
