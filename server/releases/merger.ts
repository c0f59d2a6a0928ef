import { Worker } from 'node:worker_threads'
import { Problem } from '../web/problem.ts'
import type { Evaluation, Verdict } from './evaluate.ts'
import type { MergeInput, MergeOutput } from './thread.ts'

const usualLimits = { workMs: 30_000, waiting: 200, idleMs: 600_000, memoryMb: 256 }

type Job = {
  evaluation: Evaluation
  resolve: (verdicts: Verdict[]) => void
  reject: (error: Error) => void
}

/** More comparisons are asked for than this process can make. */
export class MergerBusy extends Problem {
  constructor() {
    super('unavailable', 'Too many pages are being compared. Try again in a few seconds.')
  }
}

/**
 * Merges documents in a thread of its own: a merge takes about a millisecond, and a release has thousands of them.
 *
 * stopped → idle: `warm` or the first job starts the thread, which takes half a second and more on a busy machine
 * idle → working → idle: one job at a time, in the order they came
 * idle → stopped: nothing to do for ten minutes
 * working → stopped: the job takes too long or the thread fails; the job is rejected, the next one starts a new thread
 */
class Merger {
  readonly #limits: typeof usualLimits
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Partial<typeof usualLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits }
  }

  warm(): void {
    if (this.#thread) return
    this.#thread = this.#start()
    this.#thread.unref()
    this.#next()
  }

  run(evaluation: Evaluation): Promise<Verdict[]> {
    if (evaluation.subjects.length === 0) return Promise.resolve([])
    if (this.#waiting.length >= this.#limits.waiting) return Promise.reject(new MergerBusy())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ evaluation, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift()
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#stop(), this.#limits.idleMs).unref()
      return
    }
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#timer = setTimeout(
      () => this.#stop(new Error('a merge took too long')),
      this.#limits.workMs,
    ).unref()
    this.#thread.postMessage(this.#current.evaluation satisfies MergeInput)
  }

  #start(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    })
    thread.on('message', (output: MergeOutput) => {
      if (thread !== this.#thread) return
      const job = this.#current
      this.#current = undefined
      // An idle thread does not keep the process from ending.
      thread.unref()
      if ('verdicts' in output) job?.resolve(output.verdicts)
      else job?.reject(new Error(output.error))
      this.#next()
    })
    thread.on('error', (error) => {
      if (thread === this.#thread) this.#stop(error as Error)
    })
    return thread
  }

  #stop(error = new Error('the merge thread stopped')): void {
    clearTimeout(this.#timer)
    const thread = this.#thread
    this.#thread = undefined
    this.#current?.reject(error)
    this.#current = undefined
    void thread?.terminate()
    if (this.#waiting.length > 0) this.#next()
  }
}

const merger = new Merger()

/** Compares audiences with a page, in the thread of this process that does so. */
export function evaluateInThread(evaluation: Evaluation): Promise<Verdict[]> {
  return merger.run(evaluation)
}

/** Starts the thread before somebody waits for it. */
export function warmMerger(): void {
  merger.warm()
}
