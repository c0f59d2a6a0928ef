import type { SlotRequest } from './claims.ts'
import type { JobGroup } from './kinds.ts'

export type SlotOptions = {
  /** How many jobs run at once in this process. May change. */
  concurrency: () => number
  /**
   * Adapts the concurrency of each group to the speed of its handler: the limit doubles with every quick run and drops
   * to one with a slow one. Jobs are claimed ahead (`prefetch` times the limit), so that a quick group never waits for
   * the database.
   */
  perGroup?: { first: number; most: number; quickMs: number; prefetch: number }
}

type GroupState<J> = JobGroup & {
  limit: number
  running: number
  /** Claimed but not started. */
  waiting: J[]
  /** Whether the database may have more jobs of this group. */
  isReady: boolean
}

/** Maximum number of groups in one claim statement. */
const mostAsked = 200

/**
 * Distributes the slots of a worker over groups. Groups that may have due jobs take turns, one slot each. A tenant gets
 * a slot only while it holds fewer than are free: a single tenant gets half of them, and the next tenant finds a free
 * slot however long the jobs take.
 */
export class Slots<J extends JobGroup> {
  readonly #options: SlotOptions
  readonly #groups = new Map<string, GroupState<J>>()
  readonly #ready = new Set<GroupState<J>>()
  readonly #heldByTenant = new Map<string, number>()
  #held = 0

  constructor(options: SlotOptions) {
    this.#options = options
  }

  /** Marks a group that may have due jobs. */
  markReady(name: JobGroup) {
    this.#markReady(this.#find(name))
  }

  /** What to claim now. */
  ask(): SlotRequest[] {
    const asks = new Map<GroupState<J>, SlotRequest>()
    const given = new Map<string, number>()
    let free = this.#options.concurrency() - this.#held
    for (let progress = true; progress && free > 0; ) {
      progress = false
      for (const state of this.#ready) {
        if (free <= 0) break
        const ask = asks.get(state) ?? { tenantId: state.tenantId, group: state.group, slots: 0 }
        const ofTenant = (this.#heldByTenant.get(state.tenantId) ?? 0) + (given.get(state.tenantId) ?? 0)
        if (ofTenant >= free || ask.slots >= this.#roomOf(state)) continue
        if (ask.slots === 0 && asks.size === mostAsked) continue
        ask.slots++
        asks.set(state, ask)
        given.set(state.tenantId, (given.get(state.tenantId) ?? 0) + 1)
        free--
        progress = true
      }
    }
    // Marked idle before the claim is made, so that a wake-up during the claim counts.
    for (const state of asks.keys()) this.#markIdle(state)
    return [...asks.values()]
  }

  /** Adds claimed jobs. Returns the jobs to run now. */
  accept(asks: SlotRequest[], jobs: J[]): J[] {
    const byGroup = Map.groupBy(jobs, nameOf)
    return asks.flatMap((ask) => {
      const state = this.#find(ask)
      const got = byGroup.get(nameOf(ask)) ?? []
      state.waiting.push(...got)
      this.#count(state, got.length)
      // A group that got all the jobs it asked for may have more; it moves to the end of the line.
      if (got.length === ask.slots) this.#markReady(state)
      return this.#begin(state)
    })
  }

  /** Frees the slot of a finished job. Returns the jobs to run in its place. */
  finish(job: J, tookMs?: number): J[] {
    const state = this.#find(job)
    const { perGroup } = this.#options
    state.running--
    this.#count(state, -1)
    if (perGroup && tookMs !== undefined)
      state.limit = tookMs < perGroup.quickMs ? Math.min(perGroup.most, state.limit * 2) : 1
    if (state.isReady) this.#markReady(state)
    return this.#begin(state)
  }

  /** Returns the jobs that were claimed but not started. */
  abandon(): J[] {
    return [...this.#groups.values()].flatMap((state) => {
      const jobs = state.waiting.splice(0)
      this.#count(state, -jobs.length)
      return jobs
    })
  }

  #markReady(state: GroupState<J>) {
    state.isReady = true
    if (this.#roomOf(state) > 0) this.#ready.add(state)
    else this.#ready.delete(state)
  }

  #markIdle(state: GroupState<J>) {
    state.isReady = false
    this.#ready.delete(state)
  }

  /** With a limit, 0 while the group is still half full, so that each claim is worth a statement. */
  #roomOf({ limit, running, waiting }: GroupState<J>): number {
    const { perGroup } = this.#options
    if (!perGroup) return Number.POSITIVE_INFINITY
    const most = limit === 1 ? 1 : limit * perGroup.prefetch
    const held = running + waiting.length
    return held > most / 2 ? 0 : most - held
  }

  #begin(state: GroupState<J>): J[] {
    const jobs = state.waiting.splice(0, Math.max(0, state.limit - state.running))
    state.running += jobs.length
    // Idle groups are dropped unless they were found slow.
    const isSlow = state.limit < (this.#options.perGroup?.first ?? 0)
    if (state.running === 0 && !state.isReady && !isSlow) this.#groups.delete(nameOf(state))
    return jobs
  }

  #count({ tenantId }: GroupState<J>, change: number) {
    this.#held += change
    const ofTenant = (this.#heldByTenant.get(tenantId) ?? 0) + change
    if (ofTenant > 0) this.#heldByTenant.set(tenantId, ofTenant)
    else this.#heldByTenant.delete(tenantId)
  }

  #find({ tenantId, group }: JobGroup): GroupState<J> {
    const name = nameOf({ tenantId, group })
    let state = this.#groups.get(name)
    if (!state) {
      const limit = this.#options.perGroup?.first ?? Number.POSITIVE_INFINITY
      state = { tenantId, group, limit, running: 0, waiting: [], isReady: false }
      this.#groups.set(name, state)
    }
    return state
  }
}

function nameOf({ tenantId, group }: JobGroup): string {
  return `${tenantId}/${group}`
}
