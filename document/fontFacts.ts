/** What can stand in for a font while it loads, and for characters that it does not have. */
export type FontKind = 'sans' | 'serif' | 'mono'

/** In parts of the em. `regular` and `bold`: the mean advance of a character of ordinary text at weights 400 and 700. */
export type FontMetrics = {
  ascent: number
  descent: number
  lineGap: number
  regular: number
  bold: number
}

/** What is known of an uploaded font. */
export type FontFacts = { kind: FontKind; weights: [lightest: number, boldest: number]; metrics: FontMetrics }
