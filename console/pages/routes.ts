import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readPage, readPages } from './search.ts'

export const pagesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages',
    validateSearch: readPages,
    component: lazyRouteComponent(
      retryLoad(() => import('./PagesScreen.tsx')),
      'PagesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId',
    validateSearch: readPage,
    component: lazyRouteComponent(
      retryLoad(() => import('./PageScreen.tsx')),
      'PageScreen',
    ),
  }),
] as const
