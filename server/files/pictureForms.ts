import sharp from 'sharp'
import { pictureFormats, pictureWidths } from '../storage.ts'
import { formPath, type MediaType } from './kinds.ts'

/** AVIF takes 35 bytes of memory a pixel to encode, and a second a megapixel; larger ones stay WebP alone. */
const mostAvifPixels = 2e6
/** A JPEG is read row by row and shrunk on the way; all others are held whole, beside what encoding takes. */
const mostHeldPixels = 2e6
const placeholderWidth = 20

type Kept = { mediaType: MediaType; preview: string; width: number; height: number; hasAlpha: boolean }

/** The smaller forms of a picture, and its placeholder. Only forms that are smaller than the picture itself are made. */
export async function makeForms(
  output: string,
  { mediaType, preview, width, height, hasAlpha }: Kept,
): Promise<{ widths: number[]; placeholder?: string }> {
  const isReadable = mediaType === 'image/jpeg' || width * height <= mostHeldPixels
  const widths = isReadable
    ? pictureWidths.filter((smaller) => smaller < width && fitsAvif(smaller, width, height))
    : []
  for (const smaller of widths)
    for (const format of pictureFormats) {
      const image = sharp(output).resize({ width: smaller })
      const encoded =
        format === 'avif' ? image.avif({ quality: 52, effort: 2 }) : image.webp({ quality: 78, effort: 3 })
      await encoded.toFile(formPath(output, format, smaller))
    }
  // What can be seen through shows what lies behind it.
  return hasAlpha ? { widths } : { widths, placeholder: await makePlaceholder(preview) }
}

function fitsAvif(smaller: number, width: number, height: number): boolean {
  return smaller * smaller * (height / width) <= mostAvifPixels
}

/** The picture in twenty pixels, as a data address of some hundred bytes. */
async function makePlaceholder(preview: string): Promise<string> {
  const bytes = await sharp(preview)
    .resize({ width: placeholderWidth, height: placeholderWidth, fit: 'inside' })
    .webp({ quality: 30, effort: 4 })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
