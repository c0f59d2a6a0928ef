/** Runs at most so many pieces of work at a time; the others wait in order of arrival. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(free: number) {
    this.#free = free
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
