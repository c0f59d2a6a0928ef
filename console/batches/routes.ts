import { createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
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
    component: lazyScreen(() => import('./NewBatchScreen.tsx'), 'NewBatchScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/accounts/import',
    validateSearch: readImport,
    component: lazyScreen(() => import('./ImportScreen.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/batches/$batchId',
    validateSearch: readBatch,
    component: lazyScreen(() => import('./BatchScreen.tsx'), 'BatchScreen'),
  }),
] as const
