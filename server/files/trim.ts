import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { trimmedPath } from './kinds.ts'

/** Logos are small; a larger image is a photo, and trimming it would waste memory. */
const mostPixels = 4e6
/** Trimmed forms are shown at most this wide, at three times the density. */
const mostWidth = 960
/** Margins below this share of the width and of the height are kept. */
const leastMargin = 0.02
/** An SVG is rendered this large to find its margins: a pixel is less than a thousandth of it. */
const drawnSide = 1200
/** One with filters is rendered smaller: the cost of some filters grows with the fourth power of the size. */
const filteredSide = 400

export type Trimmed = { trimmedWidth: number; trimmedHeight: number }
type Size = { width: number; height: number }
type ContentBox = Size & { left: number; top: number }

/** The bounding box of an image's content, without empty or one-coloured margins; undefined without margins. */
export async function findContent(image: Sharp, { width, height }: Size): Promise<ContentBox | undefined> {
  // libvips doesn't trim smaller images.
  if (width < 3 || height < 3) return undefined
  const { info } = await image.trim({ threshold: 12 }).raw().toBuffer({ resolveWithObject: true })
  const isWhole = info.width >= width * (1 - leastMargin) && info.height >= height * (1 - leastMargin)
  if (isWhole || info.width < 2 || info.height < 2) return undefined
  const { trimOffsetLeft = 0, trimOffsetTop = 0 } = info
  return { left: -trimOffsetLeft, top: -trimOffsetTop, width: info.width, height: info.height }
}

/** Writes the form of a bitmap without its margins. */
export async function trimBitmap(output: string, { width, height }: Size): Promise<Trimmed | undefined> {
  if (width * height > mostPixels) return undefined
  const content = await findContent(sharp(output), { width, height })
  if (!content) return undefined
  const made = await sharp(output)
    .extract(content)
    .resize({ width: mostWidth, withoutEnlargement: true })
    .webp({ quality: 90, effort: 3 })
    .toFile(trimmedPath(output))
  return { trimmedWidth: made.width, trimmedHeight: made.height }
}

type RenderedSvg = { data: Buffer; raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** Renders an SVG at one size, whatever size it declares. */
async function drawSvg(svg: string, size: Size): Promise<RenderedSvg> {
  const side = svg.includes('<filter') ? filteredSide : drawnSide
  const image = sharp(Buffer.from(svg), { density: densityFor(size, side), limitInputPixels: 4 * side ** 2 })
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

/**
 * Writes the form of a sanitised SVG without its margins, and returns whether the SVG fills its whole background.
 * `size` is its default size.
 */
export async function trimSvg(
  output: string,
  svg: string,
  size: Size,
): Promise<{ isOpaque: boolean; trimmed: Trimmed | undefined }> {
  const { data, raw } = await drawSvg(svg, size)
  const isOpaque = data.every((value, index) => index % 4 !== 3 || value === 255)
  const content = await findContent(sharp(data, { raw }), raw)
  const trimmed = content && cropSvg(svg, size, content, raw.width / size.width)
  // Styles may size the image in ways that cropping does not see; the crop is then wrong and discarded.
  if (!trimmed || (await hasMargins(trimmed, content))) return { isOpaque, trimmed: undefined }
  await writeFile(trimmedPath(output), trimmed)
  return { isOpaque, trimmed: { trimmedWidth: content.width, trimmedHeight: content.height } }
}

async function hasMargins(svg: string, size: Size): Promise<boolean> {
  const { data, raw } = await drawSvg(svg, size)
  return (await findContent(sharp(data, { raw }), raw)) !== undefined
}

/** The image inside another one that shows only a part of it. */
function cropSvg(svg: string, size: Size, content: ContentBox, scale: number): string | undefined {
  const root = /^<svg((?: [\w:-]+="[^"]*")*)>/.exec(svg)
  if (!root) return undefined
  const box = [content.left, content.top, content.width, content.height].map(
    (pixels) => Math.round((pixels / scale) * 1000) / 1000,
  )
  const attributes = (root[1] ?? '').replace(/ (?:width|height|x|y)="[^"]*"/g, '')
  const viewBox = / viewBox="/.test(attributes) ? '' : ` viewBox="0 0 ${size.width} ${size.height}"`
  const inner = `<svg${attributes}${viewBox} width="${size.width}" height="${size.height}">`
  const outer = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${content.width}" height="${content.height}">`
  return `${outer}${inner}${svg.slice(root[0].length)}</svg>`
}

/** The density at which an SVG's longer side has this length. */
export function densityFor({ width, height }: Size, side: number): number {
  return Math.min(2400, Math.max(1, (72 * side) / Math.max(width, height, 1)))
}
