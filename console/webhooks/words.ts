import type { Shape } from '../api/schema.ts'

export type Subscription = Shape<'WebhookSubscription'>
export type Delivery = Shape<'WebhookDelivery'>
/** The events that a webhook can subscribe to. Test events are sent only on request. */
export type EventType = Exclude<Subscription['events'][number], '*' | 'webhook.test'>

/** Events in groups. */
export const eventGroups: { label: string; events: Partial<Record<EventType, string>> }[] = [
  {
    label: 'Visits',
    events: {
      'visit.started': 'Visit started',
      'visit.ended': 'Visit ended',
      'action.clicked': 'Button clicked',
      'form.submitted': 'Form submitted',
    },
  },
  {
    label: 'Pages',
    events: {
      'page.created': 'Created',
      'page.updated': 'Changed',
      'page.published': 'Published',
      'page.archived': 'Archived',
      'page.restored': 'Restored',
      'page.deleted': 'Deleted',
    },
  },
  {
    label: 'Audiences and versions',
    events: {
      'audience.created': 'Audience created',
      'audience.updated': 'Audience changed',
      'audience.archived': 'Audience archived',
      'message.accepted': 'Message to the agent accepted',
      'version.drafted': 'Version drafted',
      'version.published': 'Version published',
      'version.cancelled': 'Version stopped',
    },
  },
  {
    label: 'Accounts and people',
    events: {
      'account.created': 'Account added',
      'account.updated': 'Account changed',
      'account_log.created': 'Note on an account',
      'account_log.updated': 'Note on an account changed',
      'person.created': 'Person added',
      'person.updated': 'Person changed',
      'person_log.created': 'Note on a person',
      'person_log.updated': 'Note on a person changed',
    },
  },
  {
    label: 'Links, assets, batches, releases and domains',
    events: {
      'page_link.created': 'Link added',
      'page_link.updated': 'Link changed',
      'page_link.deleted': 'Link removed',
      'asset.created': 'Asset added',
      'asset.updated': 'Asset changed',
      'batch.finished': 'Batch finished',
      'release.started': 'Release started',
      'release.finished': 'Release finished',
      'release.undone': 'Release undone',
      'tenant_domain.failing': 'Domain verification failing',
      'tenant_domain.lost': 'Domain no longer served',
    },
  },
  { label: 'Audit log', events: { 'audit.event': 'Entry added' } },
]

export function eventsOf({ events }: (typeof eventGroups)[number]): EventType[] {
  return Object.keys(events) as EventType[]
}

/** The events of a subscription, in a few words. */
export function eventsPhrase({ events }: Pick<Subscription, 'events'>): string {
  if (events.includes('*')) return 'All events'
  const [first, ...rest] = events
  return rest.length === 0 ? (first ?? '') : rest.length === 1 ? events.join(', ') : `${events.length} events`
}

/** A URL as a title, without its scheme. */
export function webhookName({ url }: Pick<Subscription, 'url'>): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** The receiver's response to the last attempt, or why there was none. */
export function answerPhrase({ responseStatus, responseTimeMs, lastError, attempts }: Delivery): string {
  if (attempts === 0) return 'Not attempted yet'
  if (responseStatus === null) return lastError ?? 'No response'
  return responseTimeMs === null ? String(responseStatus) : `${responseStatus} in ${responseTimeMs} ms`
}
