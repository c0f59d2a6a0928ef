import sharp from 'sharp'
import { randomFrom } from '../../document/index.ts'
import type { SocialImage } from './socialPreview.ts'
import { isRightToLeft, TextPath } from './textPath.ts'

const margin = 80
const textWidth = 880

/** Draws the social preview of a page as PNG. `logo` can be any raster image. */
export async function drawSocialImage(image: SocialImage, logo?: Uint8Array): Promise<Buffer> {
  const { colors, headline, brand, recipient } = image
  // If the logo can't be decoded, the name is shown.
  const mark = logo && (await fitLogo(logo).catch(() => undefined))
  const heading = await TextPath.open(image.headingFont, 'heading', image.headingWeight, headline)
  const names = [mark ? '' : brand, recipient ?? ''].join('')
  const text = await TextPath.open(image.textFont, 'text', 600, `${names}×`)
  const isTurned = isRightToLeft(headline)
  const mirror = isTurned ? ' transform="translate(1200 0) scale(-1 1)"' : ''
  const parts = [
    `<rect width="1200" height="630" fill="${colors.bg}"/>`,
    `<g${mirror}>${pattern(colors.tones, headline + brand)}<rect x="${margin}" y="${630 - margin}" width="96" height="8" fill="${colors.accent}"/></g>`,
    nameLine(text, image, mark?.width ?? 0, isTurned),
    headlineLines(heading, headline, colors.fg, isTurned),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${parts.join('')}</svg>`
  const drawing = sharp(Buffer.from(svg))
  const left = mark && isTurned ? 1200 - margin - mark.width : margin
  if (mark) drawing.composite([{ input: mark.bytes, left, top: margin - 12 }])
  return await drawing.png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer()
}

/** Scales a logo, without its margins, to the same height as all others. */
async function fitLogo(logo: Uint8Array): Promise<{ bytes: Buffer; width: number }> {
  const image = sharp(logo, { limitInputPixels: 4_000_000 }).trim()
  const { data, info } = await image
    .resize({ width: 320, height: 56, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width }
}

/** The brand, or space for its logo, and the company; right-aligned for right-to-left text. */
function nameLine(
  text: TextPath,
  { brand, recipient, colors }: SocialImage,
  logoWidth: number,
  isTurned: boolean,
): string {
  const own = logoWidth > 0 ? '' : text.drawable(brand)
  const other = text.drawable(recipient ?? '')
  let x = logoWidth
  const add = (words: string, color: string) => {
    const { path, width } = text.draw(words, 32, -0.01)
    const gap = x > 0 ? 20 : 0
    const left = isTurned ? 1200 - margin - x - gap - width : margin + x + gap
    x += gap + width
    return `<g transform="translate(${left} ${margin + 26})" fill="${color}">${path}</g>`
  }
  const first = own && add(own, colors.fg)
  return first + (other && x > 0 ? add('×', colors.muted) : '') + (other && add(other, colors.fg))
}

/** In the largest size that fits in four lines; a longer headline is truncated with an ellipsis. */
function headlineLines(font: TextPath, whole: string, color: string, isTurned: boolean): string {
  const headline = font.drawable(whole)
  const tracking = -0.022
  const fits = ([one, most]: [size: number, lines: number]) =>
    font.wrap(headline, one, textWidth, tracking).length <= most
  const sizes: [number, number][] = [
    [84, 3],
    [72, 4],
    [60, 4],
  ]
  const [size] = sizes.find(fits) ?? [52]
  const lines = font.wrap(headline, size, textWidth, tracking)
  const shown =
    lines.length > 4 ? [...lines.slice(0, 3), `${lines[3]?.replace(/(?<![\s,.;:])[\s,.;:]+$/, '')}…`] : lines
  const lead = size * 1.06
  const top = 350 - ((shown.length - 1) * lead) / 2 + size * 0.34
  return shown
    .map((line, index) => {
      const { path, width } = font.draw(line, size, tracking)
      const left = isTurned ? 1200 - margin - width : margin
      return `<g transform="translate(${left} ${Math.round(top + index * lead)})" fill="${color}">${path}</g>`
    })
    .join('')
}

/** Triangles, denser towards the right edge; identical for identical text. */
function pattern(tones: string[], seed: string): string {
  const random = randomFrom(seed)
  const side = 75
  const cells: string[] = []
  for (let column = 13; column < 16; column++)
    for (let row = 0; row < 9; row++) {
      const [x, y, chance, corner, tone] = [column * side, row * side, random(), random(), random()]
      if (chance > (column - 12) / 3.6) continue
      const points = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ].toSpliced(Math.floor(corner * 4), 1)
      cells.push(
        `<path d="M${points.map((point) => point.join(' ')).join('L')}Z" fill="${tones[Math.floor(tone * tones.length)]}"/>`,
      )
    }
  return cells.join('')
}
