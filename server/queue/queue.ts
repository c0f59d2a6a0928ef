import type { Database, Reader } from '../database/database.ts'
import type { Subscription } from '../database/listener.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { renewLeases } from './claims.ts'
import { channels, type Ending, ensureRecurringJob, findDueGroups, LeaseLost } from './jobs.ts'
import type { JobGroup, JobKind } from './kinds.ts'
import { SingleFlight } from './singleFlight.ts'
import { JobWorker, type WorkerContext, type WorkOptions } from './worker.ts'

export type QueueOptions = {
  db: Database
  log: Log
  metrics?: Metrics
  /** How long a job stays with a worker that does not renew its lease. Renewed after a third of it. */
  leaseMs?: number
  /** How often to poll for due jobs without a notification. */
  pollMs?: number
  /** For tests; defaults to the database clock, which all workers share. */
  clock?: () => Date
}

type AnyWorker = Pick<
  JobWorker<JobKind, unknown, Ending>,
  'kind' | 'everyMs' | 'isIdle' | 'wake' | 'retrySettling' | 'listExpiring' | 'cancel' | 'whenIdle' | 'stop'
>

/**
 * Runs jobs in this process. Any number of processes may run, and any may die at any moment. Notifications wake the
 * workers; polling finds jobs whose notification was lost, jobs scheduled for later, and jobs of dead processes.
 */
export class Queue {
  readonly #context: WorkerContext
  readonly #workers = new Map<string, AnyWorker>()
  readonly #poll = new SingleFlight(() => this.#findDue())
  readonly #renew = new SingleFlight(() => this.#renewLeases())
  #subscriptions: Subscription[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopping = false
  /** An unreachable database is logged once, not every second. */
  #isFailing = false

  constructor({ db, log, metrics, leaseMs = 15_000, pollMs = 1_000, clock }: QueueOptions) {
    const now = (reader: Reader) => (clock ? reader`${clock()}::timestamptz` : reader`now()`)
    this.#context = { db, log, metrics, leaseMs, pollMs, now }
  }

  /** Registers the handler of a job kind; call it before `start`. */
  work<K extends JobKind, L = undefined, E extends Ending = Ending>(
    kind: K,
    options: WorkOptions<K, L, E>,
  ): void {
    this.#workers.set(kind, new JobWorker(kind, this.#context, options))
  }

  async start(): Promise<void> {
    const { db, pollMs } = this.#context
    await db.inTransaction(async (tx) => {
      for (const { kind, everyMs } of this.#workers.values())
        if (everyMs !== undefined) ensureRecurringJob(tx, kind, everyMs)
    })
    this.#timer = setInterval(() => this.#tick(), pollMs).unref()
    this.#subscriptions = [
      db.listen(channels.due, {
        onNotification: (payload) => this.#onDue(payload),
        onListening: () => void this.#poll.wake(),
      }),
      db.listen(channels.cancelled, { onNotification: (payload) => this.#onCancelled(payload) }),
    ]
    await Promise.all(this.#subscriptions.map(({ ready }) => ready))
  }

  /** Runs due jobs and waits until they are settled; for processes that have not started the queue. */
  async runDue(): Promise<void> {
    const workers = [...this.#workers.values()]
    for (const worker of workers) worker.retrySettling()
    await this.#poll.wake()
    while (workers.some(({ isIdle }) => !isIdle)) await Promise.all(workers.map((one) => one.whenIdle()))
  }

  /** Stops claiming and waits up to 22 s for running jobs; leases are renewed meanwhile. */
  async stop(): Promise<void> {
    this.#isStopping = true
    // First, because workers keep starting claimed jobs until they are stopped.
    const stopped = [...this.#workers.values()].map((worker) => worker.stop())
    await Promise.all([...stopped, ...this.#subscriptions.map((subscription) => subscription.close())])
    clearInterval(this.#timer)
    await Promise.all([this.#poll.running, this.#renew.running])
  }

  #tick() {
    void this.#renew.wake()
    if (!this.#isStopping) void this.#poll.wake()
    for (const worker of this.#workers.values()) worker.retrySettling()
  }

  #onDue(payload: string) {
    const [kind = '', tenantId = '', group = ''] = payload.split('/')
    this.#workers.get(kind)?.wake([{ tenantId, group }])
  }

  #onCancelled(payload: string) {
    const [kind = '', tenantId = '', ...key] = payload.split('/')
    this.#workers.get(kind)?.cancel(tenantId, key.join('/'))
  }

  async #findDue() {
    const { db, log, now } = this.#context
    try {
      const due = Map.groupBy(await findDueGroups(db.read, now(db.read)), ({ kind }) => kind)
      for (const [kind, groups] of due) this.#workers.get(kind)?.wake(groups as JobGroup[])
      if (this.#isFailing) log.info('queue: the database answers again')
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'queue: due jobs could not be looked for')
      this.#isFailing = true
    }
  }

  async #renewLeases() {
    const { db, log, leaseMs, now } = this.#context
    const expiring = [...this.#workers.values()].flatMap((worker) => worker.listExpiring((leaseMs * 2) / 3))
    if (expiring.length === 0) return
    const leasedUntil = performance.now() + leaseMs
    const jobs = expiring.map(({ job }) => job)
    try {
      const own = await db.inTransaction((tx) => renewLeases(tx, jobs, { leaseMs, now: now(tx) }))
      for (const held of expiring) {
        if (own.has(held.job)) held.leasedUntil = leasedUntil
        else held.abort.abort(new LeaseLost(held.job))
      }
    } catch (error) {
      // Retried at the next poll. If the lease was lost meanwhile, the fence detects it when the job ends.
      log.error({ err: error }, 'queue: leases could not be renewed')
    }
  }
}
