import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '../../shared/problem.ts'
import { insertAsset } from '../assets/queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { createFile, markStored } from '../files/queries.ts'
import { newId } from '../ids.ts'

/** Stores a logo of the sample data and creates its asset. Upkeep generates its smaller forms. */
export async function addLogo(
  { storage }: Pick<AppContext, 'storage'>,
  tx: Tx,
  tenantId: string,
  logo: string,
  name: string,
): Promise<string> {
  const path = fileURLToPath(new URL(`./logos/${logo}.svg`, import.meta.url))
  const svg = await readFile(path, 'utf8')
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  const fileId = newId('file')
  await createFile(tx, tenantId, {
    fileId,
    name: `${logo}.svg`,
    mediaType: 'image/svg+xml',
    size: Buffer.byteLength(svg),
    sha256: hash('sha256', svg),
    width: Number(width),
    height: Number(height),
    previewSize: null,
  })
  await storage.put({ tenantId, fileId, variant: 'original' }, path)
  await markStored(tx, tenantId, fileId)
  const asset = { assetType: 'logo', name, purpose: `Logo of ${name}`, fileId } as const
  const { asset: made } = await insertAsset(tx, tenantId, asset, () => notFound('file', fileId))
  return made.assetId
}
