import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text, texts } from '../ui/address.ts'

export type BatchesSearch = { pageId?: string | undefined }
/** Accounts or persons with these values of custom fields, each `key:value`, instead of a file. */
export type NewBatchSearch = BatchesSearch & {
  accounts?: string[] | undefined
  persons?: string[] | undefined
}

const readPageId = (search: Record<string, unknown>): BatchesSearch => {
  const pageId = text(search.pageId)
  return pageId ? { pageId } : {}
}

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  validateSearch: readPageId,
  component: lazyRouteComponent(
    retryLoad(() => import('./BatchesScreen.tsx')),
    'BatchesScreen',
  ),
})

export const newBatchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/new',
  validateSearch: (search): NewBatchSearch => {
    const [accounts, persons] = [texts(search.accounts), texts(search.persons)]
    return { ...readPageId(search), ...(accounts && { accounts }), ...(persons && { persons }) }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./NewBatchScreen.tsx')),
    'NewBatchScreen',
  ),
})

export type BatchSearch = { rows?: 'all' | undefined }

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$batchId',
  validateSearch: (search): BatchSearch => {
    const rows = oneOf(['all'], search.rows)
    return rows ? { rows } : {}
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./BatchScreen.tsx')),
    'BatchScreen',
  ),
})

export const batchesRoutes = [batchesRoute, newBatchRoute, batchRoute] as const
