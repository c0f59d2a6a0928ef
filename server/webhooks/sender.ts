import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import type { Subscription } from '../database/listener.ts'
import type { Log } from '../log/log.ts'
import { openOutbound } from '../web/outbound.ts'
import { type Answer, attempt } from './attempt.ts'
import { type Claim, type Clock, claimDue, findDueLanes, type Outcome } from './due.ts'
import { channel } from './events.ts'
import { Lanes } from './lanes.ts'
import { recordAll } from './record.ts'
import { retryInMs, type Schedule, schedule as usual } from './schedule.ts'
import { revealSecret } from './secrets.ts'
import { Turn } from './turn.ts'

/** How long outcomes gather before they are written: at 4,000 a second, 100 to a statement. */
const gatherMs = 25

export type SenderOptions = {
  /** Makes of a secret as it is stored the secret itself. */
  reveal?: (tenantId: string, stored: Buffer) => Promise<Buffer>
  db: Database
  log: Log
  outbound: Dispatcher
  schedule?: Schedule
  clock?: Clock
  random?: () => number
}

/** Sends webhooks in this process until the function that is returned is called. */
export async function startSending(context: AppContext): Promise<() => Promise<void>> {
  const { config, db, log } = context
  const outbound = openOutbound({ allowPrivate: config.webhookAllowPrivate })
  const reveal = (tenantId: string, stored: Buffer) => revealSecret(context, tenantId, stored)
  const sender = new Sender({ db, log, outbound, reveal })
  await sender.start()
  return async () => {
    await sender.stop()
    await outbound.destroy()
  }
}

/**
 * Sends what is due. Deliveries stand in the database until their outcome does, so a sender may die at any moment:
 * what it had taken up is due again when its lease ends. Any number of senders may run.
 *
 * Claims are made for many subscriptions at a time, and outcomes are written many at a time: whatever has gathered
 * while the statement before ran goes into the next one.
 */
export class Sender {
  readonly #db: Database
  readonly #log: Log
  readonly #reveal: NonNullable<SenderOptions['reveal']>
  readonly #outbound: Dispatcher
  readonly #schedule: Schedule
  readonly #clock: Clock
  readonly #random: () => number
  readonly #lanes = new Lanes()
  readonly #sending = new Set<Promise<void>>()
  #outcomes: Outcome[] = []
  readonly #look = new Turn(() => this.#lookForDue())
  readonly #claim = new Turn(() => this.#claimDue())
  readonly #record = new Turn(() => this.#recordOutcomes())
  #timer: NodeJS.Timeout | undefined
  #subscription: Subscription | undefined
  #stopping = false

  constructor({
    db,
    log,
    outbound,
    schedule = usual,
    clock = () => undefined,
    random,
    reveal = async (_tenantId, stored) => stored,
  }: SenderOptions) {
    this.#reveal = reveal
    this.#db = db
    this.#log = log
    this.#outbound = outbound
    this.#schedule = schedule
    this.#clock = clock
    this.#random = random ?? Math.random
  }

  async start() {
    this.#timer = setInterval(() => void this.#look.run(), this.#schedule.lookEveryMs).unref()
    this.#subscription = this.#db.listen(channel, {
      onNotification: (name) => this.#hear(name),
      onListening: () => void this.#look.run(),
    })
    await this.#subscription.ready
  }

  /** Sends what is due now and waits until that is written down. */
  async sendDue() {
    await this.#look.run()
    await this.#settle()
  }

  /** Takes up nothing more and finishes what it has begun, which takes no longer than a try may. */
  async stop() {
    this.#stopping = true
    clearInterval(this.#timer)
    this.#release(this.#lanes.abandon())
    await this.#subscription?.close()
    await this.#settle()
  }

  async #settle() {
    const turns = [this.#look, this.#claim, this.#record]
    while (turns.some(({ running }) => running) || this.#sending.size > 0)
      await Promise.all([...turns.map(({ running }) => running), ...this.#sending])
  }

  #hear(name: string) {
    const [tenantId, subscriptionId] = name.split('/')
    if (tenantId && subscriptionId) this.#lanes.stir({ tenantId, subscriptionId })
    void this.#claim.run()
  }

  /** Finds retries that came due, and whatever a lost notification would have told of. */
  async #lookForDue() {
    try {
      for (const name of await findDueLanes(this.#db.read, this.#clock)) this.#lanes.stir(name)
    } catch (error) {
      this.#log.error({ err: error }, 'webhooks: looking for due deliveries failed')
    }
    void this.#claim.run()
    void this.#record.run()
  }

  async #claimDue() {
    const asked = this.#stopping ? [] : this.#lanes.takeRoom()
    if (asked.length === 0) return
    try {
      const claims = await this.#db.inTransaction((tx) =>
        claimDue(tx, asked, this.#schedule.leaseMs, this.#clock),
      )
      if (this.#stopping) return this.#release(claims)
      this.#sendAll(this.#lanes.accept(asked, claims))
      void this.#claim.run()
    } catch (error) {
      // The lanes are found again at the next look.
      this.#log.error({ err: error }, 'webhooks: taking up due deliveries failed')
    }
  }

  #sendAll(claims: Claim[]) {
    for (const claim of claims) {
      const sending = this.#send(claim).finally(() => this.#sending.delete(sending))
      this.#sending.add(sending)
    }
  }

  async #send(claim: Claim) {
    const { timeoutMs } = this.#schedule
    // One that waited behind a receiver gone slow may be somebody else's before its try would end.
    const inTime = performance.now() + timeoutMs <= claim.leasedUntil
    const at = this.#clock() ?? new Date()
    const answer = inTime && claim.active ? await this.#attempt(claim, timeoutMs, at) : undefined
    if (inTime) this.#outcomes.push(this.#judge(claim, answer))
    this.#sendAll(this.#lanes.finish(claim, answer?.tookMs))
    void this.#record.run()
    void this.#claim.run()
  }

  async #attempt(claim: Claim, timeoutMs: number, at: Date): Promise<Answer> {
    let secrets: Buffer[]
    try {
      secrets = await Promise.all(claim.secrets.map((stored) => this.#reveal(claim.tenantId, stored)))
    } catch (error) {
      this.#log.error(
        { err: error },
        'webhooks: a secret could not be decrypted; is ENCRYPTION_KEY the same?',
      )
      return { status: null, tookMs: 0, retryAfterMs: 0, error: 'The secret of the webhook can not be read.' }
    }
    return await attempt(this.#outbound, { ...claim, secrets }, timeoutMs, at)
  }

  #judge(claim: Claim, answer: Answer | undefined): Outcome {
    const { tenantId, subscriptionId, deliveryId, attempts } = claim
    const outcome: Omit<Outcome, 'status' | 'retryInMs'> = {
      tenantId,
      subscriptionId,
      deliveryId,
      attempts,
      tries: answer ? 1 : 0,
      responseStatus: answer?.status ?? null,
      responseTimeMs: answer?.tookMs ?? null,
      error: answer ? answer.error : 'The subscription was switched off.',
    }
    if (outcome.error === null) return { ...outcome, status: 'delivered', retryInMs: null }
    const again =
      answer && answer.status !== 410
        ? retryInMs(this.#schedule, attempts + 1, answer.retryAfterMs, this.#random())
        : undefined
    return again === undefined
      ? { ...outcome, status: 'failed', retryInMs: null }
      : { ...outcome, status: 'pending', retryInMs: again }
  }

  /** Leaves to another sender what was taken up and not begun. */
  #release(claims: Claim[]) {
    this.#outcomes.push(...claims.map(untried))
    void this.#record.run()
  }

  async #recordOutcomes() {
    if (this.#outcomes.length === 0) return
    await sleep(gatherMs)
    const outcomes = this.#outcomes.splice(0)
    try {
      const off = await this.#db.inTransaction((tx) =>
        recordAll(tx, outcomes, this.#schedule.giveUpAfterMs, this.#clock),
      )
      for (const { tenantId, subscriptionId, reason } of off)
        this.#log.info({ tenantId, subscriptionId, reason }, 'webhook subscription switched off')
    } catch (error) {
      // Written at the next look. They can't pile up: nothing more is taken up without the database either.
      this.#outcomes.unshift(...outcomes)
      this.#log.error({ err: error }, 'webhooks: outcomes could not be written')
    }
  }
}

/** Due at once, as if nobody had taken it up. */
function untried({ tenantId, subscriptionId, deliveryId, attempts }: Claim): Outcome {
  return {
    tenantId,
    subscriptionId,
    deliveryId,
    attempts,
    tries: 0,
    status: 'pending',
    retryInMs: 0,
    responseStatus: null,
    responseTimeMs: null,
    error: null,
  }
}
