import { getRandomValues } from 'node:crypto'

const cells = 65_536
const minuteMs = 60_000
/** A random number for each character at each position of a key; longer keys reuse them from the start. */
const places = 64
const randomNumbers = getRandomValues(new Uint32Array(places * 256))

/**
 * Counts requests per key (a visitor, a network, a page) and minute, in 256 KiB however many keys there are: a key has
 * one cell in each of two rows, which other keys may share, and the smaller count applies. Sharing both cells with a
 * busy key has a chance of one in four billion. A map would have to evict entries, which a flood could exploit. Each
 * node counts separately. Cells depend on random numbers, so a client can't choose colliding keys.
 */
export class MinuteCounts {
  readonly #limit: number
  readonly #rows = [new Uint16Array(cells), new Uint16Array(cells)] as const
  #minute = 0

  /** `limit` is at most 65,534: a cell holds two bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one request, unless the key has reached its limit for this minute. */
  take(key: string, now: number): boolean {
    const [first, second] = this.#cellsOf(key, now)
    const [a, b] = [this.#rows[0][first] as number, this.#rows[1][second] as number]
    if (Math.min(a, b) >= this.#limit) return false
    if (a <= this.#limit) this.#rows[0][first] = a + 1
    if (b <= this.#limit) this.#rows[1][second] = b + 1
    return true
  }

  /** Returns a token taken at that moment, unless its minute is over. */
  giveBack(key: string, takenAt: number): void {
    if (Math.floor(takenAt / minuteMs) !== this.#minute) return
    for (const [row, cell] of this.#cellsOf(key, takenAt).entries()) {
      const counts = this.#rows[row] as Uint16Array
      if ((counts[cell] as number) > 0) counts[cell] = (counts[cell] as number) - 1
    }
  }

  #cellsOf(key: string, now: number): [number, number] {
    const minute = Math.floor(now / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      for (const row of this.#rows) row.fill(0)
    }
    const mixed = mix(key)
    return [mixed & 0xffff, mixed >>> 16]
  }
}

/** Tabulation hashing: as good for this as a digest, which took a quarter of the time of a visit report. */
function mix(key: string): number {
  let mixed = 0
  for (let at = 0; at < key.length; at++) {
    const number = randomNumbers[(at % places) * 256 + (key.charCodeAt(at) & 0xff)] as number
    // Without the shift, low bits never depend on high ones, and repeated characters return to the same cells.
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1) ^ number
  }
  return mixed
}

/** Seconds until the next minute, for `Retry-After`. */
export function secondsLeft(now: number): number {
  return Math.ceil((minuteMs - (now % minuteMs)) / 1000)
}
