import { createRoute } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { reader, text } from '../ui/address.ts'

export const contentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/pages/$pageId/audiences/$audienceId/edit',
    /** The block that is selected first. */
    validateSearch: reader({ block: text }),
    component: lazyScreen(() => import('./DraftScreen.tsx'), 'DraftScreen'),
  }),
] as const
