import { invalid, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { allows } from '../web/auth.ts'
import { operation } from '../web/operation.ts'
import { faultOfUrl } from '../web/outbound.ts'
import { Pager } from '../web/paging.ts'
import { Empty, Params } from '../web/schema.ts'
import {
  createSubscription,
  deliveriesTally,
  getSubscription,
  listDeliveries,
  listSubscriptions,
  removeSubscription,
  replaceSecret,
  resendDelivery,
  updateSubscription,
  writeTest,
} from './queries.ts'
import {
  NewWebhookSubscription,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookSecret,
  WebhookSubscription,
  WebhookSubscriptionInput,
  WebhookSubscriptionPage,
  WebhookSubscriptionPatch,
} from './schema.ts'
import { protectSecret } from './secrets.ts'
import { newSecret, showSecret } from './signature.ts'

const one = Params({ subscription_id: 'webhook' })

export function webhookRoutes(app: App, context: AppContext) {
  subscriptionRoutes(app, context)
  actionRoutes(app, context)
  deliveryRoutes(app, context)
}

function subscriptionRoutes(app: App, context: AppContext) {
  const { db, config } = context
  const demandReachable = (url: string | undefined) => {
    const fault = url && faultOfUrl(url, { allowPrivate: config.webhookAllowPrivate })
    if (fault) throw invalid('/url', fault)
  }

  app.get(
    '/v0/webhook_subscriptions',
    operation('listWebhookSubscriptions', 'List webhook subscriptions', {
      scope: 'read',
      isContract: true,
      description:
        'A tenant has at most 100, so the list is not paginated. The query of a URL may contain a secret, so only keys with the admin scope see it.',
      response: { 200: WebhookSubscriptionPage },
    }),
    async ({ tenantId, caller }) => {
      const found = await listSubscriptions(db.read, tenantId)
      const items = allows(caller.scopes, 'admin') ? found : found.map(withoutQuery)
      return { items, hasMore: false, nextCursor: null, totalCount: items.length }
    },
  )

  app.post(
    '/v0/webhook_subscriptions',
    operation('createWebhookSubscription', 'Create a webhook subscription', {
      scope: 'admin',
      body: WebhookSubscriptionInput,
      response: { 201: NewWebhookSubscription },
      problems: ['subscription_limit'],
    }),
    async ({ tenantId, body }) => {
      demandReachable(body.url)
      const secret = newSecret()
      const stored = await protectSecret(context, tenantId, secret)
      const made = await db.inTransaction((tx) => createSubscription(tx, tenantId, body, stored))
      return { ...made, secret: showSecret(secret) }
    },
  )

  app.get(
    '/v0/webhook_subscriptions/:subscription_id',
    operation('getWebhookSubscription', 'Get a webhook subscription', {
      scope: 'admin',
      params: one,
      response: { 200: WebhookSubscription },
    }),
    async ({ tenantId, params }) => await getSubscription(db.read, tenantId, params.subscription_id),
  )

  app.patch(
    '/v0/webhook_subscriptions/:subscription_id',
    operation('updateWebhookSubscription', 'Update a webhook subscription', {
      scope: 'admin',
      description:
        'Deliveries due while it is off are dropped. They can be resent after it is turned on again.',
      params: one,
      body: WebhookSubscriptionPatch,
      response: { 200: WebhookSubscription },
    }),
    async ({ tenantId, params, body }) => {
      demandReachable(body.url)
      return await db.inTransaction((tx) => updateSubscription(tx, tenantId, params.subscription_id, body))
    },
  )

  app.delete(
    '/v0/webhook_subscriptions/:subscription_id',
    operation('deleteWebhookSubscription', 'Remove a webhook subscription', {
      scope: 'admin',
      description: 'Its delivery log is deleted, and pending deliveries are not sent.',
      params: one,
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => removeSubscription(tx, tenantId, params.subscription_id))
    },
  )
}

function actionRoutes(app: App, context: AppContext) {
  const { db } = context
  app.post(
    '/v0/webhook_subscriptions/:subscription_id/rotate_secret',
    operation('rotateWebhookSecret', 'Replace the signing secret', {
      scope: 'admin',
      description: 'For 24 hours, deliveries carry signatures by both the old and the new secret.',
      params: one,
      body: Empty,
      response: { 200: WebhookSecret },
    }),
    async ({ tenantId, params: { subscription_id: subscriptionId } }) => {
      const secret = newSecret()
      const stored = await protectSecret(context, tenantId, secret)
      await db.inTransaction((tx) => replaceSecret(tx, tenantId, subscriptionId, stored))
      return { subscriptionId, secret: showSecret(secret) }
    },
  )

  app.post(
    '/v0/webhook_subscriptions/:subscription_id/test',
    operation('testWebhookSubscription', 'Send a test event', {
      scope: 'admin',
      description: 'Sends `webhook.test` to this subscription, regardless of its events.',
      params: one,
      body: Empty,
      response: { 200: WebhookDelivery },
      problems: ['state_conflict'],
    }),
    ({ tenantId, params }) =>
      db.inTransaction(async (tx) => {
        const subscription = await getSubscription(tx, tenantId, params.subscription_id)
        demandActive(subscription)
        return await writeTest(tx, tenantId, subscription)
      }),
  )
}

function deliveryRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/webhook_subscriptions/:subscription_id/deliveries',
    operation('listWebhookDeliveries', 'List the deliveries of a webhook subscription', {
      scope: 'admin',
      description: 'Newest first; those of the last 30 days.',
      params: one,
      querystring: WebhookDeliveryQuery,
      response: { 200: WebhookDeliveryPage },
    }),
    async ({ tenantId, params: { subscription_id: subscriptionId }, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listWebhookDeliveries', tenantId, { subscriptionId })
      await getSubscription(db.read, tenantId, subscriptionId)
      const [deliveries, total] = await Promise.all([
        listDeliveries(db.read, tenantId, subscriptionId, pager.request),
        readTally(db.read, tenantId, deliveriesTally(subscriptionId)),
      ])
      return pager.page(deliveries, total, ({ deliveryId }) => [deliveryId])
    },
  )

  app.post(
    '/v0/webhook_subscriptions/:subscription_id/deliveries/:delivery_id/resend',
    operation('resendWebhookDelivery', 'Send a delivery again', {
      scope: 'admin',
      description: 'Sends it immediately with the same `webhook-id` and restarts the retry schedule.',
      params: Params({ subscription_id: 'webhook', delivery_id: 'delivery' }),
      body: Empty,
      response: { 200: WebhookDelivery },
      problems: ['state_conflict'],
    }),
    ({ tenantId, params: { subscription_id: subscriptionId, delivery_id: deliveryId } }) =>
      db.inTransaction(async (tx) => {
        demandActive(await getSubscription(tx, tenantId, subscriptionId))
        return await resendDelivery(tx, tenantId, subscriptionId, deliveryId)
      }),
  )
}

function withoutQuery(subscription: WebhookSubscription): WebhookSubscription {
  return { ...subscription, url: subscription.url.replace(/[?#].*$/s, '') }
}

function demandActive({ active }: { active: boolean }) {
  if (!active)
    throw new Problem('state_conflict', 'The subscription is turned off; set `active` to true first.')
}
