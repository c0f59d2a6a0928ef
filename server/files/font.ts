import { readFile, stat, writeFile } from 'node:fs/promises'
import { convert } from 'fontverter'
import { Blob, Face } from 'harfbuzzjs'
import subset from 'subset-font'
import type { FontFacts, FontKind } from '../../document/index.ts'
import type { ProcessedFile, Task } from './imageWorker.ts'
import { measureFont } from './measureFont.ts'
import { Refused, tooLarge } from './refused.ts'

const mostBytes = 2 * 1024 * 1024
/** A WOFF2 header contains the unpacked size; the largest text font families stay far below this. */
const mostUnpacked = 16 * 1024 * 1024

/**
 * Parses a font and rebuilds it: keeps the outlines, metrics and layout rules that HarfBuzz could read, and drops
 * hinting instructions and unknown tables.
 */
export async function makeFont({ input, output }: Task): Promise<ProcessedFile> {
  if ((await stat(input)).size > mostBytes) throw tooLarge('Fonts are limited to 2 MiB.')
  const sent = await readFile(input)
  if (sent.length < 48 || sent.readUInt32BE(16) > mostUnpacked) throw tooLarge('The font is too large.')
  const sfnt = await subset(sent, undefined, { targetFormat: 'sfnt', keepAllGlyphs: true, noHinting: true })
  const font = describeFont(sfnt)
  await writeFile(output, await convert(sfnt, 'woff2'))
  return { path: output, mediaType: 'font/woff2', hasPreview: false, width: null, height: null, font }
}

function describeFont(sfnt: Buffer): FontFacts {
  const face = new Face(new Blob(sfnt))
  const os2 = readTable(face, 'OS/2')
  const post = readTable(face, 'post')
  if (!os2 || os2.byteLength < 68 || face.collectUnicodes().length === 0)
    throw new Refused('invalid_file', 'The font has no characters or no metrics.')
  const { wght } = face.getAxisInfos()
  const weight = Math.min(1000, Math.max(1, os2.getUint16(4)))
  const isFixed = post !== undefined && post.byteLength >= 16 && post.getUint32(12) !== 0
  return {
    kind: isFixed ? 'mono' : kindByClass(os2),
    weights: wght ? [Math.round(wght.min), Math.round(wght.max)] : [weight, weight],
    metrics: measureFont(sfnt),
  }
}

function readTable(face: Face, tag: string): DataView | undefined {
  // A copy: HarfBuzz's memory moves when it grows.
  const bytes = face.referenceTable(tag)?.slice()
  return bytes && new DataView(bytes.buffer)
}

/** From the font's own data: the IBM family class, or else the PANOSE serif style. */
function kindByClass(os2: DataView): FontKind {
  const familyClass = os2.getUint8(30)
  if (familyClass === 8) return 'sans'
  if (familyClass >= 1 && familyClass <= 7) return 'serif'
  const [family, serif] = [os2.getUint8(32), os2.getUint8(33)]
  return family === 2 && serif >= 2 && serif <= 10 ? 'serif' : 'sans'
}
