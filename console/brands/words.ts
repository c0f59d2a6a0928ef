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
}
export const fontNames = Object.keys(fontWords) as FontName[]
