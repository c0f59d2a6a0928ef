import { createRoute } from '@tanstack/react-router'
import { type SessionEnd, sessionEnds } from '../api/sessionEnd.ts'
import { lazyScreen, requireSession, rootRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'

type SignInSearch = {
  to?: string | undefined
  tenant?: string | undefined
  ended?: SessionEnd | undefined
}

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search): SignInSearch => {
      const to = text(search.to)
      // Only paths of the console are allowed. An explicit undefined removes others from the URL.
      const isOwn = to && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in')
      const ended = sessionEnds.find((end) => end === search.ended)
      return { to: isOwn ? to : undefined, tenant: text(search.tenant), ended }
    },
    component: lazyScreen(() => import('./SignInScreen.tsx'), 'SignInScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/provider',
    component: lazyScreen(() => import('./ProviderReturn.tsx'), 'ProviderReturn'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/email',
    component: lazyScreen(() => import('./EmailScreen.tsx'), 'EmailScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    component: lazyScreen(() => import('./InvitationScreen.tsx'), 'InvitationScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/connect/$uid',
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./ConnectScreen.tsx'), 'ConnectScreen'),
  }),
] as const
