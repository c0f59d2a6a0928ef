import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An image of stripes, with different colours for each size. */
export function picture(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    pixels[at * 3] = (at * 7) % 256
    pixels[at * 3 + 1] = Math.floor(at / width) % 256
    pixels[at * 3 + 2] = (at % width) % 256
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export async function png(width = 40, height = 30): Promise<Buffer> {
  return await picture(width, height).png().toBuffer()
}

/** An animated GIF with frames of different colours. */
export async function gif(width: number, height: number, frames: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let frame = 0; frame < frames; frame++)
    pixels.fill((frame * 97) % 256, frame * width * height * 3, (frame + 1) * width * height * 3)
  return await sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array(frames).fill(50), loop: 0, effort: 1 })
    .toBuffer()
}

type PngShape = { width: number; height: number; depth: number; colour: number; interlaced?: boolean }

/** Builds a PNG whose header may be wrong; `rows` is its uncompressed data. */
export function rawPng(
  { width, height, depth, colour, interlaced = false }: PngShape,
  rows: Buffer,
  extra: Buffer[] = [],
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...extra,
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(named, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

/** Minimal files that are recognised by their content. */
export const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isommp41', 'latin1'),
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('mdat12345678', 'latin1'),
])
