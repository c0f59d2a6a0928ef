import subset from 'subset-font'
import {
  type BundledFont,
  bundledFonts,
  type FontSubset,
  isBundled,
  usualCharacters,
} from '../../document/index.ts'
import { readBundledFile } from './bundledFiles.ts'

/** The OpenType features that pages use; all others are removed. */
const features = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum', 'case']

const italicWeight = 400

/** Generates a subset as WOFF2. `own` is an uploaded font. Takes 100 to 500 ms of CPU time. */
export async function makeSubset(wanted: FontSubset, own?: Uint8Array): Promise<Buffer> {
  const { font, cut, style, script, extra } = wanted
  const hasUsual = script === 'latin' || script === 'all'
  const text =
    extra === 'all' ? undefined : (hasUsual ? usualCharacters : '') + String.fromCodePoint(...extra)
  const options = {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    ...(text === undefined ? { keepAllGlyphs: true } : {}),
  } as const
  if (!isBundled(font)) {
    if (!own) throw new Error(`there is no font ${font}`)
    return await subset(Buffer.from(own), text, options)
  }
  const { weights, heading, text: forText }: BundledFont = bundledFonts[font]
  const [min, max] = weights
  const pinned = cut === 'heading' ? heading : forText
  return await subset(await readBundledFile(font, script, style), text, {
    ...options,
    // Italics are used for single phrases: one weight is enough, in half the bytes.
    variationAxes: { wght: style === 'italic' ? italicWeight : { min, max }, ...pinned },
  })
}
