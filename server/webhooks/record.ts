import { recordActivity } from '../activity/queries.ts'
import type { Tx } from '../database/database.ts'
import {
  type DeliveryOutcome,
  recordHealth,
  recordOutcomes,
  type SendingClock,
  type SubscriptionName,
  type SwitchedOff,
  switchOffFailing,
  switchOffGone,
} from './due.ts'

export type Reason = 'gone' | 'failing'

/** Stores the results of attempts and updates the subscriptions; returns those it deactivated, with an activity. */
export async function recordAll(
  tx: Tx,
  outcomes: DeliveryOutcome[],
  giveUpAfterMs: number,
  clock: SendingClock,
): Promise<(SwitchedOff & { reason: Reason })[]> {
  const tried = outcomes.filter(({ tries }) => tries > 0)
  const working = subscriptionsOf(tried.filter(({ status }) => status === 'delivered'))
  const names = new Set(working.map(({ subscriptionId }) => subscriptionId))
  const failing = subscriptionsOf(tried.filter(({ subscriptionId }) => !names.has(subscriptionId)))
  // Sent together: a round trip costs more than the statements.
  await Promise.all([recordOutcomes(tx, outcomes, clock), recordHealth(tx, { working, failing }, clock)])
  if (failing.length === 0) return []
  const gone = subscriptionsOf(tried.filter(({ responseStatus }) => responseStatus === 410))
  const off = [
    ...(gone.length > 0 ? await switchOffGone(tx, gone, clock) : []).map(withReason('gone')),
    ...(await switchOffFailing(tx, failing, giveUpAfterMs, clock)).map(withReason('failing')),
  ]
  for (const { tenantId, subscriptionId, reason } of off)
    await recordActivity(tx, tenantId, {
      type: 'webhook.disabled',
      source: 'system',
      payload: { subscriptionId, reason },
    })
  return off
}

function withReason(reason: Reason) {
  return (one: SwitchedOff) => ({ ...one, reason })
}

/** Each subscription once, in the same order for all senders, so that they can't deadlock. */
function subscriptionsOf(outcomes: DeliveryOutcome[]): SubscriptionName[] {
  const subscriptions = new Map(outcomes.map((outcome) => [outcome.subscriptionId, outcome]))
  return [...subscriptions.values()].sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1))
}
