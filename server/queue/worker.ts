import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Database,
  type Fragment,
  isInfrastructureFault,
  type Reader,
  type Tx,
} from '../database/database.ts'
import { inGroups } from '../database/distribution.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { inSpan } from '../telemetry/trace.ts'
import { claimJobs, commitAsynchronously, type Settlement, settleJobs } from './claims.ts'
import { type Ending, LeaseLost } from './jobs.ts'
import type { Job, JobGroup, JobKind } from './kinds.ts'
import { SingleFlight } from './singleFlight.ts'
import { type SlotOptions, Slots } from './slots.ts'

export type WorkOptions<K extends JobKind, L = undefined, E extends Ending = Ending> = {
  /** How many jobs run at once in this process; a single tenant gets half of them, rounded up. */
  concurrency: number | (() => number)
  perGroup?: SlotOptions['perGroup']
  /** For a recurring job of the service itself. */
  everyMs?: number
  /** After this many failures, a job is not retried; it is kept with its error for two weeks. */
  mostAttempts?: number
  retryInMs?: (attempts: number) => number
  /** How long a running job may continue after shutdown starts, before its signal is aborted. */
  finishMs?: number
  /** For jobs that may be repeated after a database crash: claims and results do not wait for its disk. */
  isRepeatable?: boolean
  /** Loads the data of many jobs at once. */
  load?(db: Reader, jobs: Job<K>[]): Promise<Map<Job<K>, L>>
  /**
   * Runs the job. Its writes either check the fence, by ending the job in the same transaction (`completeJob`,
   * `rescheduleJob`), or are idempotent. The signal is aborted when the job is cancelled, the lease is lost or the
   * process stops; errors thrown after that do not count as failures.
   */
  handle(job: Job<K>, context: { signal: AbortSignal; loaded: L | undefined }): Promise<E | undefined>
  /** Stores the results of many jobs in the transaction that ends them. */
  store?(tx: Tx, ended: { job: Job<K>; ending: E }[]): Promise<void>
}

export type WorkerContext = {
  db: Database
  log: Log
  metrics: Metrics | undefined
  leaseMs: number
  pollMs: number
  /** The time of the database, or the clock of a test. */
  now(db: Reader): Fragment
}

/** A job that this process has claimed. */
export type HeldJob<K extends JobKind = JobKind, L = unknown> = JobGroup & {
  job: Job<K>
  loaded: L | undefined
  /** By `performance.now()`. */
  leasedUntil: number
  abort: AbortController
}

type EndedJob<K extends JobKind, L, E extends Ending> = {
  held: HeldJob<K, L>
  settlement: Settlement
  ending: E | undefined
}

/** How long results are collected before they are stored: at 4,000 a second, 100 per statement. */
const gatherMs = 25
/** The delay after a database failure: long enough not to add to its load, with 20% jitter. */
const faultRetryMs = 2_000
/** On shutdown, jobs get this long to end, and then this long to react to their signal. */
const [finishMs, abortMs] = [20_000, 2_000]

/**
 * Runs the jobs of one kind. A job is
 *
 *   due → claimed → running → ended → settled (deleted, or due later)
 *
 * and stays in the database until it is settled: if a process dies, its jobs are due again when their leases end.
 * Claims and settlements are made for many jobs at once, one statement at a time each.
 */
export class JobWorker<K extends JobKind, L, E extends Ending> {
  readonly kind: K
  readonly #context: WorkerContext
  readonly #options: WorkOptions<K, L, E>
  readonly #slots: Slots<HeldJob<K, L>>
  readonly #held = new Set<HeldJob<K, L>>()
  readonly #running = new Set<Promise<void>>()
  #ended: EndedJob<K, L, E>[] = []
  readonly #claim = new SingleFlight(() => this.#claimDue())
  readonly #settle = new SingleFlight(() => this.#settleEnded())
  /** Whether results are waiting because the database could not store them. */
  #isBehind = false
  #isStopping = false

  constructor(kind: K, context: WorkerContext, options: WorkOptions<K, L, E>) {
    this.kind = kind
    this.#context = context
    this.#options = options
    const { concurrency, perGroup } = options
    this.#slots = new Slots({
      concurrency: typeof concurrency === 'number' ? () => concurrency : concurrency,
      ...(perGroup ? { perGroup } : {}),
    })
  }

  get everyMs(): number | undefined {
    return this.#options.everyMs
  }

  get isIdle(): boolean {
    return !this.#claim.running && !this.#settle.running && this.#running.size === 0
  }

  /** Marks groups that may have due jobs. */
  wake(groups: JobGroup[]) {
    for (const group of groups) this.#slots.markReady(group)
    void this.#claim.wake()
  }

  /** Stores results that the database could not store earlier. */
  retrySettling() {
    if (this.#ended.length > 0) void this.#settle.wake()
  }

  /** The jobs whose lease ends within this time. */
  listExpiring(withinMs: number): HeldJob[] {
    const until = performance.now() + withinMs
    return [...this.#held].filter(({ leasedUntil }) => leasedUntil < until)
  }

  /** Aborts the run of a cancelled job. */
  cancel(tenantId: string, key: string) {
    for (const { job, abort } of this.#held)
      if (job.tenantId === tenantId && job.key === key) abort.abort(new LeaseLost(job))
  }

  async whenIdle(): Promise<void> {
    while (!this.isIdle) await Promise.all([this.#claim.running, this.#settle.running, ...this.#running])
  }

  /** Stops claiming, releases jobs that have not started, and gives running ones some time. Other workers get the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#releaseAll(this.#slots.abandon())
    const idle = this.whenIdle()
    if (await endsWithin(this.#options.finishMs ?? finishMs, idle)) return
    for (const { abort } of this.#held) abort.abort(new Error('The process stops.'))
    await endsWithin(abortMs, idle)
  }

  async #claimDue() {
    // After an outage, store pending releases first; otherwise those jobs are claimed with their attempts still
    // counted.
    if (this.#isBehind) await this.#settle.wake()
    const asked = this.#isStopping ? [] : this.#slots.ask()
    if (asked.length === 0) return
    let claimed: HeldJob<K, L>[] = []
    try {
      claimed = await this.#claimJobs(asked)
      for (const held of claimed) this.#held.add(held)
      const loaded = await this.#load(claimed)
      if (this.#isStopping) return this.#releaseAll(loaded)
      this.#runAll(this.#slots.accept(asked, loaded))
      void this.#claim.wake()
    } catch (error) {
      // Polling finds these groups later.
      this.#context.log.error({ err: error, kind: this.kind }, 'jobs could not be claimed')
      this.#releaseAll(claimed)
    }
  }

  async #claimJobs(asked: Parameters<typeof claimJobs>[2]): Promise<HeldJob<K, L>[]> {
    const { db, leaseMs, now } = this.#context
    const leasedUntil = performance.now() + leaseMs
    let jobs: Job<K>[] = []
    await db.inTransaction(async (tx) => {
      if (this.#options.isRepeatable) tx.defer(commitAsynchronously(tx))
      const claim = async () => {
        jobs = await claimJobs(tx, this.kind, asked, { leaseMs, now: now(tx) })
      }
      tx.defer(claim())
    })
    // An update returns rows in any order. Delivery keys sort in the order of their events.
    jobs.sort((a, b) => (a.key < b.key ? -1 : 1))
    return jobs.map((job) => ({
      ...{ job, tenantId: job.tenantId, group: job.group },
      ...{ loaded: undefined, leasedUntil, abort: new AbortController() },
    }))
  }

  /** Loads the data of jobs. Returns the jobs that can run; the others are retried later. */
  async #load(claimed: HeldJob<K, L>[]): Promise<HeldJob<K, L>[]> {
    const { load } = this.#options
    if (!load || claimed.length === 0) return claimed
    const parts = await inGroups(this.#context.db, claimed)
    const loaded = await Promise.all(
      parts.map(async (part) => {
        try {
          const jobs = part.map(({ job }) => job)
          const found = await load(this.#context.db.read, jobs)
          for (const held of part) held.loaded = found.get(held.job)
          return part
        } catch (error) {
          for (const held of part) this.#end(held, this.#failureOf(held.job, error))
          return []
        }
      }),
    )
    return loaded.flat()
  }

  #releaseAll(jobs: HeldJob<K, L>[]) {
    for (const held of jobs) this.#end(held, release(held.job))
  }

  #runAll(jobs: HeldJob<K, L>[]) {
    for (const held of jobs) {
      const running = this.#run(held).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async #run(held: HeldJob<K, L>) {
    const { job, leasedUntil } = held
    const began = performance.now()
    // If the whole process was paused, another worker may hold the job by now.
    if (began >= leasedUntil) this.#end(held, release(job))
    else {
      const outcome = await this.#handle(held)
      const seconds = (performance.now() - began) / 1000
      this.#context.metrics?.observe('foyer_job_duration_seconds', { kind: this.kind, outcome }, seconds)
    }
    this.#runAll(this.#slots.finish(held, performance.now() - began))
    void this.#claim.wake()
  }

  /** Runs the handler, and keeps its result to be stored. Returns what became of the job. */
  async #handle(held: HeldJob<K, L>): Promise<Settlement['state'] | 'lost'> {
    const { job, abort, loaded } = held
    const { kind, tenantId, attempts, trace } = job
    const attributes = { 'foyer.tenant_id': tenantId, 'foyer.job.kind': kind, 'foyer.job.attempt': attempts }
    try {
      const ending = await inSpan(`job ${kind}`, { kind: 'consumer', parent: trace, attributes }, () =>
        this.#options.handle(job, { signal: abort.signal, loaded }),
      )
      const settlement = this.#settlementOf(job, ending)
      if (ending?.isStored) this.#forget(held, ending.againInMs)
      else this.#end(held, settlement, ending)
      return settlement.state
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.#forget(held)
        return 'lost'
      }
      const settlement = abort.signal.aborted ? release(job) : this.#failureOf(job, error)
      this.#end(held, settlement)
      return settlement.state
    }
  }

  #settlementOf(job: Job<K>, ending: E | undefined): Settlement {
    const againInMs = ending?.againInMs ?? this.#options.everyMs
    if (againInMs === undefined) return { job, state: 'completed', inMs: 0, error: null }
    return { job, state: 'rescheduled', inMs: againInMs, error: null }
  }

  #failureOf(job: Job<K>, error: unknown): Settlement {
    const { everyMs, mostAttempts = Number.POSITIVE_INFINITY, retryInMs = backOff } = this.#options
    const { kind, tenantId, key, attempts } = job
    // Not the job's failure, so the attempt does not count: a long outage must not use up `mostAttempts`.
    if (isInfrastructureFault(error)) {
      this.#context.log.warn({ err: error, kind, tenantId, key }, 'job waits: the database failed')
      return { job, state: 'released', inMs: everyMs ?? withJitter(faultRetryMs), error: null }
    }
    const isFinal = attempts >= mostAttempts && everyMs === undefined
    const context = { err: error, kind, tenantId, key, attempts }
    if (isFinal) this.#context.log.error(context, 'job failed and is not tried again')
    else this.#context.log.warn(context, 'job failed')
    const inMs = everyMs ?? retryInMs(attempts)
    return { job, state: isFinal ? 'failed' : 'retried', inMs, error: describe(error) }
  }

  #end(held: HeldJob<K, L>, settlement: Settlement, ending?: E) {
    this.#ended.push({ held, settlement, ending })
    void this.#settle.wake()
  }

  async #settleEnded() {
    if (this.#ended.length === 0) return
    await sleep(gatherMs)
    this.#isBehind = false
    const ended = this.#ended.splice(0).map((one) => ({ ...one, tenantId: one.held.tenantId }))
    try {
      // The jobs table is on the coordinator; rows stored with the jobs are on the worker of their tenant.
      const parts = this.#options.store ? await inGroups(this.#context.db, ended) : [ended]
      await Promise.all(parts.map((part) => this.#settleTogether(part)))
    } catch (error) {
      this.#settleLater(ended, error)
    }
  }

  /** Retried at the next poll. Results can't pile up: without the database no jobs are claimed. */
  #settleLater(ended: EndedJob<K, L, E>[], error: unknown) {
    this.#ended.unshift(...ended)
    this.#isBehind = true
    this.#context.log.error({ err: error, kind: this.kind }, 'the endings of jobs could not be stored')
  }

  async #settleTogether(ended: EndedJob<K, L, E>[]) {
    const { db, now } = this.#context
    const { isRepeatable, store } = this.#options
    try {
      await db.inTransaction(async (tx) => {
        if (isRepeatable) tx.defer(commitAsynchronously(tx))
        const settlements = ended.map(({ settlement }) => settlement)
        const own = await settleJobs(tx, settlements, now(tx))
        const stored = ended.flatMap(({ held: { job }, ending }) =>
          ending && own.has(job) ? [{ job, ending }] : [],
        )
        if (store && stored.length > 0) await store(tx, stored)
      })
      for (const { held, settlement } of ended)
        this.#forget(held, settlement.state === 'completed' ? undefined : settlement.inMs)
    } catch (error) {
      this.#settleLater(ended, error)
    }
  }

  /** Jobs that are due again before the next poll get a timer. */
  #forget(held: HeldJob<K, L>, againInMs?: number) {
    this.#held.delete(held)
    if (againInMs === undefined || againInMs > this.#context.pollMs || this.#isStopping) return
    setTimeout(() => this.wake([held]), againInMs).unref()
  }
}

/** One second, then doubled each time, up to an hour; with 20% jitter, so that jobs do not return together. */
function backOff(attempts: number): number {
  return withJitter(Math.min(1_000 * 2 ** (attempts - 1), 3_600_000))
}

function withJitter(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}

function release(job: Job): Settlement {
  return { job, state: 'released', inMs: 0, error: null }
}

const longestError = 1_000

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, longestError).toWellFormed()
}

async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const ended = await Promise.race([work.then(() => true), late])
  timer.abort()
  return ended
}
