import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'

/** `guide` opens the first steps again. */
export type HomeSearch = { guide?: true | undefined }

export const homeScreenRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/home',
  validateSearch: (search): HomeSearch => (search.guide === true ? { guide: true } : {}),
  component: lazyRouteComponent(
    retryLoad(() => import('./HomeScreen.tsx')),
    'HomeScreen',
  ),
})

export const homeRoutes = [homeScreenRoute] as const
