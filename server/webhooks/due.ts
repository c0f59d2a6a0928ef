import type { Fragment, Reader, Tx } from '../database/database.ts'
import { ofTenant } from '../database/distribution.ts'
import type { Job } from '../queue/kinds.ts'

/** The current time in tests; otherwise undefined, and the database clock is used, which all senders share. */
export type SendingClock = () => Date | undefined

export type SubscriptionName = { tenantId: string; subscriptionId: string }

/** A claimed delivery with everything needed to send it. */
export type DueDelivery = SubscriptionName & {
  deliveryId: string
  type: string
  data: string
  createdAt: string
  attempts: number
  url: string
  active: boolean
  secrets: Buffer[]
}

export type DeliveryOutcome = Pick<DueDelivery, 'tenantId' | 'subscriptionId' | 'deliveryId'> & {
  status: 'pending' | 'delivered' | 'failed'
  /** Number of requests sent: 0 if its subscription is off, or the sender stops. */
  tries: 0 | 1
  retryInMs: number | null
  responseStatus: number | null
  responseTimeMs: number | null
  error: string | null
}

function now(db: Reader, clock: SendingClock): Fragment {
  const moment = clock()
  return moment ? db`${moment.toISOString()}::timestamptz` : db`now()`
}

/** Reads the deliveries of jobs. Erased and finished ones are omitted. */
export async function loadDeliveries(
  db: Reader,
  jobs: Job<'webhook_delivery'>[],
  clock: SendingClock,
): Promise<Map<Job<'webhook_delivery'>, DueDelivery>> {
  const tenant = ofTenant(db, jobs)
  // With `limit`, each delivery is looked up by its key. With a plain join and no statistics, all deliveries of a
  // subscription were read for each.
  const rows = await db<(DueDelivery & { nth: number })[]>`
    -- every tenant: workers serve all
    select given.nth, d.tenant_id, d.subscription_id, d.delivery_id, d.type, d.data::text as data, d.created_at, d.attempts, s.url,
      s.active, case when s.previous_secret_until > ${now(db, clock)} then array[s.secret, s.previous_secret]
        else array[s.secret] end as secrets
    from unnest(
      ${jobs.map(({ tenantId }) => tenantId)}::text[], ${jobs.map(({ group }) => group)}::text[],
      ${jobs.map(({ key }) => key.split('/')[1])}::text[])
      with ordinality as given (tenant_id, subscription_id, delivery_id, nth)
    cross join lateral (
      select * from webhook_deliveries d
      where d.tenant_id = ${tenant} and d.subscription_id = given.subscription_id and d.delivery_id = given.delivery_id
        and d.status = 'pending' limit 1) as d
    join webhook_subscriptions s on s.tenant_id = ${tenant} and s.subscription_id = given.subscription_id`
  return new Map(rows.map((row) => [jobs[row.nth - 1] as Job<'webhook_delivery'>, row]))
}

/** Stores the results of attempts. The caller holds their jobs. */
export async function recordOutcomes(
  tx: Tx,
  outcomes: DeliveryOutcome[],
  clock: SendingClock,
): Promise<void> {
  const column = <K extends keyof DeliveryOutcome>(name: K) => outcomes.map((outcome) => outcome[name])
  const at = now(tx, clock)
  await tx`
    -- every tenant: senders serve all
    update webhook_deliveries d set
      status = given.status,
      attempts = d.attempts + given.tries,
      last_tried_at = case when given.tries > 0 then clock.at else d.last_tried_at end,
      -- In UTC without a zone: adding to a time with a zone is not immutable, which Citus requires in updates.
      next_try_at = (clock.at at time zone 'UTC' + given.retry_in_ms * interval '1 millisecond') at time zone 'UTC',
      response_status = case when given.tries > 0 then given.response_status else d.response_status end,
      response_time_ms = case when given.tries > 0 then given.response_time_ms else d.response_time_ms end,
      last_error = case when given.tries > 0 then given.error else coalesce(given.error, d.last_error) end
    from unnest(
      ${column('tenantId')}::text[], ${column('subscriptionId')}::text[], ${column('deliveryId')}::text[],
      ${column('status')}::text[], ${column('tries')}::int[],
      ${column('retryInMs')}::int[], ${column('responseStatus')}::int[], ${column('responseTimeMs')}::int[],
      ${column('error')}::text[]
    ) as given (tenant_id, subscription_id, delivery_id, status, tries, retry_in_ms, response_status,
      response_time_ms, error), (select ${at} as at) as clock
    where d.tenant_id = ${ofTenant(tx, outcomes)} and d.subscription_id = given.subscription_id
      and d.delivery_id = given.delivery_id`
}

/** Records which subscriptions work and since when others fail. Rows that are already up to date are not written. */
export async function recordHealth(
  tx: Tx,
  { working, failing }: { working: SubscriptionName[]; failing: SubscriptionName[] },
  clock: SendingClock,
): Promise<void> {
  await Promise.all([
    working.length > 0 &&
      tx`
        -- every tenant: senders serve all
        update webhook_subscriptions s set failing_since = null
        ${fromAmong(tx, working)} and failing_since is not null`,
    failing.length > 0 &&
      tx`
        -- every tenant: senders serve all
        update webhook_subscriptions s set failing_since = ${now(tx, clock)}
        ${fromAmong(tx, failing)} and failing_since is null`,
  ])
}

export type SwitchedOff = SubscriptionName & { url: string }

/** Deactivates subscriptions whose receiver responded that it is gone, and returns those that were active. */
export async function switchOffGone(
  tx: Tx,
  subscriptions: SubscriptionName[],
  clock: SendingClock,
): Promise<SwitchedOff[]> {
  return await tx<SwitchedOff[]>`
    -- every tenant: senders serve all
    update webhook_subscriptions s set active = false, updated_at = ${now(tx, clock)}
    ${fromAmong(tx, subscriptions)} and active returning s.tenant_id, s.subscription_id, url`
}

/** Deactivates subscriptions that have only failed for this long, and returns them. */
export async function switchOffFailing(
  tx: Tx,
  subscriptions: SubscriptionName[],
  afterMs: number,
  clock: SendingClock,
): Promise<SwitchedOff[]> {
  const at = now(tx, clock)
  return await tx<SwitchedOff[]>`
    -- every tenant: senders serve all
    update webhook_subscriptions s set active = false, updated_at = ${at}
    ${fromAmong(tx, subscriptions)} and active
      and failing_since <= ${at} - ${afterMs / 1000}::int * interval '1 second'
    returning s.tenant_id, s.subscription_id, url`
}

/** The rest of an update of `webhook_subscriptions s`, limited to these. */
function fromAmong(tx: Tx, subscriptions: SubscriptionName[]) {
  return tx`from unnest(
      ${subscriptions.map(({ tenantId }) => tenantId)}::text[],
      ${subscriptions.map(({ subscriptionId }) => subscriptionId)}::text[]) as given (tenant_id, subscription_id)
    where s.tenant_id = ${ofTenant(tx, subscriptions)} and s.subscription_id = given.subscription_id`
}
