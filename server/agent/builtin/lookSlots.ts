import type { FontName } from '../../documents/fonts.ts'
import type { Desk } from './desk.ts'
import { isWord, longest, phraseTable, type Reading } from './phrases.ts'
import type { Token } from './tokens.ts'

/** One thing that the look of a page can be. */
export type Look =
  | { kind: 'color'; color: string }
  | { kind: 'font'; font: FontName }
  | { kind: 'mood'; mood: Mood }
export type Mood =
  | 'dark'
  | 'light'
  | 'darker'
  | 'lighter'
  | 'round'
  | 'square'
  | 'rounder'
  | 'sharper'
  | 'brand'

const moods = phraseTable<Mood>([
  ['dark', 'dark dark_mode dark_theme night_mode dark_colors dark_colours dark_background'],
  ['light', 'light light_mode light_theme bright day_mode light_background'],
  ['darker', 'darker a_bit_darker deeper'],
  ['lighter', 'lighter a_bit_lighter brighter'],
  ['round', 'rounded round rounded_corners round_corners soft_corners'],
  [
    'square',
    'square squared square_corners sharp sharp_corners angular hard_corners edgy no_rounded_corners',
  ],
  ['rounder', 'rounder softer more_rounded rounder_corners softer_corners more_rounded_corners'],
  ['sharper', 'sharper less_rounded sharper_corners less_rounded_corners crisper_corners'],
  [
    'brand',
    'on_brand our_brand_colors our_brand_colours brand_colors brand_colours our_brand brand_theme our_colors our_colours',
  ],
])

type Read<T> = (tokens: Token[], at: number) => Reading<T>[]

/** `dark blue, rounded and in Georgia`. */
export function readLooks(
  tokens: Token[],
  at: number,
  _desk: Desk,
  readColor: Read<string>,
  readFont: Read<FontName>,
): Reading<Look[]>[] {
  const looks: Look[] = []
  let end = at
  let next = at
  while (looks.length < 6) {
    while (
      tokens[next]?.kind === 'mark' ||
      isWord(tokens[next], 'and', 'in', 'with', 'more', 'a', 'bit', 'slightly', 'all', 'nice', 'use', 'our')
    ) {
      const [early] = oneLook(tokens, next, readColor, readFont)
      if (early) break
      next++
    }
    const [found] = oneLook(tokens, next, readColor, readFont)
    if (!found) break
    looks.push(found.value)
    end = next = found.end
  }
  return looks.length > 0 ? [{ value: looks, end }] : []
}

function oneLook(
  tokens: Token[],
  at: number,
  readColor: Read<string>,
  readFont: Read<FontName>,
): Reading<Look>[] {
  return [
    ...readColor(tokens, at).map(({ value, end }) => ({
      value: { kind: 'color', color: value } as const,
      end,
    })),
    ...longest(moods, tokens, at).map(({ value, end }) => ({
      value: { kind: 'mood', mood: value } as const,
      end,
    })),
    ...readFont(tokens, at).map(({ value, end }) => ({ value: { kind: 'font', font: value } as const, end })),
  ].sort((a, b) => b.end - a.end)
}
