import { Pool } from '../threads/pool.ts'
import { Thread } from '../threads/thread.ts'
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
  /** Threads that one tenant may use at once. Less than `size`, so that other tenants always find a free one. */
  mostPerTenant?: number
  /** CPU time of one run. */
  cpuLimitMs?: number
  /** Wall time of one run, for a machine so busy that the CPU limit is never reached. */
  limitMs?: number
  /** After this time without a run all idle threads but one are ended: each takes about 95 MB. */
  idleMs?: number
  file?: URL
}

/** Waiting runs are jobs, whose number the queue limits, and requests of `PageMessages` and batches. */
const waitingRuns = { waiting: 1_000, waitMs: 600_000 }

/** Runs the built-in agent off the serving thread. */
export class ThreadPool {
  readonly #mostPerTenant: number
  readonly #pool: Pool<Thread<ToThread, FromThread>>
  readonly #limits: { cpuMs: number; wallMs: number }
  #hasRun = false

  constructor({
    size = 3,
    mostPerTenant = Math.max(1, size - 1),
    cpuLimitMs = 5_000,
    limitMs = 20_000,
    idleMs = 45_000,
    file = new URL('./thread.ts', import.meta.url),
  }: ThreadPoolOptions = {}) {
    this.#mostPerTenant = mostPerTenant
    const shares = { of: 'agent runs', atOnce: size, ofTenant: mostPerTenant, ...waitingRuns }
    const open = () => {
      const thread = new Thread<ToThread, FromThread>(file, { memoryMb: 512 })
      if (!this.#hasRun) thread.send({ type: 'warmUp' })
      return thread
    }
    this.#pool = new Pool({ ...shares, open, idleMs, kept: 1 })
    this.#limits = { cpuMs: cpuLimitMs, wallMs: limitMs }
  }

  /**
   * Starts as many threads as one tenant can use and warms them up, so that the first message is not delayed by it.
   */
  warmUp() {
    if (!this.#hasRun) this.#pool.warmUp(this.#mostPerTenant)
  }

  async *run(
    { readVersion, searchAssets, ...context }: AgentContext,
    signal: AbortSignal,
    tenantId: string,
  ): AsyncGenerator<AgentOutput, void> {
    this.#hasRun = true
    const { member: thread, release } = await this.#pool.take(tenantId, signal)
    const read = { readVersion, searchAssets }
    let isDone = false
    try {
      thread.send({ type: 'run', context })
      for await (const message of thread.exchange({ ...this.#limits, signal, tooLong })) {
        if (message.type === 'output') yield message.output
        else if (message.type === 'call') {
          const { id, name, argument } = message
          read[name](argument as never).then(
            (value) => thread.send({ type: 'value', id, value }),
            (error) => thread.fail(error),
          )
        } else {
          isDone = true
          if (message.error) throw new Error(message.error)
          return
        }
      }
    } finally {
      // The caller stopped reading the output.
      if (!isDone) await thread.close()
      await release()
    }
  }
}

function tooLong() {
  return new AgentFailure('That took too long. Ask for less at a time.')
}

const pool = new ThreadPool()

/** The built-in agent for one tenant's runs, in threads shared by all tenants. */
export function openThreadedAgent(tenantId: string): Agent {
  return { model: undefined, run: (context, signal) => pool.run(context, signal, tenantId) }
}

export function warmUpThreads() {
  pool.warmUp()
}
