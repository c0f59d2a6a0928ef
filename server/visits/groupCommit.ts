import { Problem } from '../../shared/problem.ts'
import { isDatabaseGone } from '../database/database.ts'

/**
 * A `GroupCommit` for each key: what has the same key is written together. Those of keys that nothing is written for are
 * dropped.
 */
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

type Waiting<T> = { item: T; done: () => void; failed: (error: unknown) => void }

export type GroupLimits = {
  /** Items in one group. */
  mostTogether?: number
  /** Items waiting; more are refused. */
  mostWaiting?: number
  /** Groups being written at the same time. */
  mostRunning?: number
}

/**
 * Writes what comes in groups: whatever arrives while groups are being written makes up the next. Alone, an item is
 * written at once; the busier it gets, the larger the groups. `add` returns when its item is committed.
 */
export class GroupCommit<T> {
  readonly #commit: (items: T[]) => Promise<void>
  readonly #limits: Required<GroupLimits>
  readonly #running = new Set<Promise<void>>()
  #waiting: Waiting<T>[] = []
  /** How many items are being written. */
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

  /** Returns when nothing is left to write. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Beside another, a group waits until it is as large: small ones cost as many round trips and delay each other. */
  #isWorthIt(): boolean {
    return this.#waiting.length > 0 && this.#waiting.length >= this.#writing
  }

  #startIfWorthIt() {
    if (this.#running.size >= this.#limits.mostRunning || !this.#isWorthIt()) return
    const running = this.#run().finally(() => {
      this.#running.delete(running)
      // For what came after the last look and before this: it found no room.
      this.#startIfWorthIt()
    })
    this.#running.add(running)
  }

  async #run() {
    // What comes in the same turn of the loop shall go together.
    await new Promise(setImmediate)
    while (this.#isWorthIt()) {
      const group = this.#waiting.splice(0, this.#limits.mostTogether)
      this.#writing += group.length
      await this.#write(group)
      this.#writing -= group.length
    }
  }

  /** An item that can't be written must not take others with it: a group that fails is tried again in halves. */
  async #write(group: Waiting<T>[]): Promise<void> {
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
