/** Determines the fallback fonts, until a font has loaded and for characters that it lacks. */
export type FontKind = 'sans' | 'serif' | 'mono'

/** In em. `regular` and `bold`: the average advance of a character in ordinary text at weights 400 and 700. */
export type FontMetrics = {
  ascent: number
  descent: number
  lineGap: number
  regular: number
  bold: number
}

/** The properties of an uploaded font. */
export type FontFacts = { kind: FontKind; weights: [lightest: number, boldest: number]; metrics: FontMetrics }
