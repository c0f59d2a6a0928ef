import type { Fragment, Reader, Tx } from '../database/database.ts'

/** The time it is, where a test says so; else the database's own clock, which all senders share. */
export type Clock = () => Date | undefined

export type LaneName = { tenantId: string; subscriptionId: string }

/** A delivery that a sender has taken up, with all it takes to try it. */
export type Claim = LaneName & {
  deliveryId: string
  type: string
  data: string
  createdAt: string
  attempts: number
  url: string
  active: boolean
  secrets: Buffer[]
  /** When it is anybody's again, by `performance.now()`. */
  leasedUntil: number
}

export type Outcome = Pick<Claim, 'tenantId' | 'subscriptionId' | 'deliveryId' | 'attempts'> & {
  status: 'pending' | 'delivered' | 'failed'
  /** How often the receiver was called: not at all when its subscription is off, or the sender stops. */
  tries: 0 | 1
  retryInMs: number | null
  responseStatus: number | null
  responseTimeMs: number | null
  error: string | null
}

function now(db: Reader, clock: Clock): Fragment {
  const moment = clock()
  return moment ? db`${moment.toISOString()}::timestamptz` : db`now()`
}

/**
 * The subscriptions that have something due. Hops over the index from one subscription to the next, so that its cost
 * is in how many of them wait for anything, some 40 µs each, and not in how much they wait for.
 */
export async function findDueLanes(db: Reader, clock: Clock): Promise<LaneName[]> {
  return await db<LaneName[]>`
    -- every tenant: senders serve all
    with recursive lane as (
      (select tenant_id, subscription_id, next_try_at from webhook_deliveries
       where status = 'pending' order by tenant_id, subscription_id, next_try_at limit 1)
      union all
      select next.* from lane cross join lateral (
        select tenant_id, subscription_id, next_try_at from webhook_deliveries d
        where status = 'pending'
          and (d.tenant_id, d.subscription_id) > (lane.tenant_id, lane.subscription_id)
        order by tenant_id, subscription_id, next_try_at limit 1) as next
    )
    select tenant_id, subscription_id from lane where next_try_at <= ${now(db, clock)}`
}

/**
 * Takes up what is due, at most so much of each subscription, by putting its next try off until the lease ends.
 * Whoever dies with it has lost nothing: it is simply due again then.
 */
export async function claimDue(
  tx: Tx,
  lanes: (LaneName & { room: number })[],
  leaseMs: number,
  clock: Clock,
): Promise<Claim[]> {
  const at = now(tx, clock)
  const leasedUntil = performance.now() + leaseMs
  const claimed = tx<Omit<Claim, 'leasedUntil'>[]>`
    -- every tenant: senders serve all
    with due as (
      select found.* from unnest(
        ${lanes.map(({ tenantId }) => tenantId)}::text[],
        ${lanes.map(({ subscriptionId }) => subscriptionId)}::text[],
        ${lanes.map(({ room }) => room)}::int[]) as lane (tenant_id, subscription_id, room)
      cross join lateral (
        select tenant_id, subscription_id, delivery_id from webhook_deliveries d
        where d.tenant_id = lane.tenant_id and d.subscription_id = lane.subscription_id
          and status = 'pending' and next_try_at <= ${at}
        order by next_try_at limit lane.room for update skip locked) as found
    )
    update webhook_deliveries d set next_try_at = ${at} + ${leaseMs}::int * interval '1 millisecond'
    from due join webhook_subscriptions s using (tenant_id, subscription_id)
    where d.tenant_id = due.tenant_id and d.subscription_id = due.subscription_id and d.delivery_id = due.delivery_id
    returning d.tenant_id, d.subscription_id, d.delivery_id, d.type, d.data::text as data, d.created_at,
      d.attempts, s.url, s.active,
      case when s.previous_secret_until > ${at} then array[s.secret, s.previous_secret] else array[s.secret] end
        as secrets`
  const [, rows] = await Promise.all([commitLazily(tx), claimed])
  return rows.map((row) => ({ ...row, leasedUntil }))
}

/** Not worth a wait for the disk: should the database crash and forget it, a delivery is repeated. */
export async function commitLazily(tx: Tx) {
  await tx`set local synchronous_commit = off`
}

/**
 * Writes down how tries went. One that another sender has overtaken in the meantime changes nothing. The condition is
 * not on `status`, which would draw the planner to the index of all that waits: 180 ms instead of 2 for 32 rows
 * with 10,000 waiting.
 */
export async function recordOutcomes(tx: Tx, outcomes: Outcome[], clock: Clock): Promise<void> {
  const column = <K extends keyof Outcome>(name: K) => outcomes.map((outcome) => outcome[name])
  const at = now(tx, clock)
  await tx`
    -- every tenant: senders serve all
    update webhook_deliveries d set
      status = given.status,
      attempts = d.attempts + given.tries,
      last_tried_at = case when given.tries > 0 then ${at} else d.last_tried_at end,
      next_try_at = ${at} + given.retry_in_ms * interval '1 millisecond',
      response_status = case when given.tries > 0 then given.response_status else d.response_status end,
      response_time_ms = case when given.tries > 0 then given.response_time_ms else d.response_time_ms end,
      last_error = case when given.tries > 0 then given.error else coalesce(given.error, d.last_error) end
    from unnest(
      ${column('tenantId')}::text[], ${column('subscriptionId')}::text[], ${column('deliveryId')}::text[],
      ${column('attempts')}::int[], ${column('status')}::text[], ${column('tries')}::int[],
      ${column('retryInMs')}::int[], ${column('responseStatus')}::int[], ${column('responseTimeMs')}::int[],
      ${column('error')}::text[]
    ) as given (tenant_id, subscription_id, delivery_id, attempts, status, tries, retry_in_ms, response_status,
      response_time_ms, error)
    where d.tenant_id = given.tenant_id and d.subscription_id = given.subscription_id
      and d.delivery_id = given.delivery_id and d.next_try_at is not null and d.attempts = given.attempts`
}

/** Notes which subscriptions work and since when others do not. Rows that already say so are left alone. */
export async function recordHealth(
  tx: Tx,
  { working, failing }: { working: LaneName[]; failing: LaneName[] },
  clock: Clock,
): Promise<void> {
  await Promise.all([
    working.length > 0 &&
      tx`
        -- every tenant: senders serve all
        update webhook_subscriptions set failing_since = null
        where ${among(tx, working)} and failing_since is not null`,
    failing.length > 0 &&
      tx`
        -- every tenant: senders serve all
        update webhook_subscriptions set failing_since = ${now(tx, clock)}
        where ${among(tx, failing)} and failing_since is null`,
  ])
}

export type SwitchedOff = LaneName & { url: string }

/** Switches off what said that it is gone for good, and returns what was on until now. */
export async function switchOffGone(tx: Tx, lanes: LaneName[], clock: Clock): Promise<SwitchedOff[]> {
  return await tx<SwitchedOff[]>`
    -- every tenant: senders serve all
    update webhook_subscriptions set active = false, updated_at = ${now(tx, clock)}
    where ${among(tx, lanes)} and active returning tenant_id, subscription_id, url`
}

/** Switches off what has done nothing but fail for so long, and returns it. */
export async function switchOffFailing(
  tx: Tx,
  lanes: LaneName[],
  afterMs: number,
  clock: Clock,
): Promise<SwitchedOff[]> {
  const at = now(tx, clock)
  return await tx<SwitchedOff[]>`
    -- every tenant: senders serve all
    update webhook_subscriptions set active = false, updated_at = ${at}
    where ${among(tx, lanes)} and active
      and failing_since <= ${at} - ${afterMs / 1000}::int * interval '1 second'
    returning tenant_id, subscription_id, url`
}

function among(tx: Tx, lanes: LaneName[]) {
  return tx`(tenant_id, subscription_id) in (select * from unnest(
    ${lanes.map(({ tenantId }) => tenantId)}::text[], ${lanes.map(({ subscriptionId }) => subscriptionId)}::text[]))`
}
