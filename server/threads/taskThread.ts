import { parentPort, Worker } from 'node:worker_threads'

type Options = {
  file: URL
  memoryMb: number
  /** How long a task may take before the thread is ended. */
  workMs: number
  /** How long the thread stays without a task. */
  idleMs: number
  /** How many tasks may wait, and the error for those beyond. */
  mostWaiting: number
  busy: () => Error
}
type Job<Task, Result> = { task: Task; resolve: (result: Result) => void; reject: (error: Error) => void }
type Output<Result> = { result: Result } | { error: string }

/**
 * Runs tasks in a worker thread, one at a time, in the order they came. The thread's file calls `serveTasks`.
 *
 * stopped → idle: `warm` or the first task starts the thread, which takes half a second and more on a busy machine
 * idle → working → idle: a task
 * idle → stopped: no task for `idleMs`
 * working → stopped: the task takes too long or the thread fails; the task is rejected, the next one starts a new thread
 */
export class TaskThread<Task, Result> {
  readonly #options: Options
  readonly #waiting: Job<Task, Result>[] = []
  #current: Job<Task, Result> | undefined
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  warm(): void {
    if (this.#thread) return
    this.#thread = this.#start()
    this.#next()
  }

  run(task: Task): Promise<Result> {
    const { mostWaiting, busy } = this.#options
    if (this.#closed || this.#waiting.length >= mostWaiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const stopping = new Error('the service is stopping')
    for (const { reject } of this.#waiting.splice(0)) reject(stopping)
    await this.#stop(stopping)
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    if (!this.#current) {
      this.#timer = setTimeout(() => void this.#stop(), this.#options.idleMs).unref()
      return
    }
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#timer = setTimeout(
      () => void this.#stop(new Error('the task took too long')),
      this.#options.workMs,
    ).unref()
    this.#thread.postMessage(this.#current.task)
  }

  #start(): Worker {
    const { file, memoryMb } = this.#options
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
    })
    // An idle thread does not keep the process from ending.
    thread.unref()
    thread.on('message', (output: Output<Result>) => {
      if (thread !== this.#thread) return
      const job = this.#current
      this.#current = undefined
      thread.unref()
      if ('result' in output) job?.resolve(output.result)
      else job?.reject(new Error(output.error))
      this.#next()
    })
    thread.on('error', (error) => {
      if (thread === this.#thread) void this.#stop(error as Error)
    })
    return thread
  }

  async #stop(error = new Error('the thread stopped')): Promise<void> {
    clearTimeout(this.#timer)
    const thread = this.#thread
    this.#thread = undefined
    this.#current?.reject(error)
    this.#current = undefined
    await thread?.terminate()
    if (this.#waiting.length > 0) this.#next()
  }
}

/** Answers the tasks of a `TaskThread`, in its thread. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on('message', async (task: Task) => {
    const output = await Promise.try(work, task).then(
      (result): Output<Result> => ({ result }),
      (error): Output<Result> => ({ error: (error as Error).stack ?? String(error) }),
    )
    parentPort?.postMessage(output)
  })
}
