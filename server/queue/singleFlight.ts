/**
 * Runs work one at a time. States and transitions:
 *
 *   idle    --wake--> running
 *   running --wake--> running, woken
 *   running, woken --work ends--> running (once more, however often it was woken)
 *   running --work ends--> idle
 *
 * A wake-up is never lost: whether to run again is decided and `idle` is entered in one synchronous step, so a wake-up
 * comes either before the decision, which sees it, or after it, and then it starts a new run. The work must not throw.
 */
export class SingleFlight {
  readonly #work: () => Promise<void>
  #running: Promise<void> | undefined
  #isWoken = false

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** Undefined while idle. */
  get running(): Promise<void> | undefined {
    return this.#running
  }

  /** Resolves when the work that this wake-up asked for is done. */
  wake(): Promise<void> {
    this.#isWoken = true
    this.#running ??= this.#run()
    return this.#running
  }

  async #run() {
    while (this.#isWoken) {
      this.#isWoken = false
      await this.#work()
    }
    this.#running = undefined
  }
}
