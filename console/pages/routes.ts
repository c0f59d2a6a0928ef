import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text } from '../ui/address.ts'
import {
  type PageSearch,
  type PageStatus,
  type PageType,
  pageStatuses,
  pageTabs,
  pageTypes,
} from './words.ts'

export type PagesSearch = {
  query?: string
  status?: PageStatus | 'deleted'
  type?: PageType
  create?: true
  /** The page whose questions are answered, and what it was made of. */
  questions?: string
  from?: string
}

export const pagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages',
  validateSearch: (search): PagesSearch => {
    const [query, status, type] = [
      text(search.query),
      oneOf([...pageStatuses, 'deleted'] as const, search.status),
      oneOf(pageTypes, search.type),
    ]
    const [questions, from] = [text(search.questions), text(search.from)]
    return {
      ...(questions && { questions }),
      ...(questions && from && { from }),
      ...(query && { query }),
      ...(status && { status }),
      ...(type && { type }),
      ...(search.create === true && { create: true }),
    }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./PagesScreen.tsx')),
    'PagesScreen',
  ),
})

export const pageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$pageId',
  validateSearch: (search): PageSearch => {
    const kept: PageSearch = { tab: oneOf(pageTabs, search.tab) }
    for (const name of [
      'query',
      'link',
      'domain',
      'range',
      'from',
      'to',
      'figure',
      'brand',
      'release',
    ] as const)
      kept[name] = text(search[name])
    if (search.archived === true) kept.archived = true
    if (search.create === true) kept.create = true
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./PageScreen.tsx')),
    'PageScreen',
  ),
})

export const pagesRoutes = [pagesRoute, pageRoute] as const
