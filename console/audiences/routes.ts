import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readStudio } from './search.ts'

export const audiencesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/audiences/$audienceId',
    validateSearch: readStudio,
    component: lazyScreen(() => import('./studio/StudioScreen.tsx'), 'StudioScreen'),
  }),
] as const
