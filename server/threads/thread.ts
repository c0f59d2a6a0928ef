import { on } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { PoolMember } from './pool.ts'

type ThreadOptions = Pick<WorkerOptions, 'stdin' | 'workerData'> & { memoryMb: number }

type Limits = {
  /** Wall time. */
  wallMs: number
  /** CPU time. */
  cpuMs?: number
  signal?: AbortSignal
  /** The error when a limit is reached. */
  tooLong: () => Error
}

/** How often the CPU time of a thread is read. */
const cpuCheckMs = 250

/** A worker thread with limits on memory and time. It keeps the process alive only during an exchange. */
export class Thread<Input, Output> implements PoolMember {
  readonly #worker: Worker
  #isFit = true
  /** Ends the current exchange with an error. */
  #fail: ((error: unknown) => void) | undefined

  constructor(file: URL, { memoryMb, ...options }: ThreadOptions) {
    // A small young generation saves 50 MB per thread, and tasks take as long as before.
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 }
    this.#worker = new Worker(file, { ...options, resourceLimits })
    this.#worker.unref()
    // Without a listener, an error of an idle thread would end the service. During an exchange the error is reported
    // there.
    this.#worker.on('error', () => {
      this.#isFit = false
    })
    this.#worker.on('exit', () => {
      this.#isFit = false
    })
  }

  get isFit(): boolean {
    return this.#isFit
  }

  get stdin() {
    return this.#worker.stdin
  }

  send(input: Input): void {
    this.#worker.postMessage(input)
  }

  /** Ends the thread, and the current exchange with this error. */
  fail(error: unknown): void {
    this.#fail?.(error)
  }

  /** Yields the thread's messages until the caller stops. After an error the thread can't be used again. */
  async *exchange({ wallMs, cpuMs, signal, tooLong }: Limits): AsyncGenerator<Output, void> {
    const ended = new AbortController()
    this.#fail = (error) => ended.abort(error)
    const stop = () => ended.abort(signal?.reason)
    signal?.addEventListener('abort', stop)
    const outputs = on(this.#worker, 'message', { signal: ended.signal, close: ['exit'] })
    if (signal?.aborted) stop()
    const timers = this.#watch(() => ended.abort(tooLong()), wallMs, cpuMs)
    this.#worker.ref()
    try {
      for await (const [output] of outputs as AsyncIterable<[Output]>) yield output
      throw new Error('the thread ended early')
    } catch (error) {
      this.#isFit = false
      throw ended.signal.aborted ? ended.signal.reason : error
    } finally {
      this.#fail = undefined
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      this.#worker.unref()
    }
  }

  async close(): Promise<void> {
    this.#isFit = false
    this.fail(new Error('the thread was stopped'))
    await this.#worker.terminate()
  }

  #watch(giveUp: () => void, wallMs: number, cpuMs: number | undefined): NodeJS.Timeout[] {
    // The thread itself keeps the process alive, so timers need not.
    const deadline = setTimeout(giveUp, wallMs).unref()
    if (cpuMs === undefined) return [deadline]
    // Read at the start, because a thread that is starting or has run tasks before has already used some.
    const before = this.#cpuMs()
    const check = setInterval(async () => {
      if ((await this.#cpuMs()) - (await before) >= cpuMs) giveUp()
    }, cpuCheckMs).unref()
    return [deadline, check]
  }

  /** CPU time so far. 0 for a thread that has ended; its `exit` event reports that. */
  async #cpuMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1_000
  }
}
