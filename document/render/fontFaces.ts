import { fontMetrics } from '../fontMetrics.ts'
import {
  type BundledFont,
  bundledFonts,
  type FontCut,
  type FontKind,
  type FontMetrics,
  type FontUrl,
  isBundled,
  isFontName,
  type OwnFont,
  systemFonts,
} from '../fonts.ts'
import { defaultLook, looks } from '../looks.ts'
import type { Theme } from '../schema.ts'
import { systemFaces } from './systemFaces.ts'
import type { BrandTokens } from './view.ts'

/** A font for the style sheet. `face` is undefined for system fonts. */
export type ChosenFont = { stack: string; kind: FontKind; face?: Face | undefined }

type Face = {
  font: string
  cut: FontCut
  family: string
  kind: FontKind
  weights: [number, number]
  hasItalic: boolean
  metrics: FontMetrics
  /** Unicode ranges by script. */
  ranges: Record<string, string>
}

/** Limited, because they are part of a URL. */
const mostNamed = 200

const generic: Record<FontKind, string> = { sans: 'sans-serif', serif: 'serif', mono: 'monospace' }

export type PageFonts = { heading: ChosenFont; text: ChosenFont }

/** The fonts of a page: the theme's, or else the brand's, or else the look's. */
export function pageFonts(
  { font: themeFont, look: themeLook }: Theme,
  { font, headingFont, textFont, look }: BrandTokens,
  own?: (fileId: string) => OwnFont | undefined,
): PageFonts {
  const byLook = looks[themeLook ?? look ?? defaultLook]
  // Every brand has a `font`; `system` means that none was chosen.
  const brandFont = font === 'system' ? undefined : (font ?? undefined)
  return {
    heading: chooseFont(themeFont ?? headingFont ?? brandFont ?? byLook.headingFont, 'heading', own),
    text: chooseFont(themeFont ?? textFont ?? brandFont ?? byLook.textFont, 'text', own),
  }
}

/** The font of this name or file id for headings or text; the system font if it doesn't exist. */
export function chooseFont(
  name: string,
  cut: FontCut,
  own: (fileId: string) => OwnFont | undefined = () => undefined,
): ChosenFont {
  const face = isBundled(name) ? bundledFace(name, cut) : ownFace(own(name))
  if (!face) {
    const { stack, kind } = systemFonts[isFontName(name) && !isBundled(name) ? name : 'system']
    return { stack, kind }
  }
  const names = [face.family, ...systemFaces[face.kind].map((_, index) => fallbackName(face, index))]
  const stack = `${names.map((family) => `"${family}"`).join(',')},${generic[face.kind]}`
  return { stack, kind: face.kind, face }
}

function bundledFace(name: keyof typeof bundledFonts, cut: FontCut): Face {
  const { title, kind, weights, hasItalic, heading }: BundledFont = bundledFonts[name]
  const { ranges, ...metrics } = fontMetrics[name]
  // Without separate cuts, one file serves headings and text.
  const actual = heading ? cut : 'text'
  const family = actual === 'heading' ? `${title} Display` : title
  return { font: name, cut: actual, family, kind, weights, hasItalic, metrics: metrics[actual], ranges }
}

function ownFace(own: OwnFont | undefined): Face | undefined {
  if (!own) return undefined
  const { fileId, kind, weights, metrics } = own
  const family = `Brand ${fileId.slice(-6)}`
  return { font: fileId, cut: 'text', family, kind, weights, hasItalic: false, metrics, ranges: { all: '' } }
}

/**
 * The `@font-face` rules of a page's fonts, for the characters in its text, and the files to preload. Until a font has
 * loaded, a system font scaled to the same width is used, so that the layout doesn't shift.
 */
export function fontFaces(
  fonts: ChosenFont[],
  { characters, italic }: { characters: Set<number>; italic: boolean },
  fontUrl: FontUrl,
): { css: string; preload: string[] } {
  const faces = new Map(fonts.flatMap(({ face }) => (face ? [[face.family, face] as const] : [])))
  const preload: string[] = []
  const css = [...faces.values()].flatMap((face) => {
    const styles = italic && face.hasItalic ? (['normal', 'italic'] as const) : (['normal'] as const)
    const files = filesFor(face, characters)
    const rules = styles.flatMap((style) =>
      files.map(({ script, extra, range }) => {
        const url = fontUrl({ font: face.font, cut: face.cut, style, script, extra })
        // Headlines contain italics too; loaded late, they would reflow.
        if (style === 'normal' || face.cut === 'heading') preload.push(url)
        return `@font-face{font-family:"${face.family}";src:url(${url}) format("woff2");font-weight:${face.weights.join(' ')};font-style:${style};font-display:swap${range && `;unicode-range:${range}`}}`
      }),
    )
    return [...rules, ...fallbacks(face)]
  })
  return { css: css.join('\n'), preload }
}

/** The files of a face that contain characters of the page, each with its unusual ones. */
function filesFor({ ranges }: Face, characters: Set<number>) {
  return Object.entries(ranges).flatMap(([script, range]) => {
    const isFirst = script === 'latin' || script === 'all'
    const has = range === '' ? () => true : rangeTest(range)
    const extra = [...characters].filter((point) => has(point) && !(isFirst && usual.has(point)))
    if (!isFirst && extra.length === 0) return []
    const named = extra.length > mostNamed ? ('all' as const) : extra.sort((a, b) => a - b)
    return [{ script, extra: named, range }]
  })
}

/** Contained in every Latin subset, so that pages share subsets: ASCII and typographic punctuation. */
export const usualCharacters = `${String.fromCharCode(
  ...Array.from({ length: 95 }, (_, index) => 32 + index),
)}\u00a0‘’‚“”„«»–—…·•×©®™€£°→`
const usual = new Set(Array.from(usualCharacters, (sign) => sign.codePointAt(0)))

const parsedRanges = new Map<string, [number, number][]>()

/** A test for the characters of a `unicode-range`. */
export function rangeTest(range: string): (point: number) => boolean {
  let parts = parsedRanges.get(range)
  if (!parts) {
    parts = range.split(',').map((part) => {
      const [from = '', to = from] = part.replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    })
    parsedRanges.set(range, parts)
  }
  const found = parts
  return (point) => found.some(([from, to]) => point >= from && point <= to)
}

function fallbackName({ family }: Face, index: number): string {
  return `${family} ${index + 1}`
}

function fallbacks(face: Face): string[] {
  const { kind, metrics } = face
  const percent = (value: number) => `${Math.round(value * 10_000) / 100}%`
  return systemFaces[kind].flatMap((system, index) =>
    (['regular', 'bold'] as const).map((weight) => {
      const scale = metrics[weight] / system[weight]
      const sources = system.names[weight].map((name) => `local("${name}")`).join(',')
      return `@font-face{font-family:"${fallbackName(face, index)}";src:${sources};font-weight:${weight === 'bold' ? '550 1000' : '1 549'};size-adjust:${percent(scale)};ascent-override:${percent(metrics.ascent / scale)};descent-override:${percent(metrics.descent / scale)};line-gap-override:${percent(metrics.lineGap / scale)}}`
    }),
  )
}

/** The code points of a text, such as the HTML of a page. Linear in its length. */
export function charactersIn(texts: string[]): Set<number> {
  const found = new Set<number>()
  for (const text of texts)
    for (const sign of text) {
      const point = sign.codePointAt(0) as number
      if (point > 126) found.add(point)
    }
  return found
}
