import { FairQueue, type FairQueueOptions } from './fairQueue.ts'

/** A thread or process that works on one task at a time. */
export type PoolMember = {
  /** False once it has ended, or if it should not get another task. */
  readonly isFit: boolean
  /** Ends it with its current task. Resolves when it has ended. */
  close(): Promise<unknown>
}

type PoolOptions<M> = FairQueueOptions & {
  open: () => M
  /** How long members without a task are kept. */
  idleMs: number
  /** How many idle members are kept longer. */
  kept?: number
}

/**
 * Threads or processes shared by all tenants: `atOnce` of them, of which one tenant uses at most `ofTenant` at a time.
 * absent → busy: a task arrives and no member is idle
 * absent → idle: `warmUp`
 * idle → busy → idle: a task
 * busy → absent: it is not fit for another task
 * idle → absent: it ended by itself, or got no task for `idleMs`
 */
export class Pool<M extends PoolMember> {
  readonly #options: PoolOptions<M>
  readonly #queue: FairQueue
  readonly #idle: M[] = []
  readonly #busy = new Set<M>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PoolOptions<M>) {
    this.#options = options
    this.#queue = new FairQueue(options)
  }

  /** Opens members until there are this many, so that the first tasks don't wait for it. */
  warmUp(count: number): void {
    while (!this.#isClosed && this.#idle.length + this.#busy.size < count) this.#keep(this.#options.open())
  }

  async run<T>(tenantId: string, use: (member: M) => Promise<T>): Promise<T> {
    const { member, release } = await this.take(tenantId)
    try {
      return await use(member)
    } finally {
      await release()
    }
  }

  /** Waits for a member. The caller must return it, even if the task failed. */
  async take(
    tenantId: string,
    signal?: AbortSignal,
  ): Promise<{ member: M; release: () => Promise<unknown> }> {
    const leave = await this.#queue.enter(tenantId, signal)
    const member = this.#takeReady(leave)
    this.#busy.add(member)
    const release = async () => {
      this.#busy.delete(member)
      try {
        if (member.isFit && !this.#isClosed) this.#keep(member)
        // Its successor is opened only after it has ended, so that both don't need memory at the same time.
        else await member.close()
      } finally {
        leave()
      }
    }
    return { member, release }
  }

  /** Refuses waiting tasks and ends running ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#queue.close()
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((member) => member.close()))
  }

  #takeReady(leave: () => void): M {
    try {
      for (;;) {
        const member = this.#idle.pop() ?? this.#options.open()
        if (member.isFit) return member
        void member.close()
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  #keep(member: M): void {
    this.#idle.push(member)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      for (const one of this.#idle.splice(this.#options.kept ?? 0)) void one.close()
    }, this.#options.idleMs).unref()
  }
}
