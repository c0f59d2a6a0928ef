import { createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen, shellRoute } from '../shell/routes.ts'
import { readPrograms } from './search.ts'

export const programsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/programs',
    validateSearch: readPrograms,
    component: lazyScreen(() => import('./ProgramsScreen.tsx'), 'ProgramsScreen'),
  }),
  // The former path of API keys, which bookmarks and e-mails link to.
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/keys',
    validateSearch: readPrograms,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/programs', search, replace: true })
    },
  }),
] as const
