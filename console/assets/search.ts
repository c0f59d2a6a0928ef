import { oneOf, reader, text } from '../ui/address.ts'
import { type AssetState, assetStates, assetTypes } from './words.ts'

export const readAssets = reader({
  query: text,
  type: oneOf(assetTypes),
  /** Active assets if omitted. */
  state: oneOf<AssetState>(assetStates.filter((state) => state !== 'active')),
  /** The asset whose details are open. */
  asset: text,
})
export type AssetsSearch = ReturnType<typeof readAssets>
