/**
 * Work that never runs twice at once: asked for while it runs, it runs once more afterwards, however often it was
 * asked for. What gathers in the meantime is thus done in one go. The work must not throw.
 */
export class Turn {
  readonly #work: () => Promise<void>
  #running: Promise<void> | undefined
  #again = false

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  get running(): Promise<void> | undefined {
    return this.#running
  }

  run(): Promise<void> {
    this.#again = true
    this.#running ??= this.#loop()
    return this.#running
  }

  async #loop() {
    while (this.#again) {
      this.#again = false
      await this.#work()
    }
    this.#running = undefined
  }
}
