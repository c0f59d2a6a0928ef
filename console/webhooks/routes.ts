import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readWebhook, readWebhooks } from './search.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks',
    validateSearch: readWebhooks,
    component: lazyRouteComponent(
      retryLoad(() => import('./WebhooksScreen.tsx')),
      'WebhooksScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks/$subscriptionId',
    validateSearch: readWebhook,
    component: lazyRouteComponent(
      retryLoad(() => import('./WebhookScreen.tsx')),
      'WebhookScreen',
    ),
  }),
] as const
