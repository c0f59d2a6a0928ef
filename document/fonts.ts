import type { FontFacts, FontKind, FontMetrics } from './fontFacts.ts'

export type { FontKind, FontMetrics }

/** A stack of fonts that are installed on visitors' systems. */
export type SystemFont = { title: string; kind: FontKind; stack: string }

/** A variable font that is served with the page. */
export type BundledFont = {
  title: string
  kind: FontKind
  /** The npm package `@fontsource-variable/<package>`, and its files with the axes used here. */
  package: string
  axes: 'wght' | 'standard'
  weights: [lightest: number, boldest: number]
  hasItalic: boolean
  /** Fixed values of the axes other than weight, for headings and text. Without them, one cut serves both. */
  heading?: Record<string, number>
  text?: Record<string, number>
}

/** A font that a tenant uploaded. */
export type OwnFont = FontFacts & { fileId: string }

export const systemFonts = {
  system: {
    title: 'System',
    kind: 'sans',
    stack: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  },
  helvetica: {
    title: 'Helvetica',
    kind: 'sans',
    stack: '"Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans",sans-serif',
  },
  avenir: {
    title: 'Avenir',
    kind: 'sans',
    stack: '"Avenir Next",Avenir,Montserrat,Corbel,"URW Gothic",source-sans-pro,sans-serif',
  },
  gill: {
    title: 'Gill Sans',
    kind: 'sans',
    stack: '"Gill Sans","Gill Sans Nova",Seravek,Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  },
  optima: { title: 'Optima', kind: 'sans', stack: 'Optima,Candara,"Noto Sans",source-sans-pro,sans-serif' },
  rounded: {
    title: 'Rounded',
    kind: 'sans',
    stack:
      'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",Calibri,sans-serif',
  },
  georgia: { title: 'Georgia', kind: 'serif', stack: 'Georgia,Gelasio,"Noto Serif","Times New Roman",serif' },
  charter: {
    title: 'Charter',
    kind: 'serif',
    stack: 'Charter,"Bitstream Charter","Sitka Text",Cambria,"Noto Serif",serif',
  },
  palatino: {
    title: 'Palatino',
    kind: 'serif',
    stack: '"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,serif',
  },
  rockwell: {
    title: 'Rockwell',
    kind: 'serif',
    stack: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  },
  mono: {
    title: 'Monospace',
    kind: 'mono',
    stack: 'ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
  },
} as const satisfies Record<string, SystemFont>

export const bundledFonts = {
  inter: {
    title: 'Inter',
    kind: 'sans',
    package: 'inter',
    axes: 'standard',
    weights: [300, 800],
    hasItalic: true,
    heading: { opsz: 28 },
    text: { opsz: 14 },
  },
  geist: {
    title: 'Geist',
    kind: 'sans',
    package: 'geist',
    axes: 'wght',
    weights: [300, 800],
    hasItalic: true,
  },
  'instrument-sans': {
    title: 'Instrument Sans',
    kind: 'sans',
    package: 'instrument-sans',
    axes: 'wght',
    weights: [400, 700],
    hasItalic: true,
  },
  'hanken-grotesk': {
    title: 'Hanken Grotesk',
    kind: 'sans',
    package: 'hanken-grotesk',
    axes: 'wght',
    weights: [300, 800],
    hasItalic: true,
  },
  figtree: {
    title: 'Figtree',
    kind: 'sans',
    package: 'figtree',
    axes: 'wght',
    weights: [300, 800],
    hasItalic: true,
  },
  manrope: {
    title: 'Manrope',
    kind: 'sans',
    package: 'manrope',
    axes: 'wght',
    weights: [300, 800],
    hasItalic: false,
  },
  archivo: {
    title: 'Archivo',
    kind: 'sans',
    package: 'archivo',
    axes: 'standard',
    weights: [300, 800],
    hasItalic: true,
    heading: { wdth: 112 },
    text: { wdth: 100 },
  },
  bricolage: {
    title: 'Bricolage Grotesque',
    kind: 'sans',
    package: 'bricolage-grotesque',
    axes: 'standard',
    weights: [300, 800],
    hasItalic: false,
    heading: { opsz: 48, wdth: 100 },
    text: { opsz: 14, wdth: 100 },
  },
  fraunces: {
    title: 'Fraunces',
    kind: 'serif',
    package: 'fraunces',
    axes: 'standard',
    weights: [300, 600],
    hasItalic: true,
    heading: { opsz: 72 },
    text: { opsz: 18 },
  },
  newsreader: {
    title: 'Newsreader',
    kind: 'serif',
    package: 'newsreader',
    axes: 'standard',
    weights: [300, 800],
    hasItalic: true,
    heading: { opsz: 60 },
    text: { opsz: 16 },
  },
  'source-serif': {
    title: 'Source Serif',
    kind: 'serif',
    package: 'source-serif-4',
    axes: 'standard',
    weights: [300, 800],
    hasItalic: true,
    heading: { opsz: 48 },
    text: { opsz: 14 },
  },
  'jetbrains-mono': {
    title: 'JetBrains Mono',
    kind: 'mono',
    package: 'jetbrains-mono',
    axes: 'wght',
    weights: [300, 800],
    hasItalic: true,
  },
} as const satisfies Record<string, BundledFont>

export type SystemFontName = keyof typeof systemFonts
export type BundledFontName = keyof typeof bundledFonts
export type FontName = SystemFontName | BundledFontName

export const bundledFontNames = Object.keys(bundledFonts) as BundledFontName[]
export const fontNames = [...Object.keys(systemFonts), ...bundledFontNames] as FontName[]

export function isBundled(name: string): name is BundledFontName {
  return Object.hasOwn(bundledFonts, name)
}

export function isFontName(name: string): name is FontName {
  return isBundled(name) || Object.hasOwn(systemFonts, name)
}

/** The part of a font that a page loads: one cut and style, for the usual characters and some others. */
export type FontSubset = {
  /** The name of a bundled font, or the id of an uploaded file. */
  font: string
  cut: FontCut
  style: 'normal' | 'italic'
  /** The file of a bundled font: `latin`, `cyrillic`, …; `all` for an uploaded one. */
  script: string
  /** Code points besides those of every Latin subset, ascending; `all` if there would be too many. */
  extra: number[] | 'all'
}
export type FontCut = 'heading' | 'text'

export type FontUrl = (subset: FontSubset) => string
