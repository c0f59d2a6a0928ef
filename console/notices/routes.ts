import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readNotices } from './search.ts'

export const noticesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/notices',
    validateSearch: readNotices,
    component: lazyScreen(() => import('./NoticesScreen.tsx'), 'NoticesScreen'),
  }),
] as const
