import { open, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ProcessedFile, Task } from './imageWorker.ts'
import type { MediaType } from './kinds.ts'
import { makeForms } from './pictureForms.ts'
import { Refused, tooLarge } from './refused.ts'

// One image at a time, in one thread, without a cache, to limit memory.
sharp.cache(false)
sharp.concurrency(1)
// Allows only the decoders of accepted types; libvips has many more, with their vulnerabilities.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvg',
  ],
})

export const mostPixels = 40_000_000
const mostFrames = 5_000
/** The memory that a decoder may need for an image at once. Computed from the header, before anything is decoded. */
const mostHeld = 100e6
/** Maximum size of the output. Noise that compresses well in one format can become huge in another. */
const mostBytes = 50 * 1024 * 1024
export const previewSide = 480

/** sharp's names of the media types. */
const formats: Partial<Record<MediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

/** Decodes and re-encodes an image: only the upright pixels are kept, no metadata. */
export async function makeImage(
  { input, output, preview }: Task,
  mediaType: MediaType,
): Promise<ProcessedFile> {
  const animated = mediaType === 'image/gif' || mediaType === 'image/webp'
  const source = sharp(input, { animated, limitInputPixels: false, failOn: 'error' })
  const metadata = await source.metadata()
  if (metadata.format !== formats[mediaType])
    throw new Refused('invalid_file', `The file is not a complete ${mediaType}.`)
  const pixels = demandBounds(metadata, animated)
  demandHoldable(metadata, mediaType)
  const moves = animated && (metadata.pages ?? 1) > 1
  const lossless = mediaType === 'image/webp' && (await isLosslessWebp(input))
  const made = moves ? mediaType : chooseFormat(mediaType, pixels, metadata.hasAlpha, lossless)
  const { width, height, pageHeight } = await encode(moves ? source : source.autoOrient(), made, {
    lossless,
    pixels,
    fine: metadata.chromaSubsampling === '4:4:4',
  }).toFile(output)
  if ((await stat(output)).size > mostBytes) throw tooLarge('The image is too detailed to be stored.')
  await makePreview(sharp(output, { limitInputPixels: mostPixels }), preview)
  const forms = moves
    ? {}
    : await makeForms(output, { mediaType, preview, width, height, hasAlpha: metadata.hasAlpha })
  return { path: output, mediaType: made, hasPreview: true, width, height: pageHeight ?? height, ...forms }
}

/** Creates the forms of an image made by `makeImage`; `output` is its path. */
export async function deriveFromImage(
  { output, preview }: Pick<Task, 'output' | 'preview'>,
  mediaType: MediaType,
): Promise<ProcessedFile> {
  const animated = mediaType === 'image/gif' || mediaType === 'image/webp'
  const { width, height, pageHeight, pages = 1, hasAlpha } = await sharp(output, { animated }).metadata()
  await makePreview(sharp(output, { limitInputPixels: mostPixels }), preview)
  const forms = pages > 1 ? {} : await makeForms(output, { mediaType, preview, width, height, hasAlpha })
  return { path: output, mediaType, hasPreview: true, width, height: pageHeight ?? height, ...forms }
}

export async function makePreview(source: Sharp, preview: string) {
  await source
    .resize({ width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toFile(preview)
}

/** Checks the dimensions in the header, before anything is decoded, and returns the pixels. */
function demandBounds({ width, height, pageHeight, pages = 1 }: Metadata, animated: boolean): number {
  const frames = animated ? pages : 1
  const pixels = width * (pageHeight ?? height) * frames
  if (pixels > mostPixels)
    throw tooLarge(
      `The image has ${Math.ceil(pixels / 1e6)} megapixels. The limit is 40, all frames together.`,
    )
  if (frames > mostFrames) throw tooLarge(`The animation has ${frames} frames. The limit is ${mostFrames}.`)
  return pixels
}

/**
 * Most images are decoded row by row. Others must be held whole: a progressive JPEG as coefficients of two bytes, an
 * interlaced PNG and rotated images as pixels; a WebP or AVIF always, and more than once (measured).
 */
function demandHoldable(metadata: Metadata, mediaType: MediaType) {
  const {
    width,
    height,
    pageHeight,
    channels,
    depth,
    isProgressive,
    chromaSubsampling,
    orientation = 1,
  } = metadata
  const pixel = channels * (depth === 'ushort' ? 2 : 1)
  const samples = chromaSubsampling === '4:4:4' || channels !== 3 ? channels : 1.5
  const byDecoder = {
    'image/jpeg': isProgressive ? 2 * samples : 0,
    'image/png': isProgressive ? pixel : 0,
    'image/webp': channels > 3 ? 10 : 8,
    'image/avif': 15,
  }
  const held = byDecoder[mediaType as keyof typeof byDecoder] ?? 0
  const bytes = width * (pageHeight ?? height) * (held + (orientation > 4 ? pixel : 0))
  if (bytes > mostHeld)
    throw tooLarge(
      `The image can only be read as a whole, which takes ${Math.ceil(bytes / 1e6)} MB of memory. The limit is 100. Upload a smaller image, or a JPEG that is neither progressive nor rotated.`,
    )
}

/**
 * The stored format of an image: its own, unless encoding that takes too much memory for the size of the image.
 * Measured, in bytes a pixel: AVIF 35 (50 with transparency), lossless WebP 50, WebP 13 (23 with transparency).
 */
function chooseFormat(mediaType: MediaType, pixels: number, hasAlpha: boolean, lossless: boolean): MediaType {
  if (mediaType === 'image/avif') return pixels <= 2.5e6 ? mediaType : 'image/webp'
  if (mediaType !== 'image/webp' || pixels <= (lossless ? 2.5e6 : 6e6)) return mediaType
  return hasAlpha || lossless ? 'image/png' : 'image/jpeg'
}

type ImageEncoding = { lossless: boolean; pixels: number; fine: boolean }

function encode(image: Sharp, mediaType: MediaType, { lossless, pixels, fine }: ImageEncoding): Sharp {
  switch (mediaType) {
    case 'image/jpeg':
      return image.jpeg({
        quality: 88,
        chromaSubsampling: fine ? '4:4:4' : '4:2:0',
        // Optimised tables take a second pass over the whole image, which needs six bytes a pixel.
        optimiseCoding: pixels <= 4e6,
      })
    case 'image/gif':
      return image.gif({ effort: 3 })
    case 'image/webp':
      return lossless ? image.webp({ lossless, effort: 2 }) : image.webp({ quality: 85, effort: 3 })
    case 'image/avif':
      return image.avif({ quality: 60, effort: 2, chromaSubsampling: fine ? '4:4:4' : '4:2:0' })
    default:
      return image.png({ compressionLevel: 7 })
  }
}

/** Whether a WebP is lossless, according to the name of its image chunk. */
async function isLosslessWebp(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(8)
    for (let at = 12, chunks = 0; chunks < 10; chunks++) {
      const { bytesRead } = await file.read(head, 0, 8, at)
      const name = head.toString('latin1', 0, 4)
      if (bytesRead < 8 || name === 'VP8 ' || name === 'ANMF') return false
      if (name === 'VP8L') return true
      const size = head.readUInt32LE(4)
      at += 8 + size + (size % 2)
    }
    return false
  } finally {
    await file.close()
  }
}
