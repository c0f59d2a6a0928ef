import { bundledFonts, type FontName } from '../../../document/index.ts'
import { fromHex, type Oklch, toHex } from '../../../shared/color.ts'

const mostColors = 6
/** The OKLab distance from which colours look different. */
const leastDistance = 0.07

type WeightedColor = { color: Oklch; hex: string; weight: number }

/**
 * The characteristic colours of a site, the main one first: its theme colour and colours named primary, brand or accent,
 * then the most used ones. White, black and greys are used only if there are no others.
 */
export function findColors({
  styles,
  themeColor,
}: {
  styles: string[]
  themeColor: string | undefined
}): string[] {
  const found = new Map<string, number>()
  const weigh = (text: string, weight: number) => {
    const hex = toSixDigits(text)
    if (hex && found.size < 5_000) found.set(hex, (found.get(hex) ?? 0) + weight)
  }
  if (themeColor) weigh(themeColor.trim(), 40)
  for (const style of styles) {
    for (const [, name = '', value = ''] of style.matchAll(
      /--([\w-]{1,60})\s{0,4}:\s{0,4}(#[0-9a-fA-F]{3,8})\b/g,
    ))
      if (/primary|brand|accent/i.test(name)) weigh(value, 30)
    for (const [value] of style.matchAll(/#[0-9a-fA-F]{3,8}\b/g)) weigh(value, 1)
    for (const [, r, g, b] of style.matchAll(
      /rgba?\(\s{0,4}(\d{1,3})[\s,]{1,4}(\d{1,3})[\s,]{1,4}(\d{1,3})/g,
    ))
      weigh(
        `#${[r, g, b].map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}`,
        1,
      )
  }
  const weighed = [...found].map(([hex, weight]): WeightedColor => ({ hex, color: fromHex(hex), weight }))
  const strong = pick(weighed.filter(({ color }) => color.c > 0.045 && color.l > 0.15 && color.l < 0.97))
  return strong.length > 0 ? strong : pick(weighed.filter(({ color }) => color.l < 0.35)).slice(0, 1)
}

/** The colours with the most weight, each including the weight of similar ones. */
function pick(weighed: WeightedColor[]): string[] {
  const kept: WeightedColor[] = []
  for (const one of weighed.toSorted((a, b) => b.weight - a.weight).slice(0, 400)) {
    const like = kept.find(({ color }) => distance(color, one.color) < leastDistance)
    if (like) like.weight += one.weight
    else if (kept.length < 40) kept.push({ ...one })
  }
  const vivid = ({ weight, color }: WeightedColor) => weight * (0.4 + Math.min(color.c, 0.2) * 5)
  return kept
    .toSorted((a, b) => vivid(b) - vivid(a))
    .slice(0, mostColors)
    .map(({ hex }) => hex)
}

function distance(a: Oklch, b: Oklch): number {
  const [x, y] = [a, b].map(({ c, h }) => [
    c * Math.cos((h * Math.PI) / 180),
    c * Math.sin((h * Math.PI) / 180),
  ])
  return Math.hypot(a.l - b.l, (x?.[0] ?? 0) - (y?.[0] ?? 0), (x?.[1] ?? 0) - (y?.[1] ?? 0))
}

/** A colour as `#rrggbb`; undefined if it is transparent or invalid. */
function toSixDigits(text: string): string | undefined {
  const [, digits] = /^#([0-9a-f]{3,8})$/i.exec(text) ?? []
  if (!digits) return undefined
  const long = digits.length < 5 ? [...digits].map((digit) => digit + digit).join('') : digits
  if (long.length !== 6 && !(long.length === 8 && Number.parseInt(long.slice(6), 16) > 200)) return undefined
  return toHex(fromHex(`#${long.slice(0, 6).toLowerCase()}`))
}

/** Bundled fonts by their name in style sheets. */
const fontsByTitle = new Map(
  Object.entries(bundledFonts).map(([name, { title }]) => [title.toLowerCase(), name as FontName]),
)

/** The bundled fonts that the site uses, most used first. */
export function findFonts(styles: string[]): FontName[] {
  const counts = new Map<FontName, number>()
  for (const style of styles)
    for (const [, value = ''] of style.matchAll(/font(?:-family)?\s{0,4}:\s{0,4}([^;}]{1,300})/g))
      for (const part of value.split(',')) {
        const title = part
          .replace(/["']/g, '')
          .replace(/ Variable$/i, '')
          .trim()
          .toLowerCase()
        const name = fontsByTitle.get(title)
        if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
      }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name]) => name)
}
