import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text } from '../ui/address.ts'

export type NoticesSearch = {
  /** Notices when left out. */
  tab?: 'channels' | undefined
  /** The channel whose panel is open, `console`, or `new`. */
  channel?: string | undefined
}

export const noticesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notices',
  validateSearch: (search): NoticesSearch => {
    const [tab, channel] = [oneOf(['channels'], search.tab), text(search.channel)]
    return { ...(tab && { tab }), ...(channel && { channel }) }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./NoticesScreen.tsx')),
    'NoticesScreen',
  ),
})

export const noticesRoutes = [noticesRoute] as const
