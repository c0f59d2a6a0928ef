import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { ProblemError } from '../api/problem.ts'
import { sessionQuery } from '../api/session.ts'
import type { SessionEnd } from '../api/sessionEnd.ts'
import { Frame } from './Frame.tsx'
import { Shell } from './Shell.tsx'

type RouterContext = { client: QueryClient; leave: (reason: SessionEnd) => void }
export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Frame })

type RouteArguments = { context: RouterContext; location: { href: string } }

/** Redirects users without a session to the sign-in screen, and back afterwards. */
export async function requireSession({ context: { client }, location }: RouteArguments): Promise<void> {
  try {
    await client.ensureQueryData(sessionQuery)
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401)
      throw redirect({ to: '/sign-in', search: { to: location.href } })
    throw error
  }
}

/** The layout of all screens that need a session. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  component: Shell,
})

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home' })
  },
})

/** A screen whose script is loaded when it is opened, also while the service restarts. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(retryLoad(load), name)
