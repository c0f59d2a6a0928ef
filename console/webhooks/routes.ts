import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'

export type WebhooksSearch = { create?: true | undefined }

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: (search): WebhooksSearch => (search.create === true ? { create: true } : {}),
  component: lazyRouteComponent(
    retryLoad(() => import('./WebhooksScreen.tsx')),
    'WebhooksScreen',
  ),
})

export type WebhookSearch = {
  edit?: true | undefined
  /** The one whose details are open. */
  delivery?: string | undefined
}

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$subscriptionId',
  validateSearch: (search): WebhookSearch => {
    const delivery = text(search.delivery)
    return { ...(search.edit === true && { edit: true }), ...(delivery && { delivery }) }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./WebhookScreen.tsx')),
    'WebhookScreen',
  ),
})

export const webhooksRoutes = [webhooksRoute, webhookRoute] as const
