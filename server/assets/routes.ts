import { invalid, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { MatchCounts, type SearchKey } from '../lists/search.ts'
import { type PageRequest, Pager } from '../web/paging.ts'
import { Empty, Params } from '../web/schema.ts'
import { presentAsset } from './present.ts'
import { type AssetFilters, getAsset, getFocalPoint, searchAssets } from './queries.ts'
import {
  Asset,
  AssetInput,
  AssetListQuery,
  AssetPage,
  AssetPatch,
  AssetQuery,
  AssetRegistration,
  FocalPoint,
} from './schema.ts'
import { changeFocalPoint, createAsset, deleteAsset, patchAsset, restoreAsset, trashAsset } from './verbs.ts'

const params = Params({ asset_id: 'asset' })

export function assetRoutes(app: App, context: AppContext) {
  const { db, sign } = context
  const counts = new MatchCounts('assets_revision')

  const list = async (
    operation: string,
    tenantId: string,
    { cursor, limit, ...filters }: AssetFilters & PageRequest,
  ) => {
    const pager = new Pager<SearchKey>(sign, { cursor, limit }, operation, tenantId, filters)
    const { rows, total } = await db.inSnapshot((read) =>
      searchAssets(read, counts, tenantId, filters, pager.request),
    )
    const { items, ...page } = pager.page(rows, total, ({ tier, assetId }) => [tier, assetId])
    return { ...page, items: items.map((row) => presentAsset(context, row)) }
  }

  app.get(
    '/v0/assets/search',
    {
      schema: {
        operationId: 'searchAssets',
        summary: 'Search assets',
        description:
          'Searches name, purpose, tags and description. Hidden, trashed and deleted assets are excluded.',
        querystring: AssetQuery,
        response: { 200: AssetPage },
      },
      config: { scope: 'read' },
    },
    ({ tenantId, query }) => list('searchAssets', tenantId, query),
  )

  app.get(
    '/v0/assets',
    {
      schema: {
        operationId: 'listAssets',
        summary: 'List assets by state',
        description: 'Newest first; with `query`, best match first, as in search.',
        querystring: AssetListQuery,
        response: { 200: AssetPage },
      },
      config: { scope: 'read', beyond: true },
    },
    ({ tenantId, query }) => list('listAssets', tenantId, query),
  )

  app.post(
    '/v0/assets',
    {
      schema: {
        operationId: 'createAsset',
        summary: 'Create an image asset',
        description: 'From an uploaded image.',
        body: AssetInput,
        response: { 201: Asset },
      },
      config: { scope: 'write', problems: ['key_reused'] },
    },
    async ({ tenantId, body }) => {
      const noFile = () => invalid('/fileId', 'does not match a file')
      return await db.inTransaction((tx) => createAsset(context, tx, tenantId, body, noFile))
    },
  )

  app.post(
    '/v0/files/:file_id/asset',
    {
      schema: {
        operationId: 'registerFile',
        summary: 'Create an asset of any type',
        description: 'Images can be an image, logo or icon; videos a video; HTML a custom component.',
        params: Params({ file_id: 'file' }),
        body: AssetRegistration,
        response: { 201: Asset },
      },
      config: { scope: 'write', beyond: true, problems: ['key_reused'] },
    },
    async ({ tenantId, params: { file_id: fileId }, body }) => {
      const noFile = () => new Problem('not_found', `There is no file ${fileId.slice(0, 100)}.`)
      const input = { ...body, fileId }
      return await db.inTransaction((tx) => createAsset(context, tx, tenantId, input, noFile))
    },
  )

  app.get(
    '/v0/assets/:asset_id',
    {
      schema: {
        operationId: 'getAsset',
        summary: 'Get an asset, in any state',
        params,
        response: { 200: Asset },
      },
      config: { scope: 'read' },
    },
    async ({ tenantId, params }) => presentAsset(context, await getAsset(db.read, tenantId, params.asset_id)),
  )

  app.patch(
    '/v0/assets/:asset_id',
    {
      schema: {
        operationId: 'updateAsset',
        summary: 'Change an asset',
        description: 'Only the given fields change.',
        params,
        body: AssetPatch,
        response: { 200: Asset },
      },
      config: { scope: 'write', beyond: true, problems: ['state_conflict'] },
    },
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => patchAsset(context, tx, tenantId, params.asset_id, body)),
  )

  app.get(
    '/v0/assets/:asset_id/focal_point',
    {
      schema: {
        operationId: 'getAssetFocalPoint',
        summary: 'Get the focal point of an image',
        description: 'The centre by default.',
        params,
        response: { 200: FocalPoint },
      },
      config: { scope: 'read', beyond: true },
    },
    ({ tenantId, params }) => getFocalPoint(db.read, tenantId, params.asset_id),
  )

  app.put(
    '/v0/assets/:asset_id/focal_point',
    {
      schema: {
        operationId: 'setAssetFocalPoint',
        summary: 'Choose the focal point of an image',
        description: 'It stays visible where pages crop the image.',
        params,
        body: FocalPoint,
        response: { 200: FocalPoint },
      },
      config: { scope: 'publish', beyond: true, problems: ['state_conflict'] },
    },
    async ({ tenantId, params, body }) => {
      await db.inTransaction((tx) => changeFocalPoint(context, tx, tenantId, params.asset_id, body))
      return body
    },
  )

  app.delete(
    '/v0/assets/:asset_id/focal_point',
    {
      schema: {
        operationId: 'clearAssetFocalPoint',
        summary: 'Reset the focal point of an image',
        params,
      },
      config: { scope: 'publish', beyond: true, problems: ['state_conflict'] },
    },
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => changeFocalPoint(context, tx, tenantId, params.asset_id, null))
    },
  )

  const verbs = { trash: trashAsset, restore: restoreAsset }
  for (const [verb, move] of Object.entries(verbs))
    app.post(
      `/v0/assets/:asset_id/${verb}`,
      {
        schema: {
          operationId: `${verb}Asset`,
          summary: verb === 'trash' ? 'Move an asset to the trash' : 'Restore an asset from the trash',
          description: 'An asset already in that state is returned unchanged.',
          params,
          body: Empty,
          response: { 200: Asset },
        },
        config: { scope: 'write', beyond: true, problems: ['state_conflict'] },
      },
      ({ tenantId, params }) => db.inTransaction((tx) => move(context, tx, tenantId, params.asset_id)),
    )

  app.delete(
    '/v0/assets/:asset_id',
    {
      schema: {
        operationId: 'deleteAsset',
        summary: 'Permanently delete an asset',
        description:
          'The file is deleted too, unless another asset uses it. Repeating the request has no effect.',
        params,
      },
      config: { scope: 'publish', beyond: true },
    },
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => deleteAsset(context, tx, tenantId, params.asset_id))
    },
  )
}
