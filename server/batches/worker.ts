import type { AppContext } from '../context.ts'
import type { Subscription } from '../database/listener.ts'
import { channel } from './queries.ts'
import { type HeldBatch, holdDueBatch, postponeBatch } from './rows.ts'
import { takeStep } from './step.ts'

/** How often batches are looked for: often while there are some, and else in case a notice was lost. */
const [soonMs, laterMs] = [100, 2_000]
/** A batch whose step failed is left alone this long. */
const restMs = 5_000

/** Works batches off in this process until the function that is returned is called. */
export async function startBatches(context: AppContext): Promise<() => Promise<void>> {
  const worker = new BatchWorker(context)
  await worker.start()
  return () => worker.stop()
}

/** One step at a time, of any batch that is due. Any number of workers may run, and any may die at any moment. */
export class BatchWorker {
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
    let idle = 0
    while (!this.#stopping) {
      if (await this.#step()) idle = 0
      else await this.#pause(++idle > laterMs / soonMs ? laterMs : soonMs)
    }
  }

  /** False when no batch is due, or its step failed. */
  async #step(): Promise<boolean> {
    const { db, log } = this.#context
    let held: HeldBatch | undefined
    try {
      await db.inTransaction(async (tx) => {
        held = await holdDueBatch(tx)
        if (held) await takeStep(tx, log, held)
      })
      return held !== undefined
    } catch (error) {
      log.error({ err: error, batchId: held?.batchId }, 'a step of a batch failed')
      if (held) await db.inTransaction((tx) => postponeBatch(tx, held as HeldBatch, restMs)).catch(() => {})
      return false
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
