import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists } from '../api/lists.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt, notify } from '../ui/notify.tsx'
import type { AssetsSearch } from './search.ts'
import { uploadPicture } from './uploads.ts'
import type { Asset, AssetType } from './words.ts'

export function assetsQuery({ query, type, state }: AssetsSearch) {
  const filters = {
    state: state ?? ('active' as const),
    ...(query && { query }),
    ...(type && { assetType: type }),
  }
  return listQuery<Asset>(keys.assets.list(filters), (page, signal) =>
    api.assets.list({ ...filters, ...page }, { signal }),
  )
}

export function assetQuery(assetId: string) {
  return readQuery(keys.assets.one(assetId), (call) => api.assets.get(assetId, call))
}

export type AssetPatch = NonNullable<Parameters<typeof patch>[1]>

function patch(
  assetId: string,
  body: Partial<Pick<Asset, 'name' | 'purpose' | 'tags' | 'hidden'>> & ImagePatch,
) {
  return api.assets.update(assetId, body)
}
type ImagePatch = { assetType?: 'image' | 'logo' | 'icon' }

export function useSaveAsset(assetId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AssetPatch) => patch(assetId, body),
    onSuccess: (asset, body) => {
      client.setQueryData(assetQuery(assetId).queryKey, asset)
      editLists<Asset>(client, keys.assets.all, (row) => (row.assetId === assetId ? asset : row))
      // The asset may belong to another list now.
      if (body.hidden !== undefined || body.assetType !== undefined)
        void refreshLists(client, keys.assets.all)
    },
  })
}

/** Actions on an asset: applied at once and undoable for ten seconds, except permanent deletion. */
export function useAssetVerbs() {
  const client = useQueryClient()
  const run = async (asset: Asset, work: () => Promise<unknown>) => {
    const revert = editLists<Asset>(client, keys.assets.all, (row) =>
      row.assetId === asset.assetId ? undefined : row,
    )
    if (!(await attempt(work, undefined, { revert }))) return false
    void client.invalidateQueries({ queryKey: assetQuery(asset.assetId).queryKey })
    void refreshLists(client, keys.assets.all)
    return true
  }
  const trash = (asset: Asset) => run(asset, () => api.assets.trash(asset.assetId))
  const restore = (asset: Asset) => run(asset, () => api.assets.restore(asset.assetId))
  return {
    async trash(asset: Asset) {
      if (await trash(asset)) notify(`${asset.name} moved to trash`, { undo: () => restore(asset) })
    },
    async restore(asset: Asset) {
      if (await restore(asset)) notify(`${asset.name} restored`, { undo: () => trash(asset) })
    },
    async deleteForGood(asset: Asset) {
      const confirmed = await confirm({
        title: `Delete ${asset.name} for good?`,
        body: 'It disappears from every page that uses it. This can’t be undone.',
        action: 'Delete permanently',
        danger: true,
      })
      if (!confirmed) return false
      const gone = await run(asset, () => api.assets.delete(asset.assetId))
      if (gone) notify(`${asset.name} deleted`)
      return gone
    },
  }
}

export function usePictureUpload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, type }: { file: File; type: AssetType }) => uploadPicture(file, type),
    onSuccess: (asset) => {
      client.setQueryData(assetQuery(asset.assetId).queryKey, asset)
      void refreshLists(client, keys.assets.all)
    },
  })
}
