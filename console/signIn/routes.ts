import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { rootRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search): { to?: string; tenant?: string } => {
      const to = text(search.to)
      const tenant = text(search.tenant)
      // Only to an address of the console itself.
      const isOwn = to && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in')
      return { ...(isOwn && { to }), ...(tenant && { tenant }) }
    },
    component: lazyRouteComponent(
      retryLoad(() => import('./SignInScreen.tsx')),
      'SignInScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/provider',
    component: lazyRouteComponent(
      retryLoad(() => import('./ProviderReturn.tsx')),
      'ProviderReturn',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    component: lazyRouteComponent(
      retryLoad(() => import('./InvitationScreen.tsx')),
      'InvitationScreen',
    ),
  }),
] as const
