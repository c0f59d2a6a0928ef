import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { readStudio } from './search.ts'

export const audiencesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/audiences/$audienceId',
    validateSearch: readStudio,
    component: lazyRouteComponent(
      retryLoad(() => import('./studio/StudioScreen.tsx')),
      'StudioScreen',
    ),
  }),
] as const
