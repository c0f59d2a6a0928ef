import type { Client } from './client.ts'

/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads an image and creates its asset. */
export async function newPicture(client: Client): Promise<string> {
  const { fileId } = (await client.upload('dot.png', png, 'image/png')).body
  const asset = { assetType: 'image', name: 'Dot', purpose: '', fileId }
  return (await client.post('/v0/assets', asset)).body.assetId
}
