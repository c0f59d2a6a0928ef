import type { Tx } from '../db.ts'
import { newId } from '../ids.ts'

/** Everything that can happen, in one closed list. */
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
  'action.clicked',
  'form.submitted',
  'batch.finished',
  'webhook.test',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * Writes an event in the transaction of its cause, once for each subscription that asked for it: committed means
 * sent, rolled back means never sent, and nothing is stored when nobody subscribes.
 */
export async function emit(tx: Tx, tenantId: string, type: EventType, data: object): Promise<void> {
  await emitAll(tx, tenantId, type, [data])
}

export async function emitAll(tx: Tx, tenantId: string, type: EventType, things: object[]): Promise<void> {
  const wanting = await tx<{ subscriptionId: string }[]>`
    select subscription_id from webhook_subscriptions
    where tenant_id = ${tenantId} and active and events && ${[type, '*']}`
  const rows = wanting.flatMap(({ subscriptionId }) =>
    things.map((data) => ({
      tenantId,
      deliveryId: newId('delivery'),
      subscriptionId,
      type,
      data: tx.json(data as never),
    })),
  )
  if (rows.length > 0) await tx`insert into webhook_deliveries ${tx(rows)}`
}
