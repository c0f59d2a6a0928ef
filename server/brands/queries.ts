import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import type { PageOf } from '../web/paging.ts'
import { type Brand, type BrandInput, type BrandPatch, defaultBrand } from './schema.ts'

const columns = (db: Reader) => db`
  brand_id, name, primary_color, font, secondary_color, look, heading_font, text_font, corner_style, logo_asset_id,
  logo_dark_asset_id, favicon_asset_id, domain, description, language, is_demo, created_at, updated_at`

export async function createBrand(
  tx: Tx,
  tenantId: string,
  input: BrandInput & { isDemo?: boolean },
): Promise<Brand> {
  const row = { ...defaultBrand, ...canonical(input), tenantId, brandId: newId('brand') }
  const [brand] = await tx<Brand[]>`insert into brands ${tx.values(row)} returning ${columns(tx)}`
  count(tx, tenantId, { brands: 1 })
  return brand as Brand
}

export async function findBrand(db: Reader, tenantId: string, brandId: string): Promise<Brand | undefined> {
  const [brand] = await db<Brand[]>`
    select ${columns(db)} from brands where tenant_id = ${tenantId} and brand_id = ${brandId}`
  return brand
}

export async function getBrand(db: Reader, tenantId: string, brandId: string): Promise<Brand> {
  return (await findBrand(db, tenantId, brandId)) ?? notFound('brand', brandId)
}

/** The default brand of pages. The brand of the sample data is only for its own pages. */
export async function findFirstBrand(db: Reader, tenantId: string): Promise<Brand | undefined> {
  const [brand] = await db<Brand[]>`
    select ${columns(db)} from brands
    where tenant_id = ${tenantId} and not is_demo order by brand_id limit 1`
  return brand
}

export async function listBrands(
  db: Reader,
  tenantId: string,
  { limit, after }: PageOf<[string]>,
): Promise<Brand[]> {
  return await db<Brand[]>`
    select ${columns(db)} from brands
    where tenant_id = ${tenantId} ${after ? db`and brand_id < ${after[0]}` : db``}
    order by brand_id desc limit ${limit + 1}`
}

export async function updateBrand(
  tx: Tx,
  tenantId: string,
  brandId: string,
  patch: BrandPatch,
): Promise<Brand> {
  if (Object.keys(patch).length === 0) return await getBrand(tx, tenantId, brandId)
  const [brand] = await tx<Brand[]>`
    update brands set ${tx.set(canonical(patch))}, updated_at = now()
    where tenant_id = ${tenantId} and brand_id = ${brandId} returning ${columns(tx)}`
  if (!brand) notFound('brand', brandId)
  notifySite(tx, tenantId)
  return brand
}

/** Colours are stored in lower case. */
function canonical<T extends BrandPatch>(fields: T): T {
  const lower = (['primaryColor', 'secondaryColor'] as const).flatMap((name) => {
    const color = fields[name]
    return color ? [[name, color.toLowerCase()]] : []
  })
  return { ...fields, ...Object.fromEntries(lower) }
}
