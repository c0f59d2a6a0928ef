import { Worker } from 'node:worker_threads'
import type { Log } from '../log/log.ts'
import type { Arrival } from './plan.ts'
import type { RecorderInput, RecorderOutput, RecorderSettings } from './recorderThread.ts'

export type RecorderOptions = {
  databaseUrl: string
  log: Log
  /** Called with every statement, for tests. */
  onStatement?: ((text: string) => void) | undefined
}

type PendingGroup = { done: () => void; failed: (error: Error) => void }

/**
 * Records groups of reports in a separate thread: planning and writing take a quarter of a report's time, which would
 * delay page requests. The thread starts with the first group.
 */
export class VisitRecorder {
  readonly #options: RecorderOptions
  readonly #waiting = new Map<number, PendingGroup>()
  #thread: Worker | undefined
  #groups = 0

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Resolves when the reports are committed. */
  record(arrivals: Arrival[]): Promise<void> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    const group = this.#groups++
    return new Promise((done, failed) => {
      this.#waiting.set(group, { done, failed })
      // As text: structured cloning copies property by property, which takes 50% longer.
      thread.postMessage({ group, arrivals: JSON.stringify(arrivals) } satisfies RecorderInput)
    })
  }

  /** Call it when no recording is pending. */
  async close(): Promise<void> {
    const thread = this.#thread
    if (!thread) return
    thread.ref()
    const gone = new Promise((resolve) => thread.once('exit', resolve))
    thread.postMessage('close' satisfies RecorderInput)
    await gone
  }

  #start(): Worker {
    const { databaseUrl, log, onStatement } = this.#options
    const settings: RecorderSettings = { databaseUrl, tellsStatements: onStatement !== undefined }
    const thread = new Worker(new URL('./recorderThread.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    thread.on('message', (output: RecorderOutput) => {
      if ('statement' in output) return onStatement?.(output.statement)
      const { group, error } = output
      const waiting = this.#waiting.get(group)
      this.#waiting.delete(group)
      if (error) waiting?.failed(Object.assign(new Error(error.message), error))
      else waiting?.done()
    })
    thread.on('error', (error) => log.error({ err: error }, 'the thread that records visits failed'))
    thread.on('exit', () => this.#lose(thread))
    // While a group is pending, its request is open; otherwise the thread must not keep the process alive.
    thread.unref()
    return thread
  }

  /** The result of pending groups is unknown, as with a lost connection; the next group starts another thread. */
  #lose(thread: Worker) {
    if (this.#thread === thread) this.#thread = undefined
    const error = Object.assign(new Error('The thread that records visits has ended.'), {
      code: 'CONNECTION_CLOSED',
    })
    for (const { failed } of this.#waiting.values()) failed(error)
    this.#waiting.clear()
  }
}
