import type { FontKind } from '../fonts.ts'

type SystemFace = { names: { regular: string[]; bold: string[] }; regular: number; bold: number }

/**
 * Common system fonts, with the average advance of their characters in ordinary text, in em. Measured like the bundled
 * fonts, with metric-compatible fonts where the originals are not free: Arimo for Arial, Gelasio for Georgia, Cousine
 * for Courier New.
 */
export const systemFaces: Record<FontKind, SystemFace[]> = {
  sans: [
    {
      names: {
        regular: ['Arial', 'Liberation Sans', 'Arimo'],
        bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold'],
      },
      regular: 0.4502,
      bold: 0.4815,
    },
    { names: { regular: ['Roboto'], bold: ['Roboto Bold', 'Roboto'] }, regular: 0.4472, bold: 0.4537 },
    {
      names: { regular: ['DejaVu Sans'], bold: ['DejaVu Sans Bold', 'DejaVuSans-Bold'] },
      regular: 0.5145,
      bold: 0.5798,
    },
  ],
  serif: [
    {
      names: { regular: ['Georgia', 'Gelasio'], bold: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'] },
      regular: 0.4458,
      bold: 0.5173,
    },
    {
      names: { regular: ['Noto Serif'], bold: ['Noto Serif Bold', 'Noto Serif'] },
      regular: 0.4826,
      bold: 0.5096,
    },
    {
      names: { regular: ['DejaVu Serif'], bold: ['DejaVu Serif Bold', 'DejaVuSerif-Bold'] },
      regular: 0.52,
      bold: 0.5705,
    },
  ],
  mono: [
    {
      names: {
        regular: ['Courier New', 'Liberation Mono', 'Cousine'],
        bold: ['Courier New Bold', 'Liberation Mono Bold', 'Cousine Bold'],
      },
      regular: 0.6001,
      bold: 0.6001,
    },
    {
      names: { regular: ['DejaVu Sans Mono'], bold: ['DejaVu Sans Mono Bold', 'DejaVuSansMono-Bold'] },
      regular: 0.6021,
      bold: 0.6021,
    },
  ],
}
