import { type FontName, titleOfFont } from '../../../documents/fonts.ts'
import { fromHex, toHex } from '../../../documents/render/color.ts'
import type { Theme } from '../../../documents/schema.ts'
import { listed } from '../../label.ts'
import type { Desk } from '../desk.ts'
import { colors } from '../lexicon.ts'
import type { Look, Mood } from '../lookSlots.ts'
import { defineIntents } from './intent.ts'

type Patch = { [K in keyof Theme]?: Theme[K] | null }
const named = new Map(Object.entries(colors).map(([name, value]) => [value, name]))
const surface = { dark: '#12151a', light: '#ffffff' }

export const themeIntents = defineIntents(
  {
    name: 'give colours back to the brand',
    patterns: [
      'reset|restore [the|all] theme|<color>|font|look|design|style [to] [the|our] [brand|default|defaults|original] [<color>|look]',
      'reset|restore [the|all] <page> to [the|our] brand|default|defaults|original [<color>|look|theme]',
      'use|go_back_to|back_to|apply [the|our] brand|default [theme|<color>|look]',
    ],
    act: (_slots, desk) => {
      const all = { primaryColor: null, backgroundColor: null, textColor: null, font: null, radius: null }
      desk.change({ type: 'setTheme', theme: all })
      return 'gave the look back to your brand'
    },
  },
  {
    name: 'set the colour of the background or the text',
    patterns: [
      '[<change>] [the|page] background [<color>] [<to>|should_be|in] {color}',
      '{color} background [<color>]',
      '<change>|use|add|give_it|give_the_page [a|an] {color} background',
    ],
    act: ({ color }, desk) =>
      setTheme(desk, { backgroundColor: color ?? null }, `made the background ${colorName(color)}`),
  },
  {
    name: 'set the colour of the background or the text',
    patterns: [
      '[<change>] [the] text|font|letter|writing <color> [<to>|should_be] {color}',
      '{color} text',
      'use {color} text|letters',
      '<change> [the] text|font|letters {color}',
    ],
    act: ({ color }, desk) =>
      setTheme(desk, { textColor: color ?? null }, `made the text ${colorName(color)}`),
  },
  {
    name: 'set the corners',
    patterns: [
      '[<change>] [the] [corner|border|corners] radius|corners|rounding [<to>|of|should_be|at] {number} [px|pixels|pixel]',
      'use|give_it|add {number} [px|pixels|pixel] [corner|border|rounded] corners|radius|rounding',
      'round [the] corners [to|by|at] {number} [px|pixels]',
    ],
    act: ({ number = 0 }, desk) => {
      const radius = Math.min(32, Math.max(0, number))
      return setTheme(desk, { radius }, `set the corners to ${radius} pixels`)
    },
  },
  {
    name: 'set colour, font, corners, dark or light',
    patterns: [
      '[<change>|use|go|try|apply|pick|choose|want|give|get|i_want|i_would_like|id_like|id_love|id_prefer|we_want|wed_like] [it|us|me|this] [the|a|in|with|for] [primary|brand|accent|main|theme|button|buttons|key|page|highlight] [<color>|<page>|typeface|font|fonts|buttons|accent|accents|corners|text|typography] [<to>|in|should_be|of|use] {looks} [<color>|theme|mode|accents|accent|font|typeface|buttons|one|please|look|everywhere|corners|edges|design|style|scheme]',
      '[<change>] [the] [primary|brand|accent|main|theme|button|buttons] <color> [of|for] [the] [page|theme|site|buttons|button] [<to>|should_be|in] {looks}',
      '<page>|corners|accent|buttons [color|colour] [should|could|must|can] [be|go|look] {looks} [<color>|theme|mode]',
      'can|could [<page>|the] [accent|primary|main] [color|colour] be {looks}',
      '[use] {looks} instead_of {text}',
      '[use|take|set|want|pick|choose|have] {looks} as|for|on [the|our|a] [primary|brand|accent|main|theme|page] [<color>|<page>|buttons|accents|font|typeface|headings]',
      '<change> [the] corners {looks}',
    ],
    act: ({ looks = [] }, desk) => applyLooks(looks, desk),
  },
)

function setTheme(desk: Desk, theme: Patch, said: string): string {
  desk.change({ type: 'setTheme', theme })
  return said
}

function applyLooks(looks: Look[], desk: Desk): string | undefined {
  if (looks.length === 0) return undefined
  const theme: Patch = {}
  const said: string[] = []
  for (const look of looks) {
    if (look.kind === 'color') {
      theme.primaryColor = look.color
      said.push(`${looks.length > 1 ? 'set the colour to' : 'made the page'} ${colorName(look.color)}`)
    } else if (look.kind === 'font') {
      theme.font = look.font
      said.push(`set the font to ${fontName(look.font)}`)
    } else {
      Object.assign(theme, moodPatch(look.mood, desk))
      said.push(moodWords[look.mood])
    }
  }
  return setTheme(desk, theme, listed(said))
}

const moodWords: Record<Mood, string> = {
  dark: 'made the page dark',
  light: 'made the page light',
  darker: 'made the colour darker',
  lighter: 'made the colour lighter',
  round: 'rounded the corners',
  square: 'made the corners square',
  rounder: 'made the corners rounder',
  sharper: 'made the corners sharper',
  brand: 'gave the colours back to your brand',
}

function moodPatch(mood: Mood, desk: Desk): Patch {
  const { theme } = desk.document
  const { primaryColor = desk.context.brand.primaryColor, radius = 8 } = theme
  const shade = (step: number) => {
    if (!/^#[0-9a-f]{6}$/i.test(primaryColor)) return {}
    const { l, c, h } = fromHex(primaryColor)
    return { primaryColor: toHex({ l: Math.min(0.95, Math.max(0.1, l + step)), c, h }) }
  }
  const patches: Record<Mood, () => Patch> = {
    dark: () => ({ backgroundColor: surface.dark, textColor: null }),
    light: () => ({ backgroundColor: surface.light, textColor: null }),
    darker: () => shade(-0.1),
    lighter: () => shade(0.1),
    round: () => ({ radius: 16 }),
    square: () => ({ radius: 0 }),
    rounder: () => ({ radius: Math.min(32, radius + 6) }),
    sharper: () => ({ radius: Math.max(0, radius - 6) }),
    brand: () => ({ primaryColor: null, backgroundColor: null, textColor: null }),
  }
  return patches[mood]()
}

function colorName(color = ''): string {
  return named.get(color) ?? color
}

function fontName(font: FontName): string {
  return titleOfFont(font)
}
