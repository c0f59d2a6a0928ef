import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readBatch, readBatches, readImport, readNewBatch } from './search.ts'

export const batchesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/batches',
    validateSearch: readBatches,
    // Batches are listed with releases.
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/releases', search: { ...search, kind: 'batch' }, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/batches/new',
    validateSearch: readNewBatch,
    component: lazyRouteComponent(
      retryLoad(() => import('./NewBatchScreen.tsx')),
      'NewBatchScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/accounts/import',
    validateSearch: readImport,
    component: lazyRouteComponent(
      retryLoad(() => import('./ImportScreen.tsx')),
      'ImportScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/batches/$batchId',
    validateSearch: readBatch,
    component: lazyRouteComponent(
      retryLoad(() => import('./BatchScreen.tsx')),
      'BatchScreen',
    ),
  }),
] as const
