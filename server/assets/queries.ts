import { isDeepStrictEqual } from 'node:util'
import { invalid, notFound, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { claimFile, lockFile } from '../files/queries.ts'
import { kindOf } from '../files/schema.ts'
import { newId } from '../ids.ts'
import { searchColumns, searchPage } from '../lists/search.ts'
import { SearchedList } from '../lists/searchedList.ts'
import { count, recount } from '../lists/tallies.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import {
  type AssetPatch,
  type AssetState,
  type AssetType,
  assetTypes,
  type FocalPoint,
  type NewAsset,
  typesOfKind,
} from './schema.ts'

/** An asset as stored; callers also see URLs. */
export type AssetRow = {
  assetId: string
  tenantId: string
  type: AssetType
  name: string
  purpose: string
  tags: string[]
  aiDescription: string | null
  parentAssetId: string | null
  hidden: boolean
  fileId: string
  hasPreview: boolean
  createdAt: string
  updatedAt: string
  trashedAt: string | null
  deletedAt: string | null
}

/** An asset after an operation, and whether the operation changed it. */
export type AssetChange = { asset: AssetRow; changed: boolean }

const columns = (db: Reader) => db`
  asset_id, tenant_id, type, name, purpose, tags, ai_description, parent_asset_id, hidden, file_id, has_preview,
  created_at, updated_at, trashed_at, deleted_at`

/** An asset in any state. */
export async function findAsset(
  db: Reader,
  tenantId: string,
  assetId: string,
): Promise<AssetRow | undefined> {
  const [asset] = await db<AssetRow[]>`
    select ${columns(db)} from assets where tenant_id = ${tenantId} and asset_id = ${assetId}`
  return asset
}

export async function getAsset(db: Reader, tenantId: string, assetId: string): Promise<AssetRow> {
  return (await findAsset(db, tenantId, assetId)) ?? notFound('asset', assetId)
}

/** The undeleted images among these assets, each with its file. */
export async function findPictures(
  db: Reader,
  tenantId: string,
  assetIds: string[],
): Promise<Map<string, string>> {
  if (assetIds.length === 0) return new Map()
  const rows = await db<{ assetId: string; fileId: string }[]>`
    select asset_id, file_id from assets
    where tenant_id = ${tenantId} and asset_id = any(${assetIds}) and deleted_at is null
      and type = any(${[...typesOfKind.image]})`
  return new Map(rows.map(({ assetId, fileId }) => [assetId, fileId]))
}

/**
 * Creates an asset from an uploaded file. A repeat with the same idempotency key returns the first asset, whatever
 * happened to its file since; `changed` distinguishes the two. `noFile` is thrown if there is no such file.
 */
export async function insertAsset(
  tx: Tx,
  tenantId: string,
  { assetType, name, purpose, fileId, parentAssetId, hidden = false, idempotencyKey }: NewAsset,
  noFile: () => Problem,
): Promise<AssetChange> {
  const print = fingerprint({ assetType, name, purpose, fileId, parentAssetId, hidden })
  const first = await findRepeat(tx, tenantId, idempotencyKey, print)
  if (first) return { asset: first, changed: false }
  const file = await claimFile(tx, tenantId, fileId)
  if (!file) throw noFile()
  if (!typesOfKind[kindOf(file.mediaType)].includes(assetType))
    throw invalid('/assetType', `does not fit a file of type ${file.mediaType}`)
  if (parentAssetId !== undefined && (await findAsset(tx, tenantId, parentAssetId))?.deletedAt !== null)
    throw invalid('/parentAssetId', 'does not match an asset')
  const row = {
    tenantId,
    assetId: newId('asset'),
    type: assetType,
    ...{ name, purpose, hidden, fileId },
    hasPreview: file.previewSize !== null,
    parentAssetId: parentAssetId ?? null,
    idempotencyKey: idempotencyKey ?? null,
    fingerprint: print,
    ...searchColumns(name, purpose),
  }
  const [asset] = await tx<AssetRow[]>`
    insert into assets ${tx.values(row)} on conflict on constraint assets_idempotency_key do nothing
    returning ${columns(tx)}`
  if (asset) {
    recount(tx, tenantId, [], scopesOf(asset), 'assets_revision')
    return { asset, changed: true }
  }
  // Another transaction just used the key, and this statement waited for it.
  return { asset: (await findRepeat(tx, tenantId, idempotencyKey, print)) as AssetRow, changed: false }
}

async function findRepeat(
  tx: Tx,
  tenantId: string,
  key: string | undefined,
  print: Buffer,
): Promise<AssetRow | undefined> {
  if (key === undefined) return undefined
  const [first] = await tx<(AssetRow & { fingerprint: Buffer })[]>`
    select ${columns(tx)}, fingerprint from assets where tenant_id = ${tenantId} and idempotency_key = ${key}`
  if (!first) return undefined
  const { fingerprint, ...asset } = first
  demandSameRequest(fingerprint, print, key)
  return asset
}

/** The editable fields of an asset. */
function editable({ name, purpose, tags, aiDescription, hidden, type }: AssetRow) {
  return { name, purpose, tags, aiDescription, hidden, type }
}

/** Applies a patch. One without changes leaves the asset and its `updatedAt` as they are. */
export async function updateAsset(
  tx: Tx,
  tenantId: string,
  assetId: string,
  { assetType, ...patch }: AssetPatch & { aiDescription?: string | null },
): Promise<AssetChange> {
  const before = await lockAsset(tx, tenantId, assetId)
  refuseDeleted(before)
  if (assetType && !typesOfKind.image.includes(before.type))
    throw invalid('/assetType', `does not fit an asset of type ${before.type}`)
  const after = editable({ ...before, ...patch, type: assetType ?? before.type })
  if (isDeepStrictEqual(after, editable(before))) return { asset: before, changed: false }
  noteChange(tx, { before: { ...editable(before), assetType: before.type } })
  const { name, purpose, tags, aiDescription } = after
  const [asset] = await tx<AssetRow[]>`
    update assets set ${tx.set({ ...after, ...searchColumns(name, purpose, ...tags, aiDescription) })}, updated_at = now()
    where tenant_id = ${tenantId} and asset_id = ${assetId} returning ${columns(tx)}`
  recount(tx, tenantId, scopesOf(before), scopesOf(asset as AssetRow), 'assets_revision')
  return { asset: asset as AssetRow, changed: true }
}

async function lockAsset(tx: Tx, tenantId: string, assetId: string): Promise<AssetRow> {
  const [asset] = await tx<AssetRow[]>`
    select ${columns(tx)} from assets where tenant_id = ${tenantId} and asset_id = ${assetId} for update`
  return asset ?? notFound('asset', assetId)
}

function refuseDeleted({ assetId, deletedAt }: AssetRow) {
  if (deletedAt !== null) throw new Problem('state_conflict', `The asset ${assetId} is permanently deleted.`)
}

/** The focal point of an image, or its centre. */
export async function getFocalPoint(db: Reader, tenantId: string, assetId: string): Promise<FocalPoint> {
  const [row] = await db<FocalPoint[]>`
    select coalesce(focal_x, 0.5) as x, coalesce(focal_y, 0.5) as y from assets
    where tenant_id = ${tenantId} and asset_id = ${assetId}`
  return row ?? notFound('asset', assetId)
}

/** Null resets it. */
export async function setFocalPoint(
  tx: Tx,
  tenantId: string,
  assetId: string,
  point: FocalPoint | null,
): Promise<AssetChange> {
  const before = await lockAsset(tx, tenantId, assetId)
  refuseDeleted(before)
  if (!typesOfKind.image.includes(before.type)) throw invalid('', 'is only for images')
  const [[old], [asset]] = await Promise.all([
    tx<{ x: number | null; y: number | null }[]>`
      select focal_x as x, focal_y as y from assets where tenant_id = ${tenantId} and asset_id = ${assetId}`,
    tx<AssetRow[]>`
      update assets set focal_x = ${point?.x ?? null}, focal_y = ${point?.y ?? null}, updated_at = now()
      where tenant_id = ${tenantId} and asset_id = ${assetId} returning ${columns(tx)}`,
  ])
  noteChange(tx, { label: before.name, before: old ?? {}, after: point ?? { x: null, y: null } })
  count(tx, tenantId, { assets_revision: 1 })
  notifySite(tx, tenantId)
  return { asset: asset as AssetRow, changed: true }
}

/** Moves an asset to the trash or restores it. */
export async function setTrashed(
  tx: Tx,
  tenantId: string,
  assetId: string,
  trashed: boolean,
): Promise<AssetChange> {
  const before = await lockAsset(tx, tenantId, assetId)
  refuseDeleted(before)
  if (trashed === (before.trashedAt !== null)) return { asset: before, changed: false }
  const [asset] = await tx<AssetRow[]>`
    update assets set trashed_at = ${trashed ? tx`now()` : null}, updated_at = now()
    where tenant_id = ${tenantId} and asset_id = ${assetId} returning ${columns(tx)}`
  recount(tx, tenantId, scopesOf(before), scopesOf(asset as AssetRow), 'assets_revision')
  return { asset: asset as AssetRow, changed: true }
}

/** Permanently deletes an asset; `fileFree` means that no other asset uses its file. */
export async function markDeleted(
  tx: Tx,
  tenantId: string,
  assetId: string,
): Promise<AssetChange & { fileFree: boolean }> {
  const { fileId } = await getAsset(tx, tenantId, assetId)
  // The file first, as in `insertAsset`, so that two transactions can't deadlock.
  await lockFile(tx, tenantId, fileId)
  const before = await lockAsset(tx, tenantId, assetId)
  if (before.deletedAt !== null) return { asset: before, changed: false, fileFree: false }
  const [asset] = await tx<AssetRow[]>`
    update assets set deleted_at = now(), updated_at = now()
    where tenant_id = ${tenantId} and asset_id = ${assetId} returning ${columns(tx)}`
  recount(tx, tenantId, scopesOf(before), scopesOf(asset as AssetRow), 'assets_revision')
  notifySite(tx, tenantId)
  const [user] = await tx`
    select asset_id from assets
    where tenant_id = ${tenantId} and file_id = ${fileId} and deleted_at is null limit 1`
  return { asset: asset as AssetRow, changed: true, fileFree: !user }
}

export type AssetFilters = { assetType?: AssetType; state?: AssetState }

/** Assets in a state whose name, purpose, tags and description contain every word of a query. */
export const openAssetList = () =>
  new SearchedList<AssetRow, AssetFilters>({
    revision: 'assets_revision',
    rows(db, tenantId, { assetType, state = 'active' }) {
      const ofType = assetType ? db`and type = ${assetType}` : db``
      // Active assets have their own indexes, whose condition is `listed`.
      const inState = state === 'active' ? db`listed` : db`state = ${state}`
      return {
        table: 'assets',
        id: 'asset_id',
        columns: columns(db),
        where: db`tenant_id = ${tenantId} and ${inState} ${ofType}`,
        tallies: (assetType ? [assetType] : assetTypes).map((type) => tallyOf(state, type)),
      }
    },
  })

/** The tallies that count an asset. */
function scopesOf({ type, hidden, trashedAt, deletedAt }: AssetRow): string[] {
  if (deletedAt !== null) return []
  return [tallyOf(trashedAt !== null ? 'trashed' : hidden ? 'hidden' : 'active', type)]
}

function tallyOf(state: AssetState, type: AssetType) {
  return state === 'active' ? `assets:${type}` : `assets:${state}:${type}`
}

/** The best matches of a query, without the total. */
export async function findAssets(
  db: Reader,
  tenantId: string,
  query: string,
  most: number,
): Promise<AssetRow[]> {
  const where = db`tenant_id = ${tenantId} and listed`
  const searchable = { table: 'assets', id: 'asset_id', columns: columns(db), where }
  const found = await searchPage<AssetRow>(db, searchable, query, { limit: most, after: undefined })
  return found.slice(0, most)
}
