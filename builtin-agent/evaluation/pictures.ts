import { crc32, deflateSync } from 'node:zlib'
import type { Document } from '../../document/index.ts'

type Call = <T>(method: string, path: string, body?: object | FormData) => Promise<T>

/** A small grey picture. */
function png(shade: number): Buffer {
  const [width, height] = [64, 40]
  const rows = Buffer.alloc((width * 3 + 1) * height, shade)
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The ids of the pictures that the pages show, by name; those that are not in the library yet are uploaded. */
export async function uploadPictures(
  call: Call,
  { assets }: { assets: string[] },
): Promise<Map<string, string>> {
  const { items } = await call<{ items: { name: string; assetId: string }[] }>('GET', '/v0/assets?limit=100')
  const ids = new Map(items.map(({ name, assetId }) => [name, assetId]))
  for (const [index, name] of assets.entries()) {
    if (ids.has(name)) continue
    const form = new FormData()
    form.append(
      'file',
      new Blob([new Uint8Array(png(40 + index * 40))], { type: 'image/png' }),
      `${index}.png`,
    )
    const { fileId } = await call<{ fileId: string }>('POST', '/v0/files', form)
    const { assetId } = await call<{ assetId: string }>('POST', '/v0/assets', {
      assetType: 'image',
      name,
      purpose: name,
      fileId,
    })
    ids.set(name, assetId)
  }
  return ids
}

/** A page of the fixtures with the ids of its pictures. */
export function withPictures(page: Document, ids: Map<string, string>): Document {
  const json = JSON.stringify(page).replace(/\$asset:([A-Za-z ]+)/g, (_, name: string) => ids.get(name) ?? '')
  return JSON.parse(json) as Document
}
