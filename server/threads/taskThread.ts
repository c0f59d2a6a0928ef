import { parentPort } from 'node:worker_threads'
import { Pool } from './pool.ts'
import { Thread } from './thread.ts'

type TaskOutput<Result> = { result: Result } | { error: string }

type TaskOptions = {
  /** The subject of a refusal message: "pictures". */
  of: string
  /** Maximum number of waiting tasks per tenant. */
  waiting: number
  file: URL
  memoryMb: number
  /** How long a task may take before its thread is ended. */
  workMs: number
  /** How long an idle thread is kept. */
  idleMs: number
}

/**
 * Runs tasks in two worker threads, one task per tenant at a time: while one tenant's task takes long, the second
 * thread serves the others. The thread's file calls `serveTasks`.
 */
export class TaskThreads<Task, Result> {
  readonly #pool: Pool<Thread<Task, TaskOutput<Result>>>
  readonly #limits: { wallMs: number; tooLong: () => Error }

  constructor({ of, waiting, file, memoryMb, workMs, idleMs }: TaskOptions) {
    const open = () => new Thread<Task, TaskOutput<Result>>(file, { memoryMb })
    const shares = { atOnce: 2, ofTenant: 1, waiting, waitMs: 30_000, retrySeconds: 5 }
    this.#pool = new Pool({ of, ...shares, open, idleMs })
    this.#limits = { wallMs: workMs, tooLong: () => new Error('the task took too long') }
  }

  /** Starts the first thread, which takes half a second or more on a busy machine. */
  warm(): void {
    this.#pool.warmUp(1)
  }

  async run(tenantId: string, task: Task): Promise<Result> {
    const output = await this.#pool.run(tenantId, async (thread) => {
      thread.send(task)
      for await (const first of thread.exchange(this.#limits)) return first
      throw new Error('the exchange ended without an error')
    })
    if ('error' in output) throw new Error(output.error)
    return output.result
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

/** Handles the tasks of `TaskThreads` inside the thread. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on('message', async (task: Task) => {
    const output = await Promise.try(work, task).then(
      (result): TaskOutput<Result> => ({ result }),
      (error): TaskOutput<Result> => ({ error: (error as Error).stack ?? String(error) }),
    )
    parentPort?.postMessage(output)
  })
}
