import { Worker } from 'node:worker_threads'
import { FairQueue } from '../threads/fairQueue.ts'
import { type Agent, type AgentContext, AgentFailure, type AgentOutput } from './agent.ts'

export type ToThread =
  | { type: 'warmUp' }
  | { type: 'run'; context: Omit<AgentContext, 'readVersion' | 'searchAssets'> }
  | { type: 'value'; id: number; value: unknown }
export type FromThread =
  | { type: 'output'; output: AgentOutput }
  | { type: 'call'; id: number; name: 'readVersion' | 'searchAssets'; argument: number | string }
  | { type: 'end'; error?: string }

export type ThreadPoolOptions = {
  /** Threads at once. */
  size?: number
  /** Threads that one tenant may use at once. Less than `size`, so that another tenant always finds one. */
  mostPerTenant?: number
  /** CPU time of one run. */
  cpuLimitMs?: number
  /** Wall time of one run, for a machine so busy that the CPU limit is never reached. */
  limitMs?: number
  /** After this time without a run all idle threads but one are ended: each takes about 95 MB. */
  idleMs?: number
  file?: URL
}

/** With a small young generation a thread takes 80 MB instead of 130 MB, and runs take as long as before. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

/** How often the CPU time of a run is read. */
const cpuCheckMs = 250

/** Runs that wait are jobs, which the queue of jobs limits, and requests of `PageMessages` and batches. */
const waitingRuns = { waiting: 1_000, waitMs: 600_000 }

/**
 * Runs the built-in agent off the serving thread. States of a thread: idle (kept warm), running (one run at a time),
 * gone (ended by an error, an abort or a time limit; the next run starts another).
 */
export class ThreadPool {
  readonly #mostPerTenant: number
  readonly #queue: FairQueue
  readonly #limits: { cpuMs: number; wallMs: number }
  readonly #file: URL
  readonly #idleMs: number
  readonly #idle: Worker[] = []
  #hasRun = false
  #rest: NodeJS.Timeout | undefined

  constructor({
    size = 3,
    mostPerTenant = Math.max(1, size - 1),
    cpuLimitMs = 5_000,
    limitMs = 20_000,
    idleMs = 45_000,
    file = new URL('./thread.ts', import.meta.url),
  }: ThreadPoolOptions = {}) {
    this.#mostPerTenant = mostPerTenant
    this.#queue = new FairQueue({
      of: 'agent runs',
      atOnce: size,
      ofTenant: mostPerTenant,
      ...waitingRuns,
    })
    this.#idleMs = idleMs
    this.#limits = { cpuMs: cpuLimitMs, wallMs: limitMs }
    this.#file = file
  }

  /** Starts as many threads as one tenant can use and warms them up, so that the first message need not wait for that. */
  warmUp() {
    if (this.#hasRun) return
    while (this.#idle.length < this.#mostPerTenant) {
      const worker = this.#start()
      worker.postMessage({ type: 'warmUp' } satisfies ToThread)
      this.#keep(worker)
    }
  }

  async *run(
    context: AgentContext,
    signal: AbortSignal,
    tenantId: string,
  ): AsyncGenerator<AgentOutput, void> {
    this.#hasRun = true
    const leave = await this.#queue.enter(tenantId, signal)
    const worker = this.#idle.pop() ?? this.#start()
    worker.ref()
    const queue = new Messages(worker, signal, this.#limits)
    let isDone = false
    try {
      const { readVersion, searchAssets, ...plain } = context
      const read = { readVersion, searchAssets }
      worker.postMessage({ type: 'run', context: plain } satisfies ToThread)
      for (;;) {
        const message = await queue.next()
        if (message.type === 'output') yield message.output
        else if (message.type === 'call') {
          const { id, name, argument } = message
          read[name](argument as never).then(
            (value) => worker.postMessage({ type: 'value', id, value } satisfies ToThread),
            queue.fail,
          )
        } else {
          isDone = true
          if (message.error) throw new Error(message.error)
          return
        }
      }
    } finally {
      queue.close()
      if (isDone) this.#keep(worker)
      else void worker.terminate()
      leave()
    }
  }

  #start(): Worker {
    return new Worker(this.#file, { resourceLimits })
  }

  #keep(worker: Worker) {
    worker.unref()
    this.#idle.push(worker)
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const extra of this.#idle.splice(1)) void extra.terminate()
    }, this.#idleMs).unref()
  }
}

/** The messages of a thread, one at a time, until it fails, the run is aborted or a time limit is reached. */
class Messages {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  readonly #deadline: NodeJS.Timeout
  readonly #cpuCheck: NodeJS.Timeout
  readonly #messages: FromThread[] = []
  #wanted: { resolve: (message: FromThread) => void; reject: (error: unknown) => void } | undefined
  #failure: unknown

  constructor(worker: Worker, signal: AbortSignal, { cpuMs, wallMs }: { cpuMs: number; wallMs: number }) {
    this.#worker = worker
    this.#signal = signal
    worker.on('message', this.#take)
    worker.on('error', this.fail)
    signal.addEventListener('abort', this.#abort)
    const giveUp = () => this.fail(new AgentFailure('That took too long. Ask for less at a time.'))
    this.#deadline = setTimeout(giveUp, wallMs)
    // Read when the run begins: a thread that is still starting, or has had runs before, has used some already.
    const before = cpuMsOf(worker)
    this.#cpuCheck = setInterval(async () => {
      const used = (await cpuMsOf(worker)) - (await before)
      if (used >= cpuMs) giveUp()
    }, cpuCheckMs)
  }

  next(): Promise<FromThread> {
    const message = this.#messages.shift()
    if (message) return Promise.resolve(message)
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#wanted = { resolve, reject }
    })
  }

  close() {
    clearTimeout(this.#deadline)
    clearInterval(this.#cpuCheck)
    this.#worker.off('message', this.#take)
    this.#worker.off('error', this.fail)
    this.#signal.removeEventListener('abort', this.#abort)
  }

  readonly #take = (message: FromThread) => {
    const wanted = this.#wanted
    this.#wanted = undefined
    if (wanted) wanted.resolve(message)
    else this.#messages.push(message)
  }

  readonly fail = (error: unknown) => {
    this.#failure = error
    this.#wanted?.reject(error)
    this.#wanted = undefined
  }

  readonly #abort = () => this.fail(this.#signal.reason)
}

/** CPU time of a thread so far. 0 for one that has ended, which `error` or `exit` reports. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1_000
}

const pool = new ThreadPool()

/** The built-in agent for the runs of one tenant, in threads that all tenants share. */
export function openThreadedAgent(tenantId: string): Agent {
  return { model: undefined, run: (context, signal) => pool.run(context, signal, tenantId) }
}

export function warmUpThreads() {
  pool.warmUp()
}
