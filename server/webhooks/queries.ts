import { notFound, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import { databaseNow } from '../database/clock.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { together } from '../database/together.ts'
import { firstIdAt, newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { enqueue } from '../queue/jobs.ts'
import type { PageOf } from '../web/paging.ts'
import type {
  WebhookDelivery,
  WebhookSubscription,
  WebhookSubscriptionInput,
  WebhookSubscriptionPatch,
} from './schema.ts'

const mostSubscriptions = 100
const keepLogDays = 30

/** Without the secrets. */
const columns = (db: Reader) => db`subscription_id, url, events, active, created_at, updated_at`

export async function listSubscriptions(db: Reader, tenantId: string): Promise<WebhookSubscription[]> {
  return await db<WebhookSubscription[]>`
    select ${columns(db)} from webhook_subscriptions
    where tenant_id = ${tenantId} and deleted_at is null order by subscription_id desc`
}

export async function getSubscription(
  db: Reader,
  tenantId: string,
  subscriptionId: string,
): Promise<WebhookSubscription> {
  const [subscription] = await db<WebhookSubscription[]>`
    select ${columns(db)} from webhook_subscriptions
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and deleted_at is null`
  return subscription ?? notFound('webhook subscription', subscriptionId)
}

export async function createSubscription(
  tx: Tx,
  tenantId: string,
  { url, events, active = true }: WebhookSubscriptionInput,
  secret: Buffer,
): Promise<WebhookSubscription> {
  // Serialises creations of a tenant, so that two can't both be the hundredth. Other work of the tenant is not
  // blocked.
  await lockTenant(tx, tenantId)
  const [present] = await tx<{ count: number }[]>`
    select count(*) from webhook_subscriptions where tenant_id = ${tenantId} and deleted_at is null`
  if (present && present.count >= mostSubscriptions)
    throw new Problem('subscription_limit', `There are already ${present.count} webhook subscriptions.`)
  const [subscription] = await tx<WebhookSubscription[]>`
    insert into webhook_subscriptions
    ${tx.values({ tenantId, subscriptionId: newId('webhook'), url, events, active, secret })}
    returning ${columns(tx)}`
  return subscription as WebhookSubscription
}

/** A new URL or a reactivation resets the failures. */
export async function updateSubscription(
  tx: Tx,
  tenantId: string,
  subscriptionId: string,
  patch: WebhookSubscriptionPatch,
): Promise<WebhookSubscription> {
  if (Object.keys(patch).length === 0) return await getSubscription(tx, tenantId, subscriptionId)
  const anew = patch.url !== undefined || patch.active
  const [before, [subscription]] = await together([
    getSubscription(tx, tenantId, subscriptionId),
    tx<WebhookSubscription[]>`
      update webhook_subscriptions
      set ${tx.set(patch)}, updated_at = now() ${anew ? tx`, failing_since = null` : tx``}
      where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and deleted_at is null
      returning ${columns(tx)}`,
  ])
  noteChange(tx, { before })
  return subscription ?? notFound('webhook subscription', subscriptionId)
}

/** The previous secret also signs for one more day. */
export async function replaceSecret(
  tx: Tx,
  tenantId: string,
  subscriptionId: string,
  secret: Buffer,
): Promise<void> {
  const [row] = await tx`
    update webhook_subscriptions
    set previous_secret = secret, previous_secret_until = now() + interval '24 hours',
      secret = ${secret}, updated_at = now()
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and deleted_at is null
    returning subscription_id`
  if (!row) notFound('webhook subscription', subscriptionId)
}

export async function removeSubscription(tx: Tx, tenantId: string, subscriptionId: string): Promise<void> {
  const [row] = await tx`
    update webhook_subscriptions set deleted_at = now(), active = false
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and deleted_at is null
    returning subscription_id`
  if (!row) notFound('webhook subscription', subscriptionId)
}

const deliveryColumns = (db: Reader) => db`
  delivery_id, subscription_id, type, status, attempts, response_status, response_time_ms, last_error,
  last_tried_at, next_try_at, created_at`

/** The tally of a subscription's deliveries. */
export function deliveriesTally(subscriptionId: string): string {
  return `webhook_deliveries/${subscriptionId}`
}

export async function listDeliveries(
  db: Reader,
  tenantId: string,
  subscriptionId: string,
  { limit, after }: PageOf<[string]>,
): Promise<WebhookDelivery[]> {
  return await db<WebhookDelivery[]>`
    select ${deliveryColumns(db)} from webhook_deliveries
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}
      ${after ? db`and delivery_id < ${after[0]}` : db``}
    order by delivery_id desc limit ${limit + 1}`
}

/** Sends a test event to one subscription, whatever its event types. */
export async function writeTest(
  tx: Tx,
  tenantId: string,
  subscription: WebhookSubscription,
): Promise<WebhookDelivery> {
  const { subscriptionId } = subscription
  const [delivery] = await tx<WebhookDelivery[]>`
    insert into webhook_deliveries (tenant_id, subscription_id, delivery_id, type, data)
    values (${tenantId}, ${subscriptionId}, ${newId('delivery')}, 'webhook.test',
      ${JSON.stringify(subscription)}::text::json)
    returning ${deliveryColumns(tx)}`
  count(tx, tenantId, { [deliveriesTally(subscriptionId)]: 1 })
  enqueueDelivery(tx, tenantId, delivery as WebhookDelivery)
  return delivery as WebhookDelivery
}

/** Restarts the schedule of a delivery, with the same id. */
export async function resendDelivery(
  tx: Tx,
  tenantId: string,
  subscriptionId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const [delivery] = await tx<WebhookDelivery[]>`
    update webhook_deliveries set status = 'pending', attempts = 0, next_try_at = now()
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and delivery_id = ${deliveryId}
    returning ${deliveryColumns(tx)}`
  if (!delivery) return notFound('delivery', deliveryId)
  enqueueDelivery(tx, tenantId, delivery)
  return delivery
}

function enqueueDelivery(tx: Tx, tenantId: string, { deliveryId, subscriptionId }: WebhookDelivery) {
  enqueue(tx, 'webhook_delivery', tenantId, { key: `${subscriptionId}/${deliveryId}`, group: subscriptionId })
}

/** Deletes up to a number of deliveries of a subscription with ids below one. Returns how many it deleted. */
async function removeDeliveries(
  tx: Tx,
  tenantId: string,
  subscriptionId: string,
  below: string,
  most: number,
) {
  const [gone] = await tx<{ count: number }[]>`
    with gone as (
      delete from webhook_deliveries
      where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and delivery_id in (
        select delivery_id from webhook_deliveries
        where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and delivery_id < ${below}
        limit ${most})
      returning delivery_id
    )
    select count(*) as count from gone`
  const removed = gone?.count ?? 0
  count(tx, tenantId, { [deliveriesTally(subscriptionId)]: -removed })
  return removed
}

/**
 * Deletes expired deliveries and everything of deleted subscriptions. Ids sort by time, so the old ones of a
 * subscription are one range of its primary key.
 */
export async function forgetOldDeliveries(
  db: Database,
  now = databaseNow(),
  batch = 10_000,
  tenants?: Included,
): Promise<void> {
  const before = firstIdAt('delivery', now - keepLogDays * 24 * 3_600_000)
  const afterAll = 'delivery_~'
  const deadline = databaseNow() + 20_000
  const due = await db.read<{ tenantId: string; subscriptionId: string; isRemoved: boolean }[]>`
    -- every tenant: upkeep
    select s.tenant_id, s.subscription_id, s.deleted_at is not null as is_removed
    from webhook_subscriptions s cross join lateral (
      select d.delivery_id from webhook_deliveries d
      where d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id
        and d.delivery_id < case when s.deleted_at is null then ${before} else ${afterAll} end
      limit 1) as old
    where ${isIncluded(db.read, tenants, db.read`s.tenant_id`)}`
  for (const { tenantId, subscriptionId, isRemoved } of due) {
    const end = isRemoved ? afterAll : before
    for (let removed = batch; removed === batch && databaseNow() < deadline; )
      removed = await db.inTransaction((tx) => removeDeliveries(tx, tenantId, subscriptionId, end, batch))
  }
  // An hour is longer than any transaction that may still be writing to a subscription it saw undeleted.
  await db.inTransaction(
    (tx) => tx`
      -- every tenant: upkeep
      delete from webhook_subscriptions s where ${isIncluded(tx, tenants)}
        and deleted_at < now() - interval '1 hour' and not exists (
        select from webhook_deliveries d
        where d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id)`,
  )
}
