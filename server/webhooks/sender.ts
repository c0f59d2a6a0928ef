import type { Dispatcher } from 'undici'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Log } from '../log/log.ts'
import type { Ending } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { inSpan } from '../telemetry/trace.ts'
import { openOutbound } from '../web/outbound.ts'
import { attempt, type ReceiverResponse } from './attempt.ts'
import { type DeliveryOutcome, type DueDelivery, loadDeliveries, type SendingClock } from './due.ts'
import { recordAll } from './record.ts'
import { type RetrySchedule, retryInMs, schedule as usual } from './schedule.ts'
import { revealSecret } from './secrets.ts'

export type SendingOptions = {
  log: Log
  metrics?: Metrics
  outbound: Dispatcher
  /** Decrypts a stored secret. */
  reveal?: (tenantId: string, stored: Buffer) => Promise<Buffer>
  schedule?: RetrySchedule
  clock?: SendingClock
  random?: () => number
}

/** Deliveries claimed by this process at once, and concurrent attempts of one subscription. */
const concurrency = 4_000
const perGroup = { first: 4, most: 64, quickMs: 2_000, prefetch: 4 }

/** Sends webhooks in this process. Returns a function to call after the queue has stopped. */
export function workDeliveries(queue: Queue, context: AppContext): () => Promise<void> {
  const { config, log, metrics } = context
  const outbound = openOutbound({ allowPrivate: config.webhookAllowPrivate })
  const reveal = (tenantId: string, stored: Buffer) => revealSecret(context, tenantId, stored)
  workDeliveriesWith(queue, { log, metrics, outbound, reveal })
  return () => outbound.destroy()
}

/** Like `workDeliveries`, with the caller's schedule and clock. */
export function workDeliveriesWith(queue: Queue, options: SendingOptions): void {
  const { log, metrics, schedule = usual, clock = () => undefined } = options
  queue.work<'webhook_delivery', DueDelivery, Ending & { outcome: DeliveryOutcome }>('webhook_delivery', {
    concurrency,
    perGroup,
    isRepeatable: true,
    // On shutdown, a receiver that needs longer (up to 15 s) gets the delivery again, with the same id.
    finishMs: 2_000,
    load: (db, jobs) => loadDeliveries(db, jobs, clock),
    async handle(_job, { loaded, signal }) {
      if (!loaded) return undefined
      const answer = loaded.active ? await tryOnce(options, loaded, signal) : undefined
      // An aborted attempt says nothing about the receiver. The job is released, and the attempt does not count.
      if (answer?.status === null) signal.throwIfAborted()
      const outcome = judge(options, loaded, answer)
      const { status } = outcome
      if (answer)
        metrics?.count('foyer_webhook_attempts_total', { outcome: status === 'pending' ? 'retried' : status })
      return outcome.retryInMs === null ? { outcome } : { outcome, againInMs: outcome.retryInMs }
    },
    async store(tx, ended) {
      const outcomes = ended.map(({ ending }) => ending.outcome)
      const off = await recordAll(tx, outcomes, schedule.giveUpAfterMs, clock)
      for (const { tenantId, subscriptionId, reason } of off)
        log.info({ tenantId, subscriptionId, reason }, 'webhook subscription switched off')
    },
  })
}

async function tryOnce(
  options: SendingOptions,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  const { log, outbound, reveal, schedule = usual, clock } = options
  const { tenantId } = delivery
  let { secrets } = delivery
  try {
    if (reveal) secrets = await Promise.all(secrets.map((stored) => reveal(tenantId, stored)))
  } catch (error) {
    log.error({ err: error }, 'webhooks: a secret could not be decrypted; is ENCRYPTION_KEY the same?')
    return { status: null, tookMs: 0, retryAfterMs: 0, error: 'The secret of the webhook can’t be read.' }
  }
  const at = clock?.() ?? new Date(databaseNow())
  return await inSpan('POST webhook', { kind: 'client' }, async (span) => {
    // Only the host: paths of receivers often contain a secret.
    span?.set({ 'http.request.method': 'POST', 'server.address': new URL(delivery.url).hostname })
    const answer = await attempt(outbound, { ...delivery, secrets }, schedule.timeoutMs, at, signal)
    if (answer.status !== null) span?.set({ 'http.response.status_code': answer.status })
    if (answer.error !== null) span?.fail(String(answer.status ?? 'no_response'))
    return answer
  })
}

function judge(
  { schedule = usual, random = Math.random }: SendingOptions,
  { tenantId, subscriptionId, deliveryId, attempts }: DueDelivery,
  answer: ReceiverResponse | undefined,
): DeliveryOutcome {
  const outcome: Omit<DeliveryOutcome, 'status' | 'retryInMs'> = {
    tenantId,
    subscriptionId,
    deliveryId,
    tries: answer ? 1 : 0,
    responseStatus: answer?.status ?? null,
    responseTimeMs: answer?.tookMs ?? null,
    error: answer ? answer.error : 'The subscription was turned off.',
  }
  if (outcome.error === null) return { ...outcome, status: 'delivered', retryInMs: null }
  const again =
    answer && answer.status !== 410
      ? retryInMs(schedule, attempts + 1, answer.retryAfterMs, random())
      : undefined
  return again === undefined
    ? { ...outcome, status: 'failed', retryInMs: null }
    : { ...outcome, status: 'pending', retryInMs: again }
}
