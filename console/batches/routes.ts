import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { choice, readSearch, text, texts } from '../ui/address.ts'

const readBatches = readSearch({ pageId: text })

/** Batches are listed with releases. */
export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  validateSearch: readBatches,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/releases', search: { ...search, kind: 'batch' }, replace: true })
  },
})

const readNewBatch = readSearch({
  pageId: text,
  /** Accounts or persons with these values of custom fields, each `key:value`, instead of a file. */
  accounts: texts,
  persons: texts,
})
export type NewBatchSearch = ReturnType<typeof readNewBatch>

export const newBatchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/new',
  validateSearch: readNewBatch,
  component: lazyRouteComponent(
    retryLoad(() => import('./NewBatchScreen.tsx')),
    'NewBatchScreen',
  ),
})

const readBatch = readSearch({ rows: choice(['all'] as const) })
export type BatchSearch = ReturnType<typeof readBatch>

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$batchId',
  validateSearch: readBatch,
  component: lazyRouteComponent(
    retryLoad(() => import('./BatchScreen.tsx')),
    'BatchScreen',
  ),
})

export const batchesRoutes = [batchesRoute, newBatchRoute, batchRoute] as const
