import sharp from 'sharp'
import { pictureFormats, pictureWidths } from '../storage/storage.ts'
import { formPath, type MediaType } from './kinds.ts'
import { type Trimmed, trimBitmap } from './trim.ts'

/** AVIF takes 35 bytes of memory a pixel to encode, and a second a megapixel; larger images get WebP only. */
const mostAvifPixels = 2e6
/** Reading a large image leaves less memory; with transparency a pixel takes 50 bytes. */
const mostShrunkAvifPixels = { opaque: 1.2e6, clear: 0.8e6 }
/** A JPEG is shrunk while it is decoded. For other large images, the forms are made from one that was shrunk once. */
const mostReadPixels = 2e6
/** Decoding more of a PNG a second time would exceed the time limit of an upload. */
const mostShrunkPixels = 16e6
const placeholderWidth = 20

type SourceImage = { mediaType: MediaType; preview: string; width: number; height: number; hasAlpha: boolean }

/** The smaller forms of an image, and its placeholder. Only forms smaller than the image itself are created. */
export async function makeForms(
  output: string,
  { mediaType, preview, width, height, hasAlpha }: SourceImage,
): Promise<{ widths: number[]; placeholder?: string } & Partial<Trimmed>> {
  const isQuick = mediaType === 'image/jpeg' || width * height <= mostReadPixels
  const mostPixels = isQuick ? mostAvifPixels : mostShrunkAvifPixels[hasAlpha ? 'clear' : 'opaque']
  const widths =
    isQuick || width * height <= mostShrunkPixels
      ? pictureWidths.filter(
          (smaller) => smaller < width && smaller * smaller * (height / width) <= mostPixels,
        )
      : []
  const largest = widths.at(-1)
  const source = isQuick || largest === undefined ? output : await shrink(output, largest)
  for (const smaller of widths)
    for (const format of pictureFormats) {
      const image = sharp(source).resize({ width: smaller })
      const encoded =
        format === 'avif' ? image.avif({ quality: 52, effort: 2 }) : image.webp({ quality: 78, effort: 3 })
      await encoded.toFile(formPath(output, format, smaller))
    }
  const trimmed = await trimBitmap(output, { width, height })
  // The placeholder of a transparent image would show through it, so it gets none.
  const isOpaque = !hasAlpha || (await sharp(preview).stats()).isOpaque
  return { widths, ...trimmed, ...(isOpaque ? { placeholder: await makePlaceholder(preview) } : {}) }
}

async function shrink(output: string, width: number): Promise<string> {
  const shrunk = `${output}-shrunk`
  await sharp(output).resize({ width }).png({ compressionLevel: 1 }).toFile(shrunk)
  return shrunk
}

/** The image in twenty pixels, as a data URL of a few hundred bytes. */
export async function makePlaceholder(preview: string): Promise<string> {
  const bytes = await sharp(preview)
    .resize({ width: placeholderWidth, height: placeholderWidth, fit: 'inside' })
    .webp({ quality: 30, effort: 4 })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
