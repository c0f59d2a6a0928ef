import { isFontName } from '../../document/index.ts'
import { invalid } from '../../shared/problem.ts'
import { findPictures } from '../assets/queries.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { claimFile } from '../files/queries.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { isBrandShown } from '../web/publishing.ts'
import { createBrand, getBrand, listBrands, updateBrand } from './queries.ts'
import { Brand, BrandInput, BrandPage, BrandPatch, BrandQuery } from './schema.ts'

export function brandRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/brands',
    operation('listBrands', 'List brands', {
      scope: 'read',
      querystring: BrandQuery,
      response: { 200: BrandPage },
    }),
    async ({ tenantId, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listBrands', tenantId)
      const [brands, total] = await Promise.all([
        listBrands(db.read, tenantId, pager.request),
        readTally(db.read, tenantId, 'brands'),
      ])
      return pager.page(brands, total, ({ brandId }) => [brandId])
    },
  )

  app.post(
    '/v0/brands',
    operation('createBrand', 'Create a brand', {
      scope: 'write',
      body: BrandInput,
      response: { 201: Brand },
    }),
    ({ tenantId, body }) =>
      db.inTransaction(async (tx) => {
        await demandReferences(tx, tenantId, body)
        return await createBrand(tx, tenantId, body)
      }),
  )

  app.get(
    '/v0/brands/:brand_id',
    operation('getBrand', 'Get a brand', {
      scope: 'read',
      response: { 200: Brand },
    }),
    async ({ tenantId, params }) => getBrand(db.read, tenantId, params.brand_id),
  )

  app.patch(
    '/v0/brands/:brand_id',
    operation('updateBrand', 'Update a brand', {
      scope: 'write',
      description: 'Only the given fields change.',
      body: BrandPatch,
      response: { 200: Brand },
    }),
    async ({ tenantId, demandPublish, params, body }) =>
      db.inTransaction(async (tx) => {
        noteChange(tx, { before: await getBrand(tx, tenantId, params.brand_id) })
        if (Object.keys(body).length > 0 && (await isBrandShown(tx, tenantId, params.brand_id)))
          demandPublish()
        await demandReferences(tx, tenantId, body)
        return await updateBrand(tx, tenantId, params.brand_id, body)
      }),
  )
}

/** Throws if an image or font doesn't exist, and marks the font as used, so that upkeep doesn't remove it. */
async function demandReferences(tx: Tx, tenantId: string, patch: BrandPatch) {
  const named = (['logoAssetId', 'logoDarkAssetId', 'faviconAssetId'] as const).flatMap((field) => {
    const assetId = patch[field]
    return assetId === undefined || assetId === null ? [] : [{ field, assetId }]
  })
  const pictures = await findPictures(
    tx,
    tenantId,
    named.map(({ assetId }) => assetId),
  )
  for (const { field, assetId } of named)
    if (!pictures.has(assetId)) throw invalid(`/${field}`, 'does not match an image')
  for (const field of ['headingFont', 'textFont'] as const) {
    const font = patch[field]
    if (font === undefined || font === null || isFontName(font)) continue
    const file = await claimFile(tx, tenantId, font)
    if (file?.mediaType !== 'font/woff2') throw invalid(`/${field}`, 'does not match a font')
  }
}
