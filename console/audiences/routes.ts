import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text } from '../ui/address.ts'

export const studioSides = ['chat', 'changes', 'page'] as const
export type StudioSide = (typeof studioSides)[number]

export type StudioSearch = {
  /** The version that is open; the newest when left out. */
  version?: string
  /** What stands beside the page, or, on a phone, what is in sight. */
  side?: StudioSide
  /** What the open version is compared with; the published one when left out. */
  against?: string
}

export const studioRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$pageId/audiences/$audienceId',
  validateSearch: (search): StudioSearch => {
    const [version, side, against] = [
      text(search.version),
      oneOf(studioSides, search.side),
      text(search.against),
    ]
    return { ...(version && { version }), ...(side && { side }), ...(against && { against }) }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./studio/StudioScreen.tsx')),
    'StudioScreen',
  ),
})

export const audiencesRoutes = [studioRoute] as const
