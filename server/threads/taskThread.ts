import { parentPort, Worker } from 'node:worker_threads'
import { FairQueue } from './fairQueue.ts'

type ThreadOptions = {
  file: URL
  memoryMb: number
  /** How long a task may take before its thread is terminated. */
  workMs: number
  /** How long an idle thread is kept. */
  idleMs: number
}
type Job<Task, Result> = { task: Task; resolve: (result: Result) => void; reject: (error: Error) => void }
type Output<Result> = { result: Result } | { error: string }

/**
 * Runs tasks in two worker threads, one task per tenant at a time: while one tenant's task takes long, the second
 * thread serves the others. It is started when two tenants have tasks at the same time.
 */
export class TaskThreads<Task, Result> {
  readonly #options: ThreadOptions
  readonly #queue: FairQueue
  readonly #idle: TaskThread<Task, Result>[] = []
  readonly #all: TaskThread<Task, Result>[] = []

  constructor({ of, waiting, ...options }: ThreadOptions & { of: string; waiting: number }) {
    this.#options = options
    this.#queue = new FairQueue({ of, waiting, atOnce: 2, ofTenant: 1, waitMs: 30_000, retrySeconds: 5 })
  }

  /** Starts the first thread, which takes half a second or more on a busy machine. */
  warm(): void {
    if (this.#all.length === 0) this.#idle.push(this.#open())
    this.#idle[0]?.warm()
  }

  async run(tenantId: string, task: Task): Promise<Result> {
    return await this.#queue.run(tenantId, async () => {
      const thread = this.#idle.pop() ?? this.#open()
      try {
        return await thread.run(task)
      } finally {
        this.#idle.push(thread)
      }
    })
  }

  async close(): Promise<void> {
    this.#queue.close()
    await Promise.all(this.#all.map((thread) => thread.close()))
  }

  #open(): TaskThread<Task, Result> {
    const thread = new TaskThread<Task, Result>(this.#options)
    this.#all.push(thread)
    return thread
  }
}

/**
 * A worker thread that runs one task at a time. The thread's file calls `serveTasks`.
 *
 * stopped → idle: `warm` or the first task starts the thread
 * idle → working → idle: a task
 * idle → stopped: no task for `idleMs`
 * working → stopped: the task takes too long or the thread fails; the task is rejected, the next one starts a new thread
 */
class TaskThread<Task, Result> {
  readonly #options: ThreadOptions
  #current: Job<Task, Result> | undefined
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  warm(): void {
    this.#thread ??= this.#start()
    this.#rest()
  }

  run(task: Task): Promise<Result> {
    clearTimeout(this.#timer)
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#timer = setTimeout(
      () => void this.#stop(new Error('the task took too long')),
      this.#options.workMs,
    ).unref()
    return new Promise((resolve, reject) => {
      this.#current = { task, resolve, reject }
      this.#thread?.postMessage(task)
    })
  }

  async close(): Promise<void> {
    await this.#stop(new Error('the service is stopping'))
  }

  #start(): Worker {
    const { file, memoryMb } = this.#options
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
    })
    // An idle thread does not keep the process alive.
    thread.unref()
    thread.on('message', (output: Output<Result>) => {
      if (thread !== this.#thread) return
      const job = this.#current
      this.#current = undefined
      thread.unref()
      this.#rest()
      if ('result' in output) job?.resolve(output.result)
      else job?.reject(new Error(output.error))
    })
    thread.on('error', (error) => {
      if (thread === this.#thread) void this.#stop(error as Error)
    })
    return thread
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#stop(), this.#options.idleMs).unref()
  }

  async #stop(error = new Error('the thread stopped')): Promise<void> {
    clearTimeout(this.#timer)
    const thread = this.#thread
    this.#thread = undefined
    this.#current?.reject(error)
    this.#current = undefined
    await thread?.terminate()
  }
}

/** Handles the tasks of `TaskThreads` inside the thread. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on('message', async (task: Task) => {
    const output = await Promise.try(work, task).then(
      (result): Output<Result> => ({ result }),
      (error): Output<Result> => ({ error: (error as Error).stack ?? String(error) }),
    )
    parentPort?.postMessage(output)
  })
}
