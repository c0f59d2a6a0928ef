import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text } from '../ui/address.ts'
import { type PageStatus, type PageType, pageStatuses, pageTypes } from './words.ts'

export type PagesSearch = { query?: string; status?: PageStatus; type?: PageType; create?: true }

export const pagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages',
  validateSearch: (search): PagesSearch => {
    const [query, status, type] = [
      text(search.query),
      oneOf(pageStatuses, search.status),
      oneOf(pageTypes, search.type),
    ]
    return {
      ...(query && { query }),
      ...(status && { status }),
      ...(type && { type }),
      ...(search.create === true && { create: true }),
    }
  },
  component: lazyRouteComponent(() => import('./PagesScreen.tsx'), 'PagesScreen'),
})

export type PageSearch = { query?: string }

export const pageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$pageId',
  validateSearch: (search): PageSearch => {
    const query = text(search.query)
    return query ? { query } : {}
  },
  component: lazyRouteComponent(() => import('./PageScreen.tsx'), 'PageScreen'),
})

export const pagesRoutes = [pagesRoute, pageRoute] as const
