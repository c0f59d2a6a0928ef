import { Problem } from '../../shared/problem.ts'
import { isDatabaseGone } from '../database/database.ts'

/** One `GroupCommit` per key: items with the same key are written together. Idle ones are dropped. */
export class KeyedGroupCommit<T> {
  readonly #groups = new Map<string, { commits: GroupCommit<T>; pending: number }>()
  readonly #keyOf: (item: T) => Promise<string>
  readonly #commit: (items: T[]) => Promise<void>
  readonly #limits: (key: string) => GroupLimits
  #pending = 0

  constructor(
    keyOf: (item: T) => Promise<string>,
    commit: (items: T[]) => Promise<void>,
    limits: (key: string) => GroupLimits = () => ({}),
  ) {
    this.#keyOf = keyOf
    this.#commit = commit
    this.#limits = limits
  }

  async add(item: T): Promise<void> {
    if (this.#pending >= defaultMostWaiting) throw tooMuchWaiting()
    const key = await this.#keyOf(item)
    const group = this.#groups.get(key) ?? {
      commits: new GroupCommit(this.#commit, this.#limits(key)),
      pending: 0,
    }
    this.#groups.set(key, group)
    group.pending++
    this.#pending++
    try {
      await group.commits.add(item)
    } finally {
      this.#pending--
      if (--group.pending === 0) this.#groups.delete(key)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#groups.values()].map(({ commits }) => commits.close()))
  }
}

const defaultMostWaiting = 20_000

function tooMuchWaiting(): Problem {
  return new Problem('unavailable', 'Too much is waiting to be written.', {}, { 'retry-after': '5' })
}

type WaitingItem<T> = { item: T; done: () => void; failed: (error: unknown) => void }

export type GroupLimits = {
  /** Items in one group. */
  mostTogether?: number
  /** Items waiting; further ones are rejected. */
  mostWaiting?: number
  /** Groups written concurrently. */
  mostRunning?: number
}

/**
 * Writes items in groups: items that arrive while groups are being written form the next group. A single item is
 * written immediately; under load the groups grow. `add` resolves when its item is committed.
 */
export class GroupCommit<T> {
  readonly #commit: (items: T[]) => Promise<void>
  readonly #limits: Required<GroupLimits>
  readonly #running = new Set<Promise<void>>()
  #waiting: WaitingItem<T>[] = []
  /** The number of items being written. */
  #writing = 0

  /** Two groups at a time: one is planned here while the database writes the other. */
  constructor(
    commit: (items: T[]) => Promise<void>,
    { mostTogether = 500, mostWaiting = defaultMostWaiting, mostRunning = 2 }: GroupLimits = {},
  ) {
    this.#commit = commit
    this.#limits = { mostTogether, mostWaiting, mostRunning }
  }

  add(item: T): Promise<void> {
    if (this.#waiting.length >= this.#limits.mostWaiting) return Promise.reject(tooMuchWaiting())
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed })
      this.#startIfWorthIt()
    })
  }

  /** Resolves when all items are written. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /**
   * While another group is being written, a group waits until it is as large: a small group costs as many round trips.
   */
  #isWorthIt(): boolean {
    return this.#waiting.length > 0 && this.#waiting.length >= this.#writing
  }

  #startIfWorthIt() {
    if (this.#running.size >= this.#limits.mostRunning || !this.#isWorthIt()) return
    const running = this.#run().finally(() => {
      this.#running.delete(running)
      // Starts items that arrived after the last check and found no free slot.
      this.#startIfWorthIt()
    })
    this.#running.add(running)
  }

  async #run() {
    // Items of the same event loop turn are written together.
    await new Promise(setImmediate)
    while (this.#isWorthIt()) {
      const group = this.#waiting.splice(0, this.#limits.mostTogether)
      this.#writing += group.length
      await this.#write(group)
      this.#writing -= group.length
    }
  }

  /** One bad item must not fail the others: a failed group is retried in halves. */
  async #write(group: WaitingItem<T>[]): Promise<void> {
    try {
      await this.#commit(group.map(({ item }) => item))
      for (const { done } of group) done()
    } catch (error) {
      if (group.length === 1 || isDatabaseGone(error)) {
        for (const { failed } of group) failed(error)
        return
      }
      const half = Math.ceil(group.length / 2)
      await this.#write(group.slice(0, half))
      await this.#write(group.slice(half))
    }
  }
}
