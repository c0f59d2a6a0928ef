import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { choice, readSearch, text } from '../ui/address.ts'
import { assetStates, assetTypes } from './words.ts'

const readAssets = readSearch({
  query: text,
  type: choice(assetTypes),
  /** Active ones when left out. */
  state: choice(assetStates.filter((state) => state !== 'active')),
  /** The one whose details are open. */
  asset: text,
})
export type AssetsSearch = ReturnType<typeof readAssets>

export const assetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/assets',
  validateSearch: readAssets,
  component: lazyRouteComponent(
    retryLoad(() => import('./AssetsScreen.tsx')),
    'AssetsScreen',
  ),
})

export const assetsRoutes = [assetsRoute] as const
