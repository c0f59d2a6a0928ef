import type { Client } from './client.ts'

/** The smallest picture there is: one transparent dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads a picture and makes an asset of it. */
export async function newPicture(client: Client): Promise<string> {
  const { fileId } = (await client.upload('dot.png', png, 'image/png')).body
  const asset = { assetType: 'image', name: 'Dot', purpose: '', fileId }
  return (await client.post('/v0/assets', asset)).body.assetId
}
