import { Problem } from '../../shared/problem.ts'

export type FairQueueOptions = {
  /** The subject of a refusal message: "uploads". */
  of: string
  /** Slots in this process, and the maximum per tenant. */
  atOnce: number
  ofTenant: number
  /** Maximum number of waiting requests per tenant. */
  waiting: number
  /** Maximum wait. */
  waitMs?: number
  retrySeconds?: number
}

/** The tenant has reached its limit of running work (429), or all tenants together have (503). */
export class QueueFull extends Problem {
  constructor(code: 'rate_limited' | 'unavailable', detail: string, retrySeconds: number) {
    super(code, detail, {}, { 'retry-after': String(retrySeconds) })
  }
}

type WaitingRequest = { enter: () => void; refuse: (error: unknown) => void }

/**
 * Shares a limited number of slots between tenants. All slow work that tenants share goes through such a queue.
 * absent → running: a slot is free and the tenant has fewer than `ofTenant`
 * absent → waiting: otherwise; tenants take turns, and each tenant's own requests are served in order of arrival
 * absent → refused with 429: the tenant has the maximum number waiting
 * waiting → refused: after `waitMs`, with 429 if the tenant has its share and 503 if it has not; when the process
 * stops
 * running → absent: the work has ended
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>
  readonly #running = new Map<string, number>()
  /** Tenants in the order of their turns. */
  readonly #waiting = new Map<string, Set<WaitingRequest>>()
  #taken = 0
  #isClosed = false

  constructor(options: FairQueueOptions) {
    this.#options = { waitMs: 20_000, retrySeconds: 10, ...options }
  }

  async run<T>(tenantId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(tenantId, signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Takes a slot immediately or throws, for work that can't wait. Returns a function that releases the slot. */
  enterNow(tenantId: string): () => void {
    if (this.#isClosed) throw this.#busy()
    if (!this.#mayRun(tenantId)) throw this.#tooMany(tenantId)
    if (this.#taken >= this.#options.atOnce) throw this.#busy()
    return this.#take(tenantId)
  }

  /** Waits for a slot. Returns a function that releases it. */
  async enter(tenantId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw this.#busy()
    if (this.#taken < this.#options.atOnce && this.#mayRun(tenantId)) return this.#take(tenantId)
    if ((this.#waiting.get(tenantId)?.size ?? 0) >= this.#options.waiting) throw this.#tooMany(tenantId)
    return await this.#wait(tenantId, signal)
  }

  /** Refuses all waiting and future requests. */
  close(): void {
    this.#isClosed = true
    for (const ofTenant of this.#waiting.values()) for (const { refuse } of ofTenant) refuse(this.#busy())
  }

  async #wait(tenantId: string, signal: AbortSignal | undefined): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const waiting: WaitingRequest = {
      enter: () => resolve(this.#take(tenantId)),
      // Removed immediately: a slot given to a refused request would be lost.
      refuse: (error) => {
        this.#withdraw(tenantId, waiting)
        reject(error)
      },
    }
    const late = () => waiting.refuse(this.#mayRun(tenantId) ? this.#busy() : this.#tooMany(tenantId))
    const refuseLate = setTimeout(late, this.#options.waitMs)
    const abort = () => waiting.refuse(signal?.reason)
    signal?.addEventListener('abort', abort)
    const ofTenant = this.#waiting.get(tenantId) ?? new Set()
    this.#waiting.set(tenantId, ofTenant.add(waiting))
    try {
      return await promise
    } finally {
      clearTimeout(refuseLate)
      signal?.removeEventListener('abort', abort)
    }
  }

  #withdraw(tenantId: string, waiting: WaitingRequest): void {
    const ofTenant = this.#waiting.get(tenantId)
    ofTenant?.delete(waiting)
    if (ofTenant?.size === 0) this.#waiting.delete(tenantId)
  }

  #mayRun(tenantId: string): boolean {
    return (this.#running.get(tenantId) ?? 0) < this.#options.ofTenant
  }

  #take(tenantId: string): () => void {
    this.#count(tenantId, 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count(tenantId, -1)
      this.#admitNext()
    }
  }

  #count(tenantId: string, change: 1 | -1): void {
    this.#taken += change
    const running = (this.#running.get(tenantId) ?? 0) + change
    if (running === 0) this.#running.delete(tenantId)
    else this.#running.set(tenantId, running)
  }

  /** Admits the oldest request of the tenant whose turn it is. The tenant then moves to the end of the line. */
  #admitNext(): void {
    for (const [tenantId, ofTenant] of this.#waiting) {
      if (!this.#mayRun(tenantId)) continue
      const [next] = ofTenant
      if (!next) continue
      this.#withdraw(tenantId, next)
      if (this.#waiting.delete(tenantId)) this.#waiting.set(tenantId, ofTenant)
      next.enter()
      return
    }
  }

  #tooMany(tenantId: string): QueueFull {
    const { of, retrySeconds } = this.#options
    const held = (this.#running.get(tenantId) ?? 0) + (this.#waiting.get(tenantId)?.size ?? 0)
    return new QueueFull('rate_limited', `This tenant already has ${held} ${of} under way.`, retrySeconds)
  }

  #busy(): QueueFull {
    const { of, retrySeconds } = this.#options
    return new QueueFull('unavailable', `Too many ${of} are under way. Try again.`, retrySeconds)
  }
}
