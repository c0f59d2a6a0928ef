import { type Static, type TSchema, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { NamedObject } from '../../shared/typebox.ts'
import { Account } from '../accounts/schema.ts'
import { AccountLog, PersonLog } from '../activity/schema.ts'
import { Asset } from '../assets/schema.ts'
import { Audience } from '../audiences/schema.ts'
import { AuditEvent } from '../audit/schema.ts'
import { Batch } from '../batches/schema.ts'
import { TenantDomain } from '../domains/schema.ts'
import { PageLink } from '../links/schema.ts'
import { MessageAccepted } from '../messages/schema.ts'
import { Page } from '../pages/schema.ts'
import { Person } from '../persons/schema.ts'
import { Release } from '../releases/schema.ts'
import { AudienceVersion } from '../versions/schema.ts'
import { ActionClick, Submission, Visit, VisitStart } from '../visits/schema.ts'
import { Id, Timestamp } from '../web/schema.ts'
import type { EventType } from './events.ts'
import { WebhookSubscription } from './schema.ts'

/**
 * The schema of each event's `data`: a feature that emits events adds its schemas here. This documents the event under
 * `webhooks` in the OpenAPI document and makes `emit` require this shape.
 */
export const eventSchemas = {
  'page.created': Page,
  'page.updated': Page,
  'page.published': Page,
  'page.archived': Page,
  'page.restored': Page,
  'page.deleted': Page,
  'audience.created': Audience,
  'audience.updated': Audience,
  'audience.archived': Audience,
  'message.accepted': MessageAccepted,
  'version.drafted': AudienceVersion,
  'version.published': AudienceVersion,
  'version.cancelled': AudienceVersion,
  'asset.created': Asset,
  'asset.updated': Asset,
  'page_link.created': PageLink,
  'page_link.updated': PageLink,
  'page_link.deleted': PageLink,
  'account.created': Account,
  'account.updated': Account,
  'account_log.created': AccountLog,
  'account_log.updated': AccountLog,
  'person.created': Person,
  'person.updated': Person,
  'person_log.created': PersonLog,
  'person_log.updated': PersonLog,
  'visit.started': VisitStart,
  'visit.ended': Visit,
  'action.clicked': ActionClick,
  'form.submitted': Submission,
  'batch.finished': Batch,
  'release.started': Release,
  'release.finished': Release,
  'release.undone': Release,
  'tenant_domain.failing': TenantDomain,
  'tenant_domain.lost': TenantDomain,
  'audit.event': AuditEvent,
  'webhook.test': WebhookSubscription,
} as const satisfies { [T in EventType]?: TSchema }

type Catalogue = { [T in keyof typeof eventSchemas]: Static<(typeof eventSchemas)[T]> }
declare module './events.ts' {
  interface EventData extends Catalogue {}
}

/** The body of a webhook: the event with its data. */
export function Event<T extends TSchema>(type: EventType, data: T) {
  const [example] = (data as { examples?: unknown[] }).examples ?? [{}]
  return NamedObject(
    titleOf(type),
    {
      id: Id('delivery', { description: 'The same on every attempt and for every subscription.' }),
      type: Type.Literal(type),
      timestamp: Timestamp,
      tenantId: Id('tenant'),
      data,
    },
    {
      id: exampleId('delivery'),
      type,
      timestamp: '+1794614400000',
      tenantId: exampleId('tenant'),
      data: example,
    },
  )
}

/** `page_link.created` → `PageLinkCreatedEvent` */
function titleOf(type: EventType) {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}

const headers = [
  ['webhook-id', 'The id of the event; the same on every attempt. Use it to detect duplicates.'],
  ['webhook-timestamp', 'Time of this attempt in seconds since the Unix epoch.'],
  ['webhook-signature', 'Signatures (`v1,` and base64), separated by spaces: two while a secret is rotated.'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** The `webhooks` part of the OpenAPI document. */
export function describeEvents(schemas: { [T in EventType]?: TSchema } = eventSchemas) {
  return Object.fromEntries(
    Object.entries(schemas).map(([type, data]) => [
      type,
      {
        post: {
          operationId: titleOf(type as EventType),
          summary: `Sent when \`${type}\` occurs`,
          tags: ['Webhooks'],
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: Event(type as EventType, data) } },
          },
          responses: {
            '2XX': {
              description: 'Accepted. Any other response, or none within 15 seconds, is retried later.',
            },
            410: { description: 'Turns the subscription off.' },
          },
          security: [],
        },
      },
    ]),
  )
}
