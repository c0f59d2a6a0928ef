import { paletteOf } from '../../document/render/palette.ts'
import { contrast } from '../../shared/color.ts'
import type { Shape } from '../api/schema.ts'

export type Brand = Shape<'Brand'>
export type FontName = Brand['font']

export const fontWords: Record<FontName, string> = {
  system: 'System',
  inter: 'Inter',
  helvetica: 'Helvetica',
  avenir: 'Avenir',
  gill: 'Gill Sans',
  optima: 'Optima',
  rounded: 'Rounded',
  georgia: 'Georgia',
  charter: 'Charter',
  palatino: 'Palatino',
  rockwell: 'Rockwell',
  mono: 'Monospace',
  geist: 'Geist',
  'instrument-sans': 'Instrument Sans',
  'hanken-grotesk': 'Hanken Grotesk',
  figtree: 'Figtree',
  manrope: 'Manrope',
  archivo: 'Archivo',
  bricolage: 'Bricolage Grotesque',
  fraunces: 'Fraunces',
  newsreader: 'Newsreader',
  'source-serif': 'Source Serif',
  'jetbrains-mono': 'JetBrains Mono',
}
export const fontNames = Object.keys(fontWords) as FontName[]

export const lookWords: Record<NonNullable<Brand['look']>, string> = {
  editorial: 'Editorial',
  product: 'Product',
  bold: 'Bold',
}

export const looks: { value: NonNullable<Brand['look']>; label: string; hint: string }[] = [
  { value: 'editorial', label: 'Editorial', hint: 'Like a report' },
  { value: 'product', label: 'Product', hint: 'Like software' },
  { value: 'bold', label: 'Bold', hint: 'Like a campaign' },
]

export const corners = [
  ['square', 'Square'],
  ['soft', 'Soft'],
  ['round', 'Round'],
] as const

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/**
 * The contrast of a colour on white, and how pages use it. Colours with weak contrast are not rejected, only not used
 * for text.
 */
export function contrastWords(color: string): { text: string; isWeak: boolean } {
  const ratio = contrast(color, '#ffffff')
  const shown = ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)
  const use = ratio >= 4.5 ? 'good for text' : ratio >= 3 ? 'for buttons, not for text' : 'for surfaces only'
  return { text: `${shown} : 1 on white, ${use}`, isWeak: ratio < 3 }
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** The name of a language by its code: “German”. */
export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

/** The brand of new pages: the newest that isn't from the sample data. */
export function ownBrand(brands: readonly Brand[] | undefined): Brand | undefined {
  return brands?.find(({ isDemo }) => !isDemo)
}

/** What a page's colours follow from: those of its brand, or its own. */
export type BrandColors = Pick<Brand, 'primaryColor' | 'secondaryColor' | 'look'> & {
  backgroundColor?: string | undefined
}

function tonesOf({ primaryColor, secondaryColor, look, backgroundColor }: BrandColors) {
  const { light, dark } = paletteOf(backgroundColor ? { backgroundColor } : {}, {
    primaryColor: isColor(primaryColor) ? primaryColor : '#888888',
    secondaryColor: secondaryColor && isColor(secondaryColor) ? secondaryColor : null,
    look: look ?? 'product',
  })
  return light ?? dark
}

/** The colours at the top of a page: bold pages begin on a dark ground, with the second colour. */
export function openingColors(brand: BrandColors) {
  const isBold = brand.look === 'bold'
  const colors = tonesOf(brand)?.[isBold ? 'deep' : 'plain']
  if (!colors) return undefined
  const { bg, fg, accent, accent2, solid, edge, t2 } = colors
  return { ground: bg, text: fg, accent: isBold ? accent2 : accent, button: solid, edge, light: t2 }
}

/** The background colours of blocks, by name. */
export function swatchesOf(colors: BrandColors | undefined): Record<string, string | undefined> {
  const tones = colors && tonesOf(colors)
  return tones ? Object.fromEntries(Object.entries(tones).map(([name, { bg }]) => [name, bg])) : {}
}
