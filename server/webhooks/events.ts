import type { Fragment, Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { countChanged } from '../lists/tallies.ts'
import { channels, payloadOf } from '../queue/jobs.ts'
import { currentTraceparent } from '../telemetry/trace.ts'

/** All event types, as a closed list. */
export const eventTypes = [
  'page.created',
  'page.updated',
  'page.published',
  'page.archived',
  'page.restored',
  'page.deleted',
  'audience.created',
  'audience.updated',
  'audience.archived',
  'message.accepted',
  'version.drafted',
  'version.published',
  'version.cancelled',
  'asset.created',
  'asset.updated',
  'page_link.created',
  'page_link.updated',
  'page_link.deleted',
  'account.created',
  'account.updated',
  'account_log.created',
  'account_log.updated',
  'person.created',
  'person.updated',
  'person_log.created',
  'person_log.updated',
  'visit.started',
  'visit.ended',
  'action.clicked',
  'form.submitted',
  'batch.finished',
  'release.started',
  'release.finished',
  'release.undone',
  'tenant_domain.failing',
  'tenant_domain.lost',
  'audit.event',
  'webhook.test',
] as const
export type EventType = (typeof eventTypes)[number]

/** The data of an event, by type. `catalogue.ts` adds the schemas of the features. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be merged with, so that this file imports no feature
export interface EventData {}
export type DataOf<T extends EventType> = T extends keyof EventData ? EventData[T] : object

/**
 * Writes an event in the transaction of its cause, once for each matching subscription: it is sent if and only if the
 * transaction commits, and nothing is stored without a subscription.
 */
export function emit<T extends EventType>(tx: Tx, tenantId: string, type: T, data: DataOf<T>): void {
  emitAll(tx, tenantId, type, [data])
}

/** One event of this type for each item, in one statement. */
export function emitAll<T extends EventType>(tx: Tx, tenantId: string, type: T, things: DataOf<T>[]): void {
  writeEvents(tx, tenantId, type, things)
}

/** Which of these events these tenants subscribe to, so that callers can skip the others. */
export async function findListening<T extends EventType>(
  db: Reader,
  tenantIds: string[],
  types: T[],
): Promise<{ tenantId: string; type: T }[]> {
  const [first, ...others] = tenantIds
  const theirs = others.length === 0 ? db`tenant_id = ${first}` : db`tenant_id = any(${tenantIds}::text[])`
  return await db<{ tenantId: string; type: T }[]>`
    -- every tenant: those of a group of visit reports
    select distinct tenant_id, type
    from webhook_subscriptions cross join unnest(${types}::text[]) as given (type)
    where ${theirs} and deleted_at is null and active and events && array[type, '*']`
}

/** The audit log would multiply the events of existing subscriptions, so `*` does not include it. */
const namesOf = (type: EventType): string[] => (type === 'audit.event' ? [type] : [type, '*'])

/** Like `emitAll`, for data of any shape. */
export function writeEvents(tx: Tx, tenantId: string, type: EventType, things: object[]): void {
  if (things.length === 0) return
  const ids = things.map(() => newId('delivery'))
  const texts = things.map((thing) => JSON.stringify(thing))
  tx.appendWithRows(
    {
      insert: tx`
        insert into webhook_deliveries as d (tenant_id, subscription_id, delivery_id, type, data)
        select tenant_id, subscription_id, given.id, ${type}, given.data::json
        from webhook_subscriptions cross join unnest(${ids}::text[], ${texts}::text[]) as given (id, data)
        where tenant_id = ${tenantId} and deleted_at is null and active and events && ${namesOf(type)}::text[]`,
      returning: tx`d.tenant_id, d.subscription_id, d.delivery_id`,
      again: tx`
        from webhook_subscriptions s
          join webhook_deliveries d on d.tenant_id = s.tenant_id and d.subscription_id = s.subscription_id
            and d.delivery_id = any(${ids}::text[])
        where s.tenant_id = ${tenantId}`,
    },
    (from) => tx`
      insert into tallies (tenant_id, scope, difference)
      select d.tenant_id, 'webhook_deliveries/' || d.subscription_id, count(*) ${from} group by 1, 2`,
    // Jobs are on the coordinator, so the rows are read from their worker first.
    (from) => tx`
      with written as materialized (select d.tenant_id, d.subscription_id, d.delivery_id ${from})
      insert into jobs (tenant_id, kind, key, group_key, trace)
      select tenant_id, 'webhook_delivery', subscription_id || '/' || delivery_id, subscription_id,
        ${currentTraceparent()}::text
      from written
      returning pg_notify(${channels.due}, ${payloadOf('webhook_delivery', tenantId, '')} || group_key)`,
  )
}

type ErasedIds = Record<'audienceIds' | 'linkIds' | 'submissionIds', string[]> & { personId: string }

/**
 * Erases a person from the log and the queue. Events about them or their audiences are deleted: undelivered ones are
 * never sent, and delivered ones can't be sent again. Events about an account stay, without the person.
 */
export async function eraseEventsOf(
  tx: Tx,
  tenantId: string,
  { personId, audienceIds, linkIds, submissionIds }: ErasedIds,
): Promise<void> {
  // A link's path often contains the person's name, also in events from before it led to their page.
  const aboutLinks = tx`type in ('page_link.created', 'page_link.updated', 'page_link.deleted')
    and (data ->> 'pageLinkId' = any(${linkIds}::text[])
      or data -> 'target' ->> 'audienceId' = any(${audienceIds}::text[]))`
  const aboutPerson = tx`data ->> 'personId' = ${personId}`
  const aboutAudiences = tx`data ->> 'audienceId' = any(${audienceIds}::text[])`
  const aboutSubmissions = tx`type = 'form.submitted' and data ->> 'submissionId' = any(${submissionIds}::text[])`
  const aboutAccounts = tx`type in ('account.created', 'account.updated')
    and position(${personId} in data::text) > 0`
  await lockJobsOf(tx, tenantId, [aboutLinks, aboutPerson, aboutAudiences, aboutSubmissions, aboutAccounts])
  const remove = (which: Fragment) => tx`
    with changed as (
      delete from webhook_deliveries where tenant_id = ${tenantId} and ${which}
      returning tenant_id, subscription_id, delivery_id
    ), unqueued as (
      delete from jobs j using changed
      where j.tenant_id = ${tenantId} and j.kind = 'webhook_delivery' and j.key = changed.subscription_id || '/' || changed.delivery_id
    )
    ${countChanged(tx, tx`select tenant_id, 'webhook_deliveries/' || subscription_id, -1 from changed`)}`
  await remove(aboutLinks)
  await remove(aboutPerson)
  await remove(aboutAudiences)
  await remove(aboutSubmissions)
  tx.defer(tx`
    update webhook_deliveries set data = jsonb_set(data::jsonb, '{linkedPersons}', coalesce((
      select jsonb_agg(linked order by place)
      from jsonb_array_elements(data::jsonb -> 'linkedPersons') with ordinality as listed (linked, place)
      where linked ->> 'personId' <> ${personId}), '[]'))::json
    where tenant_id = ${tenantId} and ${aboutAccounts}`)
}

/** Senders lock jobs by their fence and then their deliveries, so code that changes deliveries locks the jobs first. */
async function lockJobsOf(tx: Tx, tenantId: string, conditions: Fragment[]): Promise<void> {
  const keys = conditions
    .map(
      (condition) => tx`
        select subscription_id || '/' || delivery_id as key from webhook_deliveries
        where tenant_id = ${tenantId} and status = 'pending' and ${condition}`,
    )
    .reduce((all, some) => tx`${all} union ${some}`)
  const found = await tx<{ key: string }[]>`${keys}`
  tx.defer(tx`
    select from jobs
    where tenant_id = ${tenantId} and kind = 'webhook_delivery' and key = any(${found.map(({ key }) => key)}::text[])
    order by fence for update`)
}
