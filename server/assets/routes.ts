import type { Static } from 'typebox'
import { invalid, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { Empty } from '../web/schema.ts'
import { presentAsset } from './present.ts'
import { getAsset, getFocalPoint, openAssetList } from './queries.ts'
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

export function assetRoutes(app: App, context: AppContext) {
  const { db } = context
  const assets = openAssetList()
  const list = async (operationId: string, tenantId: string, query: Static<typeof AssetListQuery>) => {
    const { items, ...page } = await assets.read(context, operationId, tenantId, query)
    return { ...page, items: items.map((row) => presentAsset(context, row)) }
  }

  app.get(
    '/v0/assets/search',
    operation('searchAssets', 'Search assets', {
      scope: 'read',
      isContract: true,
      description:
        'Searches name, purpose, tags and description. Hidden, trashed and deleted assets are excluded.',
      querystring: AssetQuery,
      response: { 200: AssetPage },
    }),
    ({ tenantId, query }) => list('searchAssets', tenantId, query),
  )

  app.get(
    '/v0/assets',
    operation('listAssets', 'List assets by state', {
      scope: 'read',
      description: 'Newest first; with `query`, best match first, as in search.',
      querystring: AssetListQuery,
      response: { 200: AssetPage },
    }),
    ({ tenantId, query }) => list('listAssets', tenantId, query),
  )

  app.post(
    '/v0/assets',
    operation('createAsset', 'Create an image asset', {
      scope: 'write',
      isContract: true,
      description: 'From an uploaded image.',
      body: AssetInput,
      response: { 201: Asset },
      problems: ['key_reused'],
    }),
    async ({ tenantId, body }) => {
      const noFile = () => invalid('/fileId', 'does not match a file')
      return await db.inTransaction((tx) => createAsset(context, tx, tenantId, body, noFile))
    },
  )

  app.post(
    '/v0/files/:file_id/asset',
    operation('registerFile', 'Create an asset of any type', {
      scope: 'write',
      description: 'Images can be an image, logo or icon; videos a video; HTML a custom component.',
      body: AssetRegistration,
      response: { 201: Asset },
      problems: ['key_reused'],
    }),
    async ({ tenantId, params: { file_id: fileId }, body }) => {
      const noFile = () => new Problem('not_found', `There is no file ${fileId.slice(0, 100)}.`)
      const input = { ...body, fileId }
      return await db.inTransaction((tx) => createAsset(context, tx, tenantId, input, noFile))
    },
  )

  app.get(
    '/v0/assets/:asset_id',
    operation('getAsset', 'Get an asset, in any state', {
      scope: 'read',
      isContract: true,
      response: { 200: Asset },
    }),
    async ({ tenantId, params }) => presentAsset(context, await getAsset(db.read, tenantId, params.asset_id)),
  )

  app.patch(
    '/v0/assets/:asset_id',
    operation('updateAsset', 'Change an asset', {
      scope: 'write',
      description: 'Only the given fields change.',
      body: AssetPatch,
      response: { 200: Asset },
      problems: ['state_conflict'],
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => patchAsset(context, tx, tenantId, params.asset_id, body)),
  )

  app.get(
    '/v0/assets/:asset_id/focal_point',
    operation('getAssetFocalPoint', 'Get the focal point of an image', {
      scope: 'read',
      description: 'The centre by default.',
      response: { 200: FocalPoint },
    }),
    ({ tenantId, params }) => getFocalPoint(db.read, tenantId, params.asset_id),
  )

  app.put(
    '/v0/assets/:asset_id/focal_point',
    operation('setAssetFocalPoint', 'Choose the focal point of an image', {
      scope: 'publish',
      description: 'It stays visible where pages crop the image.',
      body: FocalPoint,
      response: { 200: FocalPoint },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params, body }) => {
      await db.inTransaction((tx) => changeFocalPoint(context, tx, tenantId, params.asset_id, body))
      return body
    },
  )

  app.delete(
    '/v0/assets/:asset_id/focal_point',
    operation('clearAssetFocalPoint', 'Reset the focal point of an image', {
      scope: 'publish',
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => changeFocalPoint(context, tx, tenantId, params.asset_id, null))
    },
  )

  const verbs = { trash: trashAsset, restore: restoreAsset }
  for (const [verb, move] of Object.entries(verbs))
    app.post(
      `/v0/assets/:asset_id/${verb}`,
      operation(
        `${verb}Asset`,
        verb === 'trash' ? 'Move an asset to the trash' : 'Restore an asset from the trash',
        {
          scope: 'write',
          description: 'An asset already in that state is returned unchanged.',
          body: Empty,
          response: { 200: Asset },
          problems: ['state_conflict'],
        },
      ),
      ({ tenantId, params }) => db.inTransaction((tx) => move(context, tx, tenantId, params.asset_id)),
    )

  app.delete(
    '/v0/assets/:asset_id',
    operation('deleteAsset', 'Permanently delete an asset', {
      scope: 'publish',
      description:
        'The file is deleted too, unless another asset uses it. Repeating the request has no effect.',
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => deleteAsset(context, tx, tenantId, params.asset_id))
    },
  )
}
