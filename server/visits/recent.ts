import { type Arrival, jitterMs, type Plan, sessionBreakMs, stayKey } from './plan.ts'
import type { Session } from './sessions.ts'

/** Clocks of nodes differ, and a report may wait before its group's turn comes. */
const toleranceMs = 60_000
/** Twice as many are remembered at most, in about 10 MB. */
const mostYoung = 10_000

/**
 * Sessions as they were last written here. Three reports of four are the next about a stay that this process has just
 * written: their sessions need not be read again. If another process changed one, its revision differs: the write fails,
 * and the group starts over with what is in the database.
 */
export class RecentSessions {
  #young = new Map<string, Session>()
  #old = new Map<string, Session>()

  /**
   * The session of a report, if the report can touch no other: it leaves the beginning where it is, and another session
   * of the visitor could only begin after a break that is not over yet.
   */
  find(arrival: Arrival): Session | undefined {
    const { receivedAtMs, report, visitor } = arrival
    const key = stayKey(arrival, report.stay)
    const session = this.#young.get(key) ?? this.#old.get(key)
    if (session?.visitor !== visitor) return undefined
    if (receivedAtMs - report.age < session.startedAtMs - jitterMs) return undefined
    return receivedAtMs < session.lastSeenAtMs + sessionBreakMs - toleranceMs ? session : undefined
  }

  /** Takes over what a transaction has committed. Sessions of several stays are not remembered. */
  learn(sessions: Plan['sessions']) {
    for (const { before, after } of sessions) {
      const stayId = before?.stayId ?? after?.stayId
      if (!stayId) continue
      const key = stayKey((before ?? after) as Session, stayId)
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
