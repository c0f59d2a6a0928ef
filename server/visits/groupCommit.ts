import { isDatabaseGone } from '../db.ts'
import { Problem } from '../http/problem.ts'

type Waiting<T> = { item: T; done: () => void; failed: (error: unknown) => void }

/**
 * Writes what comes in groups: whatever arrives while one group is being written makes up the next. Alone, an item is
 * written at once; the busier it gets, the larger the groups. `add` returns when its item is committed.
 */
export class GroupCommit<T> {
  readonly #commit: (items: T[]) => Promise<void>
  readonly #mostTogether: number
  readonly #mostWaiting: number
  #waiting: Waiting<T>[] = []
  #running: Promise<void> | undefined

  constructor(
    commit: (items: T[]) => Promise<void>,
    { mostTogether = 500, mostWaiting = 20_000 }: { mostTogether?: number; mostWaiting?: number } = {},
  ) {
    this.#commit = commit
    this.#mostTogether = mostTogether
    this.#mostWaiting = mostWaiting
  }

  add(item: T): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting)
      return Promise.reject(
        new Problem('unavailable', 'Too much is waiting to be written.', {}, { 'retry-after': '5' }),
      )
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed })
      this.#running ??= this.#run()
    })
  }

  /** Returns when nothing is left to write. */
  async close(): Promise<void> {
    await this.#running
  }

  async #run() {
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, this.#mostTogether))
    this.#running = undefined
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
