import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { rootRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search): { to?: string | undefined; tenant?: string | undefined } => {
      const to = text(search.to)
      // Only to an address of the console itself. What is left out here would be kept as it is in the address.
      const isOwn = to && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in')
      return { to: isOwn ? to : undefined, tenant: text(search.tenant) }
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
    path: '/email',
    component: lazyRouteComponent(
      retryLoad(() => import('./EmailScreen.tsx')),
      'EmailScreen',
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
