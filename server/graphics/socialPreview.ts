import type { BundledFontName } from '../../document/index.ts'

/** The content of a social preview. */
export type SocialImage = {
  headline: string
  brand: string
  /** The company that the page is made for. */
  recipient: string | null
  headingFont: BundledFontName
  textFont: BundledFontName
  headingWeight: number
  colors: { bg: string; fg: string; muted: string; accent: string; tones: string[] }
}

export const socialSize = { width: 1200, height: 630 }
