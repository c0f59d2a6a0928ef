import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { reader, text } from '../ui/address.ts'

export const contentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/audiences/$audienceId/edit',
    /** The block that is selected first. */
    validateSearch: reader({ block: text }),
    component: lazyRouteComponent(
      retryLoad(() => import('./DraftScreen.tsx')),
      'DraftScreen',
    ),
  }),
] as const
