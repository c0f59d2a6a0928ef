import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readWebhook, readWebhooks } from './search.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks',
    validateSearch: readWebhooks,
    component: lazyScreen(() => import('./WebhooksScreen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/webhooks/$subscriptionId',
    validateSearch: readWebhook,
    component: lazyScreen(() => import('./WebhookScreen.tsx'), 'WebhookScreen'),
  }),
] as const
