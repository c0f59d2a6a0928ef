import { readFile, writeFile } from 'node:fs/promises'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import sharp from 'sharp'
import type { ProcessedFile, Task } from './imageWorker.ts'
import { makePlaceholder } from './pictureForms.ts'
import { makePreview, previewSide } from './raster.ts'
import { Refused, tooLarge } from './refused.ts'
import { type Picture, SvgWriter } from './svgWriter.ts'
import { densityFor, trimSvg } from './trim.ts'

/** Total number of pixels of all images embedded in an SVG. */
const mostEmbeddedPixels = 10_000_000

/** Sanitises an SVG and renders it once: one that can't be rendered here is refused. */
export async function makeSvg({ input, output, preview }: Task): Promise<ProcessedFile> {
  const cleaned = Buffer.from(await cleanSvg((await readFile(input, 'utf8')).replace(/^\uFEFF/, '')))
  await writeFile(output, cleaned)
  return await deriveFromSvg(cleaned, { output, preview })
}

/** Creates the forms of a sanitised SVG; `output` is its path. */
export async function deriveFromSvg(
  cleaned: Buffer,
  { output, preview }: Pick<Task, 'output' | 'preview'>,
): Promise<ProcessedFile> {
  const { width, height } = await sharp(cleaned, { limitInputPixels: false }).metadata()
  const density = densityFor({ width, height }, previewSide)
  await makePreview(sharp(cleaned, { density, limitInputPixels: 4 * previewSide ** 2 }), preview)
  const { isOpaque, trimmed } = await trimSvg(output, cleaned.toString(), { width, height })
  const context = isOpaque ? { placeholder: await makePlaceholder(preview) } : {}
  return {
    path: output,
    mediaType: 'image/svg+xml',
    hasPreview: true,
    width,
    height,
    ...context,
    ...trimmed,
  }
}

/**
 * Rebuilds an SVG from harmless parts: elements and attributes of a closed list, sanitised style, references within the
 * document, and re-encoded embedded images. It is one pass over the text without a document in memory, which would take
 * 5 KB an element and let a small file exhaust the process.
 */
export async function cleanSvg(text: string): Promise<string> {
  const writer = new SvgWriter()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    throw new Refused('invalid_file', 'The file is not well-formed XML.')
  })
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new Refused('invalid_file', 'XML entities are not supported.')
  })
  parser.on('opentag', (tag) => writer.open(tag as SaxesTagNS))
  parser.on('closetag', () => writer.close())
  parser.on('text', (words) => writer.text(words))
  parser.on('cdata', (words) => writer.text(words))
  for (let at = 0; at < text.length; at += 65_536) parser.write(text.slice(at, at + 65_536))
  parser.close()
  writer.demandBoundedRepeats()
  writer.demandBoundedFilters()
  return (await embed(writer.pieces)).join('')
}

/** Re-encodes the images inside an SVG, one after the other. */
async function embed(pieces: (string | Picture)[]): Promise<string[]> {
  let pixelsLeft = mostEmbeddedPixels
  const written: string[] = []
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      written.push(piece)
      continue
    }
    const picture = sharp(piece.bytes, { limitInputPixels: false, failOn: 'error' })
    const { width, height, hasAlpha } = await picture.metadata()
    pixelsLeft -= width * height
    if (pixelsLeft < 0) throw tooLarge('The pictures inside the image have more than 10 megapixels.')
    const lossy = piece.mediaType !== 'image/png' && !hasAlpha
    const made = picture.autoOrient()
    const bytes = await (lossy ? made.jpeg({ quality: 88 }) : made.png()).toBuffer()
    written.push(`data:image/${lossy ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`)
  }
  return written
}
