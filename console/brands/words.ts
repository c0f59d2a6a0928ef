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

export const lookOptions: { value: NonNullable<Brand['look']>; label: string }[] = [
  { value: 'editorial', label: 'Editorial: like a good report' },
  { value: 'product', label: 'Product: like a software company' },
  { value: 'bold', label: 'Bold: like a campaign' },
]

export const cornerOptions: { value: NonNullable<Brand['cornerStyle']>; label: string }[] = [
  { value: 'square', label: 'Square' },
  { value: 'soft', label: 'Slightly rounded' },
  { value: 'round', label: 'Clearly rounded' },
]
