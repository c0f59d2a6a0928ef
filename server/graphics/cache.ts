/** Made bytes by their address, up to a number of bytes; the least recently used go first. One making at a time each. */
export class GraphicsCache {
  readonly #most: number
  readonly #kept = new Map<string, Uint8Array>()
  readonly #making = new Map<string, Promise<Uint8Array>>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  async get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept
    }
    const running = this.#making.get(key)
    if (running) return await running
    const making = make().then((bytes) => this.#keep(key, bytes))
    this.#making.set(key, making)
    try {
      return await making
    } finally {
      this.#making.delete(key)
    }
  }

  #keep(key: string, bytes: Uint8Array): Uint8Array {
    this.#kept.set(key, bytes)
    this.#bytes += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#most) break
      this.#kept.delete(oldest)
      this.#bytes -= length
    }
    return bytes
  }
}
