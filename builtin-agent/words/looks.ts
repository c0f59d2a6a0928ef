import { type FontName, fromHex, toHex } from '../../document/index.ts'

const plainColors: Record<string, string> = {
  red: '#c62828', crimson: '#b3123b', burgundy: '#6d1a36', maroon: '#6b1f1f', pink: '#c2185b', magenta: '#a3157f', fuchsia: '#a3157f', coral: '#d9513c', salmon: '#d0604c',
  orange: '#c2570c', amber: '#a86403', gold: '#94700a', yellow: '#a07800', mustard: '#8f6b00', brown: '#6f4e37', lime: '#5b7f0b', olive: '#5f6b1d', green: '#1f7a3d',
  'forest green': '#1d5b2f', 'dark green': '#14532d', 'light green': '#3f9b52', emerald: '#047857', mint: '#1f8a70', teal: '#0f766e', turquoise: '#0e7f86', cyan: '#0e7490', aqua: '#0e7490',
  'sky blue': '#0b74b5', 'light blue': '#2f80d0', blue: '#1d4ed8', 'dark blue': '#1e3a8a', 'royal blue': '#2447c6', 'navy blue': '#172554', navy: '#172554', indigo: '#4338ca', purple: '#7028c0', 'dark purple': '#4c1d87',
  violet: '#6d28d9', lavender: '#7c62c4', plum: '#7a2e6e', grey: '#4b5563', gray: '#4b5563', 'dark grey': '#1f2937', 'dark gray': '#1f2937', 'light grey': '#e5e7eb', 'light gray': '#e5e7eb',
  'dark red': '#8e1b1b', 'dark orange': '#9a4208', charcoal: '#27303c', slate: '#475569', black: '#111111', white: '#ffffff', cream: '#fbf6e9', beige: '#f3ead7', ivory: '#fffdf3', silver: '#9aa3ad',
} // biome-ignore format: a table of names

/** The effect of an adjective on a colour: on its lightness, and on its chroma. */
const shades: Record<string, { lightness: number; chroma: number }> = {
  deep: { lightness: -0.12, chroma: 1 },
  dark: { lightness: -0.14, chroma: 0.95 },
  darker: { lightness: -0.14, chroma: 0.95 },
  rich: { lightness: -0.05, chroma: 1.1 },
  light: { lightness: 0.12, chroma: 0.95 },
  lighter: { lightness: 0.12, chroma: 0.95 },
  bright: { lightness: 0.08, chroma: 1.2 },
  vivid: { lightness: 0.02, chroma: 1.3 },
  pale: { lightness: 0.3, chroma: 0.5 },
  soft: { lightness: 0.1, chroma: 0.7 },
  muted: { lightness: 0.02, chroma: 0.55 },
}

export const colors: ReadonlyMap<string, string> = new Map([
  ...Object.entries(plainColors).flatMap(([name, hex]) =>
    Object.entries(shades).map(([shade, { lightness, chroma }]): [string, string] => {
      const { l, c, h } = fromHex(hex)
      return [`${shade} ${name}`, toHex({ l: l + lightness, c: c * chroma, h })]
    }),
  ),
  ...Object.entries(plainColors),
])

/** Names of fonts, in addition to their own. */
export const fontWords: Partial<Record<FontName, string>> = {
  system: 'system, system font, default font, sans, sans serif',
  inter: 'inter, modern',
  helvetica: 'helvetica, arial, helvetica neue',
  avenir: 'avenir, avenir next, montserrat, geometric',
  gill: 'gill, gill sans, calibri',
  optima: 'optima, candara',
  rounded: 'rounded',
  georgia: 'georgia, serif, times, times new roman, classic',
  charter: 'charter, cambria',
  palatino: 'palatino, garamond, iowan, book antiqua',
  rockwell: 'rockwell, slab, slab serif',
  mono: 'mono, monospace, monospaced, typewriter, courier',
}

export const surfaces = { dark: '#12151a', light: '#ffffff' }
