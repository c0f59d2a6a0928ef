import type { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { discardFile } from '../files/removal.ts'
import { enqueue } from '../queue/jobs.ts'
import { emit } from '../webhooks/events.ts'
import { presentAsset } from './present.ts'
import {
  type AssetChange,
  insertAsset,
  markDeleted,
  setFocalPoint,
  setTrashed,
  updateAsset,
} from './queries.ts'
import { type Asset, type AssetPatch, type FocalPoint, type NewAsset, typesOfKind } from './schema.ts'

type AssetContext = Pick<AppContext, 'config' | 'sign' | 'publicUrl'>

/**
 * Creates an asset from an uploaded file; `noFile` is thrown if there is none. After the commit, a new image is
 * described if a model with vision is configured.
 */
export async function createAsset(
  context: AssetContext,
  tx: Tx,
  tenantId: string,
  input: NewAsset,
  noFile: () => Problem,
): Promise<Asset> {
  const made = await insertAsset(tx, tenantId, input, noFile)
  const { assetId, type } = made.asset
  if (made.changed && context.config.model?.seesImages && typesOfKind.image.includes(type))
    enqueue(tx, 'describe_image', tenantId, { key: assetId })
  return announce(context, tx, tenantId, 'asset.created', made)
}

export async function patchAsset(
  context: AssetContext,
  tx: Tx,
  tenantId: string,
  assetId: string,
  patch: AssetPatch & { aiDescription?: string | null },
): Promise<Asset> {
  return announce(context, tx, tenantId, 'asset.updated', await updateAsset(tx, tenantId, assetId, patch))
}

/** Sets the point of an image that stays visible when pages crop it; null stands for its centre. */
export async function changeFocalPoint(
  context: AssetContext,
  tx: Tx,
  tenantId: string,
  assetId: string,
  point: FocalPoint | null,
): Promise<void> {
  announce(context, tx, tenantId, 'asset.updated', await setFocalPoint(tx, tenantId, assetId, point))
}

export async function trashAsset(context: AssetContext, tx: Tx, tenantId: string, assetId: string) {
  return announce(context, tx, tenantId, 'asset.updated', await setTrashed(tx, tenantId, assetId, true))
}

export async function restoreAsset(context: AssetContext, tx: Tx, tenantId: string, assetId: string) {
  return announce(context, tx, tenantId, 'asset.updated', await setTrashed(tx, tenantId, assetId, false))
}

/** Permanently deletes an asset, and its file unless another asset uses it. */
export async function deleteAsset(context: AssetContext, tx: Tx, tenantId: string, assetId: string) {
  const { fileFree, ...deleted } = await markDeleted(tx, tenantId, assetId)
  if (fileFree) await discardFile(tx, tenantId, deleted.asset.fileId)
  announce(context, tx, tenantId, 'asset.updated', deleted)
}

/** Emits an event if something changed, and returns the asset as callers see it. */
function announce(
  context: AssetContext,
  tx: Tx,
  tenantId: string,
  type: 'asset.created' | 'asset.updated',
  { asset: row, changed }: AssetChange,
): Asset {
  const asset = presentAsset(context, row)
  if (changed) emit(tx, tenantId, type, asset)
  return asset
}
