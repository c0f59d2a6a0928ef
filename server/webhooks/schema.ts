import { type Static, Type } from 'typebox'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'
import { eventTypes } from './events.ts'

const example = {
  url: 'https://example.com/hooks/foyer',
  events: ['page.published', 'form.submitted'],
  active: true,
}
const secretExample = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'URL that receives deliveries: a public https address.',
})
const Events = Type.Array(Enum([...eventTypes, '*']), {
  minItems: 1,
  maxItems: eventTypes.length + 1,
  uniqueItems: true,
  description: 'Which events are delivered; `*` means all.',
})
const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description: 'Signs deliveries according to Standard Webhooks. Shown only once.',
})

export const WebhookSubscription = NamedObject(
  'WebhookSubscription',
  {
    subscriptionId: Id('webhook'),
    url: Url,
    events: Events,
    active: Type.Boolean({ description: 'Nothing is stored or sent while this is false.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  example,
)
export type WebhookSubscription = Static<typeof WebhookSubscription>

export const WebhookSubscriptionPage = Paged(WebhookSubscription, 'WebhookSubscriptionPage')

export const WebhookSubscriptionInput = Type.Object(
  { url: Url, events: Events, active: Type.Optional(Type.Boolean({ default: true })) },
  { ...closed, examples: [{ url: example.url, events: example.events }] },
)
export type WebhookSubscriptionInput = Static<typeof WebhookSubscriptionInput>

export const WebhookSubscriptionPatch = Type.Partial(
  Type.Object({ url: Url, events: Events, active: Type.Boolean() }),
  { ...closed, examples: [{ active: true }] },
)
export type WebhookSubscriptionPatch = Static<typeof WebhookSubscriptionPatch>

export const NewWebhookSubscription = NamedObject(
  'NewWebhookSubscription',
  { ...WebhookSubscription.properties, secret: Secret },
  { ...example, secret: secretExample },
)

export const WebhookSecret = NamedObject(
  'WebhookSecret',
  { subscriptionId: Id('webhook'), secret: Secret },
  { secret: secretExample },
)

export const WebhookDelivery = NamedObject(
  'WebhookDelivery',
  {
    deliveryId: Id('delivery', { description: 'Sent as `webhook-id`; the same on every attempt.' }),
    subscriptionId: Id('webhook'),
    type: Enum(eventTypes),
    status: Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts.' }),
    responseStatus: Nullable(Type.Integer({ description: 'Status of the last response.' })),
    responseTimeMs: Nullable(Type.Integer({ minimum: 0, description: 'Duration of the last attempt.' })),
    lastError: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
    lastTriedAt: Nullable(Timestamp),
    nextTryAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  {
    type: 'page.published',
    attempts: 1,
    responseStatus: 503,
    responseTimeMs: 84,
    lastError: 'The receiver responded with 503.',
    lastTriedAt: '+1794614400120',
    nextTryAt: '+1794614405310',
  },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookDeliveryPage = Paged(WebhookDelivery, 'WebhookDeliveryPage')
export const WebhookDeliveryQuery = ClosedObject({ ...paging })
