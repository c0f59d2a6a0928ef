const cells = 65_536
const minuteMs = 60_000

/**
 * Counts what each visitor does in a minute, in 128 KiB however many there are: a visitor has a cell in each of two
 * rows, which others may share, and the smaller of the two counts. Sharing both with a busy visitor is a chance of one
 * in four thousand million; a map would have to forget, which is what a flood is after. Each node counts for itself.
 */
export class MinuteCounts {
  readonly #limit: number
  readonly #rows = [new Uint8Array(cells), new Uint8Array(cells)] as const
  #minute = 0

  /** `limit` is at most 254: a cell holds one byte. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one more, unless the visitor has had its share of this minute. `visitor` is a hash in the form of a UUID. */
  take(visitor: string, now: number): boolean {
    const minute = Math.floor(now / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      for (const row of this.#rows) row.fill(0)
    }
    const cell = Number.parseInt(visitor.slice(0, 8), 16)
    const [first, second] = [cell >>> 16, cell & 0xffff]
    const [a, b] = [this.#rows[0][first] as number, this.#rows[1][second] as number]
    if (Math.min(a, b) >= this.#limit) return false
    if (a <= this.#limit) this.#rows[0][first] = a + 1
    if (b <= this.#limit) this.#rows[1][second] = b + 1
    return true
  }

  /** Seconds until the next minute. */
  resetSeconds(now: number): number {
    return Math.ceil((minuteMs - (now % minuteMs)) / 1000)
  }
}
