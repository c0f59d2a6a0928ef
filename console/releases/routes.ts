import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { choice, readSearch, text } from '../ui/address.ts'
import { stages } from './stages.ts'

export const conflictsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$pageId/conflicts',
  component: lazyRouteComponent(
    retryLoad(() => import('./ConflictsScreen.tsx')),
    'ConflictsScreen',
  ),
})

const readReleases = readSearch({
  stage: choice(stages),
  kind: choice(['release', 'schedule', 'batch'] as const),
  pageId: text,
  query: text,
  /** The release whose panel is open, after `undo:` if it is about to be undone. */
  open: text,
})
export type ReleasesSearch = ReturnType<typeof readReleases>

export const releasesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases',
  validateSearch: readReleases,
  component: lazyRouteComponent(
    retryLoad(() => import('./ReleasesScreen.tsx')),
    'ReleasesScreen',
  ),
})

export const releasesRoutes = [conflictsRoute, releasesRoute] as const
