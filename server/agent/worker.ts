import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { Subscription } from '../database/listener.ts'
import { channels } from '../messages/queries.ts'
import { type Agent, AgentFailure } from './agent.ts'
import { threadedAgent, warmUpThreads } from './builtin/pool.ts'
import { findAgentSettings } from './queries.ts'
import { carryOut } from './run.ts'
import { type Claim, claimRuns, leaseSeconds, releaseRun, renewLease } from './runs.ts'
import { findModelConfig } from './settings.ts'

/**
 * The built-in agent keeps the processor busy; one that asks a model does little but wait. A tenant alone has half of
 * the places; see `claimRuns`.
 */
const mostAtOnce = { builtin: 16, model: 64 }
/** Finds what a lost notification would have told of, and runs whose worker died. */
const lookEveryMs = 2_000

/** Carries out runs in this process until the function that is returned is called. */
export async function startAgent(context: AppContext): Promise<() => Promise<void>> {
  const worker = new AgentWorker(context, (tenantId) => openAgent(context, tenantId), {
    isModelSet: context.config.model !== undefined,
  })
  if (!context.config.model) warmUpThreads()
  await worker.start()
  return () => worker.stop()
}

/** The agent that the tenant chose, or else the one that the settings of the service name. */
async function openAgent(context: AppContext, tenantId: string): Promise<Agent> {
  const model = await findModelConfig(context, context.db.read, tenantId).catch((error: unknown) => {
    if (error instanceof AgentFailure) return error
    throw error
  })
  if (!model) return threadedAgent
  if (model instanceof AgentFailure) return failingAgent(model)
  // The SDK takes 30 MB of memory and a quarter of a second, which those without a model are spared.
  const { openModelAgent } = await import('./model/model.ts')
  return await openModelAgent(model)
}

/** Says in the conversation why no agent could be opened. */
function failingAgent(failure: AgentFailure): Agent {
  return {
    model: undefined,
    // biome-ignore lint/correctness/useYield: it has nothing to say but why it failed
    async *run() {
      throw failure
    },
  }
}

/** Takes up the description of new images, where there is a model that sees. */
export async function describeImages(context: AppContext): Promise<void> {
  const { model } = context.config
  if (!model?.seesImages) return
  const { ImageDescriber } = await import('./model/describe.ts')
  const describer = await ImageDescriber.open(context, model)
  await context.jobs.work('describe_image', async (job) => {
    // A tenant that chose another agent does not want its images with this one.
    if (!(await findAgentSettings(context.db.read, job.data.tenantId))) await describer.describe(job)
  })
}

/**
 * Holds each run by a lease that it renews while it lives. A worker that stalls loses the lease to another, which
 * raises the fence: what the first then wants to write is refused.
 */
export class AgentWorker {
  readonly #context: AppContext
  readonly #openAgent: (tenantId: string) => Promise<Agent>
  readonly #leaseSeconds: number
  /** Set once a model has worked here: waiting for one costs little, so more runs fit. */
  #hasModel: boolean
  readonly #running = new Map<string, { tenantId: string; stop: AbortController; done: Promise<void> }>()
  #subscriptions: Subscription[] = []
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopping = false

  constructor(
    context: AppContext,
    openAgent: (tenantId: string) => Promise<Agent>,
    { seconds = leaseSeconds, isModelSet = false } = {},
  ) {
    this.#context = context
    this.#openAgent = openAgent
    this.#leaseSeconds = seconds
    this.#hasModel = isModelSet
  }

  async start() {
    const { db } = this.#context
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref()
    const runs = db.listen(channels.runs, {
      onNotification: () => this.#look(),
      onListening: () => this.#look(),
    })
    const stops = db.listen(channels.stops, {
      onNotification: (versionId) => this.#running.get(versionId)?.stop.abort(),
    })
    this.#subscriptions = [runs, stops]
    await Promise.all([runs.ready, stops.ready])
  }

  /** Takes up nothing more; what runs is given a moment, then left to others. */
  async stop() {
    this.#stopping = true
    clearInterval(this.#timer)
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()))
    await this.#looking
    const all = Promise.all([...this.#running.values()].map(({ done }) => done))
    await Promise.race([all, sleep(20_000, undefined, { ref: false })])
    for (const { stop } of this.#running.values()) stop.abort()
    await Promise.race([all, sleep(2_000, undefined, { ref: false })])
  }

  /** One look at a time; being woken during one means another after it. */
  #look() {
    this.#lookAgain = true
    this.#looking ??= this.#lookAround().finally(() => {
      this.#looking = undefined
    })
  }

  async #lookAround() {
    while (this.#lookAgain && !this.#stopping) {
      this.#lookAgain = false
      const room = mostAtOnce[this.#hasModel ? 'model' : 'builtin'] - this.#running.size
      if (room <= 0) return
      try {
        const [held, seconds] = [this.#countHeld(), this.#leaseSeconds]
        const claims = await this.#context.db.inTransaction((tx) => claimRuns(tx, room, { held, seconds }))
        for (const claim of claims) this.#take(claim)
      } catch (error) {
        this.#context.log.error({ err: error }, 'agent runs could not be taken up')
      }
    }
  }

  #countHeld(): Map<string, number> {
    const held = new Map<string, number>()
    for (const { tenantId } of this.#running.values()) held.set(tenantId, (held.get(tenantId) ?? 0) + 1)
    return held
  }

  async #carryOut(claim: Claim, stop: AbortSignal) {
    const agent = await this.#openAgent(claim.tenantId)
    this.#hasModel ||= agent.model !== undefined
    await carryOut(this.#context, agent, claim, stop)
  }

  #take(claim: Claim) {
    const stop = new AbortController()
    const renewing = setInterval(
      async () => {
        const mine = await renewLease(this.#context.db, claim, this.#leaseSeconds).catch(() => true)
        if (!mine) stop.abort()
      },
      (this.#leaseSeconds * 1000) / 3,
    )
    const done = this.#carryOut(claim, stop.signal)
      .catch(async (error) => {
        this.#context.log.error(
          { err: error, versionId: claim.versionId },
          'agent run could not be carried out',
        )
      })
      .finally(async () => {
        clearInterval(renewing)
        if (stop.signal.aborted) await releaseRun(this.#context.db, claim).catch(() => {})
        this.#running.delete(claim.versionId)
        this.#look()
      })
    this.#running.set(claim.versionId, { tenantId: claim.tenantId, stop, done })
  }
}
