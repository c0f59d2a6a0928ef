import type { AppContext } from '../context.ts'
import { fileAddress } from '../files/addresses.ts'
import type { AssetRow } from './queries.ts'
import type { Asset } from './schema.ts'

/** An asset as callers see it, with signed URLs. */
export function presentAsset(
  context: Pick<AppContext, 'sign' | 'publicUrl' | 'config'>,
  row: AssetRow,
): Asset {
  const { tenantId, fileId, deletedAt, trashedAt } = row
  const kept = deletedAt === null
  return {
    assetId: row.assetId,
    tenantId,
    name: row.name,
    purpose: row.purpose,
    tags: row.tags,
    aiDescription: row.aiDescription,
    parentAssetId: row.parentAssetId,
    hidden: row.hidden,
    data: { type: row.type, fileId },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    trashedAt,
    deletedAt,
    lifecycleState: kept ? (trashedAt === null ? 'active' : 'trashed') : 'deleted',
    downloadUrl: kept ? fileAddress(context, tenantId, fileId, 'original') : null,
    previewDownloadUrl: kept && row.hasPreview ? fileAddress(context, tenantId, fileId, 'preview') : null,
  }
}
