import type { AppContext } from '../context.ts'
import type { Subscription } from '../database/listener.ts'
import { channel } from './queries.ts'
import { findNextDue, type HeldRelease, holdDueRelease, postponeRelease } from './rows.ts'
import { stepRelease } from './step.ts'

/** How often releases are looked for when no notification wakes the worker. */
const pollMs = 2_000
/** A release whose step failed is left alone this long. */
const restMs = 5_000

/** Works on releases in this process until the function that is returned is called. */
export async function startReleases(context: AppContext): Promise<() => Promise<void>> {
  const worker = new ReleaseWorker(context)
  await worker.start()
  return () => worker.stop()
}

/** One step at a time, of any release that is due. Any number of workers may run, and any may die at any moment. */
export class ReleaseWorker {
  readonly #context: Pick<AppContext, 'db' | 'log'>
  #subscription: Subscription | undefined
  #working: Promise<void> | undefined
  #wake = () => {}
  #stopping = false

  constructor(context: Pick<AppContext, 'db' | 'log'>) {
    this.#context = context
  }

  async start() {
    this.#subscription = this.#context.db.listen(channel, { onNotification: () => this.#wake() })
    await this.#subscription.ready
    this.#working = this.#work()
  }

  /** Finishes the step it is at; what is left, others take up. */
  async stop() {
    this.#stopping = true
    this.#wake()
    await this.#subscription?.close()
    await this.#working
  }

  async #work() {
    while (!this.#stopping) if (!(await this.#step())) await this.#pause(await this.#findPause())
  }

  /** False when no release is due, or its step failed. */
  async #step(): Promise<boolean> {
    const { db, log } = this.#context
    let held: HeldRelease | undefined
    try {
      await db.inTransaction(async (tx) => {
        held = await holdDueRelease(tx)
        if (held) await stepRelease({ db, log }, tx, held)
      })
      return held !== undefined
    } catch (error) {
      log.error({ err: error, releaseId: held?.releaseId }, 'a step of a release failed')
      if (held)
        await db.inTransaction((tx) => postponeRelease(tx, held as HeldRelease, restMs)).catch(() => {})
      return false
    }
  }

  /** Until the next scheduled release is due, so that it starts within a second. */
  async #findPause(): Promise<number> {
    try {
      const ms = await this.#context.db.inTransaction(findNextDue)
      return Math.min(pollMs, Math.max(20, ms ?? pollMs))
    } catch {
      return pollMs
    }
  }

  #pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
