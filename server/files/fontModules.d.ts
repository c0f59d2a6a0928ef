declare module 'subset-font' {
  export type Options = {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** OpenType features to keep; all by default. */
    keepFeatures?: string[]
    /** Pins an axis to a value, or narrows its range. */
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>
    noHinting?: boolean
    dropTables?: string[]
    keepAllGlyphs?: boolean
  }
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options?: Options,
  ): Promise<Buffer>
}

declare module 'fontverter' {
  export function convert(font: Buffer, to: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>
}
