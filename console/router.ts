import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { accountsRoutes } from './accounts/routes.ts'
import { agentRoutes } from './agent/routes.ts'
import { keys } from './api/keys.ts'
import { isTransient, isUnreachable, ProblemError } from './api/problem.ts'
import { isSessionOver, type SessionEnd } from './api/sessionEnd.ts'
import { assetsRoutes } from './assets/routes.ts'
import { audiencesRoutes } from './audiences/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { batchesRoutes } from './batches/routes.ts'
import { brandsRoutes } from './brands/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { fieldsRoutes } from './fields/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { linksRoutes } from './links/routes.ts'
import { noticesRoutes } from './notices/routes.ts'
import { pagesRoutes } from './pages/routes.ts'
import { personsRoutes } from './persons/routes.ts'
import { programsRoutes } from './programs/routes.ts'
import { releasesRoutes } from './releases/routes.ts'
import { ShareHost } from './share/ShareHost.tsx'
import { homeRoute, rootRoute, shellRoute } from './shell/routes.ts'
import { ErrorScreen, NotFoundScreen } from './shell/screens.tsx'
import { signInRoutes } from './signIn/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { terminalRoutes } from './terminal/routes.ts'
import { visitsRoutes } from './visits/routes.ts'
import { webhooksRoutes } from './webhooks/routes.ts'
import { youRoutes } from './you/routes.ts'

/** Each noun has its own routes. */
const screens = shellRoute.addChildren([
  ...homeRoutes,
  ...pagesRoutes,
  ...releasesRoutes,
  ...contentRoutes,
  ...audiencesRoutes,
  ...accountsRoutes,
  ...personsRoutes,
  ...assetsRoutes,
  ...brandsRoutes,
  ...linksRoutes,
  ...batchesRoutes,
  ...visitsRoutes,
  ...noticesRoutes,
  ...agentRoutes,
  ...fieldsRoutes,
  ...webhooksRoutes,
  ...programsRoutes,
  ...teamRoutes,
  ...youRoutes,
  ...terminalRoutes,
  ...auditRoutes,
])

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
  routeTree: rootRoute.addChildren([homeRoute, ...signInRoutes, screens]),
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
