import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { choice, flag, readSearch, text } from '../ui/address.ts'
import { type PageSearch, pageStatuses, pageTabs, pageTypes } from './words.ts'

const readPages = readSearch({
  query: text,
  status: choice([...pageStatuses, 'deleted'] as const),
  type: choice(pageTypes),
  sort: text,
  create: flag,
})
export type PagesSearch = ReturnType<typeof readPages>

export const pagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages',
  validateSearch: readPages,
  component: lazyRouteComponent(
    retryLoad(() => import('./PagesScreen.tsx')),
    'PagesScreen',
  ),
})

const readPage: (search: Record<string, unknown>) => PageSearch = readSearch({
  tab: choice(pageTabs),
  query: text,
  archived: flag,
  create: flag,
  link: text,
  domain: text,
  range: text,
  from: text,
  to: text,
  figure: text,
  brand: text,
  release: text,
  stage: text,
  kind: text,
  open: text,
})

export const pageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$pageId',
  validateSearch: readPage,
  component: lazyRouteComponent(
    retryLoad(() => import('./PageScreen.tsx')),
    'PageScreen',
  ),
})

export const pagesRoutes = [pagesRoute, pageRoute] as const
