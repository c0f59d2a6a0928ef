import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readPage, readPages } from './search.ts'

export const pagesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages',
    validateSearch: readPages,
    component: lazyScreen(() => import('./PagesScreen.tsx'), 'PagesScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId',
    validateSearch: readPage,
    component: lazyScreen(() => import('./PageScreen.tsx'), 'PageScreen'),
  }),
] as const
