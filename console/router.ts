import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { keys } from './api/keys.ts'
import { isTransient, isUnreachable, ProblemError } from './api/problem.ts'
import { isSessionOver, type SessionEnd } from './api/sessionEnd.ts'
import { screens } from './screens.ts'
import { ShareHost } from './share/ShareHost.tsx'
import { homeRoute, rootRoute, shellRoute } from './shell/routes.ts'
import { ErrorScreen, NotFoundScreen } from './shell/screens.tsx'
import { signInRoutes } from './signIn/routes.ts'

/** The session's event stream gives the reason for its end slightly later than a request is rejected. */
const untilReasonMs = 500
let leaving: ReturnType<typeof setTimeout> | undefined

function leaveWhenSignedOut(error: unknown) {
  // Wrong passwords and codes also return 401, but don't end a session. Before the first sign-in there is none.
  const isEnd = error instanceof ProblemError && error.code === 'session_missing'
  if (isEnd && !isOutside() && client.getQueryData(keys.session))
    leaving ??= setTimeout(leaveIfOver, untilReasonMs)
}

/** Another tab may have signed the user in again meanwhile. */
async function leaveIfOver() {
  leaving = undefined
  if (await isSessionOver()) leave('ended')
}

function isOutside(): boolean {
  return ['/sign-in', '/invitation'].includes(router.state.location.pathname)
}

/** After the end of a session, the user signs in and returns to the same place. */
function leave(reason: SessionEnd) {
  clearTimeout(leaving)
  leaving = undefined
  if (isOutside()) return
  const { href } = router.state.location
  client.removeQueries({ queryKey: keys.session })
  // Removed members can't return.
  const to = reason === 'removed' ? undefined : href
  void router.navigate({ to: '/sign-in', search: { to, ended: reason } })
}

export const client = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      // Long enough for parts of a screen to share a response, short enough to refetch when going back.
      staleTime: 2_000,
      // Rejected requests are not retried. While the service is unreachable, retries wait for it.
      retry: (count, error) => count < (isUnreachable(error) ? 3 : 2) && isTransient(error),
    },
  },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, ...signInRoutes, shellRoute.addChildren(screens)]),
  basepath: '/console',
  context: { client, leave },
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
  InnerWrap: ShareHost,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
