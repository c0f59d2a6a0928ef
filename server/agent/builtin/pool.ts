import { Worker } from 'node:worker_threads'
import { type Agent, type AgentContext, AgentFailure, type AgentOutput } from '../agent.ts'

export type ToThread =
  | { type: 'run'; context: Omit<AgentContext, 'readVersion' | 'searchAssets'> }
  | { type: 'value'; id: number; value: unknown }
export type FromThread =
  | { type: 'output'; output: AgentOutput }
  | { type: 'call'; id: number; name: 'readVersion' | 'searchAssets'; argument: number | string }
  | { type: 'end'; error?: string }

/**
 * Runs the built-in agent off the serving thread. States of a thread: idle (kept warm), running (one run at a time),
 * gone (ended by an error, an abort or the time limit; the next run starts another). A free thread goes to the tenant
 * that has the fewest, and within a tenant to the run that came first: nobody's slow messages keep others waiting for
 * longer than one of them takes.
 */
export class ThreadPool {
  readonly #most: number
  readonly #limitMs: number
  readonly #file: URL
  readonly #idle: Worker[] = []
  readonly #waiting: { tenantId: string; resolve: (worker: Worker) => void }[] = []
  readonly #running = new Map<string, number>()
  #count = 0

  constructor({ most = 2, limitMs = 10_000, file = new URL('./thread.ts', import.meta.url) } = {}) {
    this.#most = most
    this.#limitMs = limitMs
    this.#file = file
  }

  /** Starts the threads, so that the first message need not wait for it. */
  warmUp() {
    while (this.#count < this.#most) this.#release(this.#start())
  }

  async *run(context: AgentContext, signal: AbortSignal, tenantId = ''): AsyncGenerator<AgentOutput, void> {
    signal.throwIfAborted()
    const worker = await this.#acquire(tenantId)
    worker.ref()
    const queue = new Messages(worker, signal, this.#limitMs)
    let isDone = false
    try {
      const { readVersion, searchAssets, ...plain } = context
      const read = { readVersion, searchAssets }
      worker.postMessage({ type: 'run', context: plain } satisfies ToThread)
      for (;;) {
        const message = await queue.next()
        if (message.type === 'output') yield message.output
        else if (message.type === 'call') {
          const value = await read[message.name](message.argument as never)
          worker.postMessage({ type: 'value', id: message.id, value } satisfies ToThread)
        } else {
          isDone = true
          if (message.error) throw new Error(message.error)
          return
        }
      }
    } finally {
      queue.close()
      this.#countRunning(tenantId, -1)
      if (isDone) this.#release(worker)
      else this.#end(worker)
    }
  }

  #acquire(tenantId: string): Promise<Worker> {
    const worker = this.#idle.pop() ?? (this.#count < this.#most ? this.#start() : undefined)
    if (!worker) return new Promise((resolve) => this.#waiting.push({ tenantId, resolve }))
    this.#countRunning(tenantId, 1)
    return Promise.resolve(worker)
  }

  /** Takes the run that is next out of the queue; it counts as running from then on. */
  #takeNext(): ((worker: Worker) => void) | undefined {
    const runningOf = ({ tenantId }: { tenantId: string }) => this.#running.get(tenantId) ?? 0
    let next = this.#waiting[0]
    if (!next) return undefined
    for (const waiting of this.#waiting) if (runningOf(waiting) < runningOf(next)) next = waiting
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#countRunning(next.tenantId, 1)
    return next.resolve
  }

  #countRunning(tenantId: string, change: 1 | -1) {
    const running = (this.#running.get(tenantId) ?? 0) + change
    if (running === 0) this.#running.delete(tenantId)
    else this.#running.set(tenantId, running)
  }

  #start(): Worker {
    this.#count++
    return new Worker(this.#file)
  }

  #release(worker: Worker) {
    const next = this.#takeNext()
    if (next) return next(worker)
    worker.unref()
    this.#idle.push(worker)
  }

  #end(worker: Worker) {
    void worker.terminate()
    this.#count--
    const next = this.#takeNext()
    if (next) next(this.#start())
  }
}

/** What a thread says, one message at a time, until it fails, the run is aborted or its time is over. */
class Messages {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  readonly #timer: NodeJS.Timeout
  readonly #messages: FromThread[] = []
  #wanted: { resolve: (message: FromThread) => void; reject: (error: unknown) => void } | undefined
  #failure: unknown

  constructor(worker: Worker, signal: AbortSignal, limitMs: number) {
    this.#worker = worker
    this.#signal = signal
    worker.on('message', this.#take)
    worker.on('error', this.#fail)
    signal.addEventListener('abort', this.#abort)
    this.#timer = setTimeout(
      () => this.#fail(new AgentFailure('That took too long. Ask for less at a time.')),
      limitMs,
    )
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
    clearTimeout(this.#timer)
    this.#worker.off('message', this.#take)
    this.#worker.off('error', this.#fail)
    this.#signal.removeEventListener('abort', this.#abort)
  }

  readonly #take = (message: FromThread) => {
    const wanted = this.#wanted
    this.#wanted = undefined
    if (wanted) wanted.resolve(message)
    else this.#messages.push(message)
  }

  readonly #fail = (error: unknown) => {
    this.#failure = error
    this.#wanted?.reject(error)
    this.#wanted = undefined
  }

  readonly #abort = () => this.#fail(this.#signal.reason)
}

const pool = new ThreadPool()

/** The built-in agent in threads of its own. */
export const threadedAgent: Agent = openThreadedAgent('')

/** The same for the runs of one tenant, which share the threads fairly with those of others. */
export function openThreadedAgent(tenantId: string): Agent {
  return { model: undefined, run: (context, signal) => pool.run(context, signal, tenantId) }
}

export function warmUpThreads() {
  pool.warmUp()
}
