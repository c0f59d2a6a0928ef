import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readLinks } from './search.ts'

export const linksRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/links',
    validateSearch: readLinks,
    component: lazyScreen(() => import('./LinksScreen.tsx'), 'LinksScreen'),
  }),
] as const
