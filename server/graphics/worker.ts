import { Worker } from 'node:worker_threads'
import type { Log } from '../log/log.ts'
import type { GraphicsInput, GraphicsOutput, GraphicsTask } from './thread.ts'

const usualLimits = { workMs: 15_000, waiting: 500, idleMs: 60_000 }

type Job = { task: GraphicsTask; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

/**
 * Makes font subsets and social previews in a thread of its own, as each takes hundreds of milliseconds of a core.
 *
 * stopped → idle: the first task starts the thread
 * idle → working → idle: one task at a time, in the order they came
 * idle → stopped: nothing to do for a minute
 * working → stopped: the task takes too long or the thread fails; the task is rejected, the next one starts a new thread
 */
export class GraphicsWorker {
  readonly #log: Log
  readonly #limits: typeof usualLimits
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(log: Log, limits: Partial<typeof usualLimits> = {}) {
    this.#log = log
    this.#limits = { ...usualLimits, ...limits }
  }

  make(task: GraphicsTask): Promise<Buffer> {
    if (this.#closed || this.#waiting.length >= this.#limits.waiting)
      return Promise.reject(new Error('too many graphics are waiting to be made'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the service is stopping'))
    await this.#stop(new Error('the service is stopping'))
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    if (!this.#current) {
      this.#timer = setTimeout(() => void this.#stop(), this.#limits.idleMs).unref()
      return
    }
    this.#thread ??= this.#start()
    this.#timer = setTimeout(
      () => void this.#stop(new Error('a graphic took too long')),
      this.#limits.workMs,
    ).unref()
    this.#thread.postMessage(this.#current.task satisfies GraphicsInput)
  }

  #start(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    })
    thread.unref()
    thread.on('message', (output: GraphicsOutput) => {
      const job = this.#current
      this.#current = undefined
      if ('bytes' in output) job?.resolve(Buffer.from(output.bytes))
      else job?.reject(new Error(output.error))
      this.#next()
    })
    thread.on('error', (error) => {
      this.#log.error({ err: error }, 'the graphics thread failed')
      if (this.#thread === thread) void this.#stop(error as Error)
    })
    return thread
  }

  async #stop(error?: Error): Promise<void> {
    clearTimeout(this.#timer)
    const thread = this.#thread
    this.#thread = undefined
    this.#current?.reject(error ?? new Error('the graphics thread stopped'))
    this.#current = undefined
    await thread?.terminate()
    if (!this.#closed) this.#next()
  }
}
