import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { oneOf, text } from '../ui/address.ts'
import { type AssetState, type AssetType, assetStates, assetTypes } from './words.ts'

export type AssetsSearch = {
  query?: string | undefined
  type?: AssetType | undefined
  /** Active ones when left out. */
  state?: AssetState | undefined
  /** The one whose details are open. */
  asset?: string | undefined
}

export const assetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/assets',
  validateSearch: (search): AssetsSearch => {
    const [query, type, asset] = [text(search.query), oneOf(assetTypes, search.type), text(search.asset)]
    const state = oneOf(assetStates, search.state)
    return {
      ...(query && { query }),
      ...(type && { type }),
      ...(state && state !== 'active' && { state }),
      ...(asset && { asset }),
    }
  },
  component: lazyRouteComponent(
    retryLoad(() => import('./AssetsScreen.tsx')),
    'AssetsScreen',
  ),
})

export const assetsRoutes = [assetsRoute] as const
