import {
  best,
  contrast,
  fromHex,
  mix,
  type Oklch,
  readable,
  secondColorOf,
  toHex,
} from '../../shared/color.ts'
import type { Tone } from '../blocks/block.ts'
import type { LookName } from '../looks.ts'
import type { Theme } from '../schema.ts'

/**
 * The colours of one tone. All tones have the same keys, so blocks and drawings don't depend on the tone. bg, wash,
 * card: backgrounds; fg, muted: text; line, field: hairlines and borders of fields; accent, accent2: the brand's
 * colours as text; signal: highlights; solid, on, hover, edge: buttons; t1 to t4: drawings; face, hair: avatars.
 */
export type Colors = Record<
  | 'bg'
  | 'wash'
  | 'card'
  | 'fg'
  | 'muted'
  | 'line'
  | 'field'
  | 'accent'
  | 'accent2'
  | 'signal'
  | 'solid'
  | 'on'
  | 'hover'
  | 'edge'
  | 't1'
  | 't2'
  | 't3'
  | 't4'
  | 'face'
  | 'hair',
  string
>
export type Tones = Record<Tone, Colors>
export type Palette = { light: Tones | undefined; dark: Tones | undefined }

/** What a palette is computed from, besides the theme. */
export type PaletteInput = {
  primaryColor: string
  secondaryColor?: string | null | undefined
  look: LookName
}

type PaletteBrand = { primary: Oklch; secondary: Oklch; look: LookName }

/** WCAG AA requires 4.5; slightly more allows for rounding of colours. */
const forText = 4.6
const forShapes = 3.1
/**
 * Colours above this lightness look muddy when darkened: as text they are replaced by a dark neutral, as a background
 * they are kept.
 */
const pale = 0.7

/**
 * Computes all colours of a page from one or two brand colours. Each role has a fixed lightness and a maximum chroma, so
 * that any hue is readable; colours with too little contrast are adjusted. A page with a dark background is always dark;
 * others follow the visitor's colour scheme.
 */
export function paletteOf(theme: Theme, { primaryColor, secondaryColor, look }: PaletteInput): Palette {
  const primary = fromHex(theme.primaryColor ?? primaryColor)
  const secondary = secondaryColor ? fromHex(secondaryColor) : secondColorOf(primary)
  const brand = { primary, secondary, look }
  const background = theme.backgroundColor
  const isDark = background !== undefined && fromHex(background).l < 0.5
  return {
    light: isDark ? undefined : tonesOf(brand, background ?? paper(brand, false), theme.textColor),
    dark: tonesOf(
      brand,
      isDark ? background : background ? hinted(fromHex(background), 0.18, 0.012) : paper(brand, true),
      isDark ? theme.textColor : undefined,
    ),
  }
}

/** The hue of a colour with another lightness and a fraction of its chroma, up to a limit. */
function shade({ c, h }: Oklch, l: number, mostChroma: number, share = 1): string {
  return toHex({ l, c: Math.min(c * share, mostChroma), h })
}

/** A grey with a hint of a colour. */
function hinted(color: Oklch, l: number, mostChroma: number): string {
  return shade(color, l, mostChroma, 0.2)
}

function paper({ primary, look }: PaletteBrand, isDark: boolean): string {
  if (look === 'editorial')
    return toHex(isDark ? { l: 0.175, c: 0.008, h: 80 } : { l: 0.974, c: 0.011, h: 88 })
  return isDark ? shade(primary, 0.17, 0.018, 0.3) : shade(primary, 0.988, 0.006, 0.06)
}

function tonesOf(brand: PaletteBrand, bg: string, textColor: string | undefined): Tones {
  const { primary, secondary, look } = brand
  const isDark = isDarkGround(bg)
  const ground = fromHex(bg)
  const tint =
    look === 'editorial' && ground.l > 0.9
      ? toHex({ ...ground, l: ground.l - 0.028, c: ground.c + 0.005 })
      : step(bg, primary, 0.032, isDark ? 0.024 : 0.018)
  const deepChroma = primary.l > pale ? 0.015 : 0.06
  const deep = isDark
    ? shade(primary, Math.max(0.1, ground.l - 0.04), 0.03)
    : shade(primary, 0.235, deepChroma)
  return {
    plain: colorsOn(bg, brand, { textColor, also: [tint] }),
    tint: colorsOn(tint, brand, { textColor, card: bg, also: [bg] }),
    deep: colorsOn(deep, brand, {}),
    bold: colorsOn(fieldOf(primary, bg, isDark, look), brand, { isField: true }),
    signal: colorsOn(fillOf(secondary, isDark), brand, { isField: true, isSignal: true }),
  }
}

/** A background slightly closer to the text colour, or farther from it if the contrast would be too low. */
function step(bg: string, color: Oklch, share: number, mostChroma: number): string {
  const ground = fromHex(bg)
  const isDark = isDarkGround(bg)
  const away = isDark ? ground.l > 0.35 : ground.l < 0.8
  const l = ground.l + share * (isDark === away ? -1 : 1)
  if (color.c <= 0.02) return toHex({ ...ground, l })
  return toHex({
    l,
    c: Math.max(ground.c, Math.min(color.c, mostChroma)),
    h: ground.c > 0.02 ? ground.h : color.h,
  })
}

function isDarkGround(bg: string) {
  return contrast('#ffffff', bg) > contrast('#000000', bg)
}

/** The brand's colour as a background; on a dark page, a dark shade of it. */
function fieldOf(color: Oklch, pageGround: string, isDark: boolean, look: LookName): string {
  const most = look === 'bold' ? 0.42 : 0.52
  const l = color.l > pale ? color.l : isDark ? 0.34 : Math.min(color.l, most)
  const field = toHex({ ...color, l, c: color.l > pale ? color.c : Math.min(color.c * 1.1, 0.19) })
  return contrast(field, pageGround) < 1.3 ? readable(field, [pageGround], 1.3) : field
}

/** A colour for buttons and areas: medium lightness is darkened, so that white text is readable on it. */
function fillOf(color: Oklch, isDark: boolean): string {
  if (isDark) return toHex({ ...color, l: Math.max(color.l, 0.7), c: Math.min(color.c, 0.16) })
  return toHex({ ...color, l: color.l > 0.52 && color.l <= 0.62 ? 0.52 : color.l })
}

type GroundOptions = {
  textColor?: string | undefined
  card?: string | undefined
  /** Other backgrounds of the same text. */
  also?: string[]
  /** The background has the brand's colour, so that colour can't be used as an accent. */
  isField?: boolean
  isSignal?: boolean
}

function colorsOn(
  bg: string,
  brand: PaletteBrand,
  { textColor, card: given, also = [], isField, isSignal }: GroundOptions,
): Colors {
  const { primary, secondary, look } = brand
  const isDark = isDarkGround(bg)
  const tones = drawingTones(bg, primary)
  const wash = step(bg, primary, isDark ? 0.05 : 0.035, isDark ? 0.035 : 0.022)
  const card = given ?? cardOn(bg, look)
  const grounds = [bg, wash, card, ...also]
  const hint = isField ? fromHex(bg) : primary
  const wanted = textColor ?? shade(hint, isDark ? 0.965 : 0.21, isDark ? 0.012 : 0.035)
  const fg = readable(wanted, grounds, textColor || isField ? forText : 7)
  const muted = readable(
    isField ? mix(fg, bg, 0.14) : shade(hint, isDark ? 0.78 : 0.44, 0.03),
    grounds,
    forText,
  )
  const asText = (color: Oklch, light: number, dark: number) =>
    readable(isField ? fg : textShade(color, isDark ? dark : light, isDark), grounds, forText)
  return {
    ...{ bg, wash, card, fg, muted },
    line: mix(bg, fg, isField ? 0.28 : isDark ? 0.2 : 0.13),
    field: readable(mix(fg, bg, 0.55), grounds, forShapes),
    accent: asText(primary, 0.48, 0.8),
    accent2: asText(secondary, 0.5, 0.76),
    signal: signalOn(bg, secondary, isDark, isSignal ? fg : undefined),
    ...buttonsOn(bg, grounds, brand, fg, isField ?? false),
    ...tones,
    face: isDark ? tones.t4 : tones.t1,
    hair: isDark ? shade(primary, 0.16, 0.05) : tones.t4,
  }
}

function cardOn(bg: string, look: LookName): string {
  const { l, c, h } = fromHex(bg)
  if (l > 0.93) return look === 'product' ? '#ffffff' : toHex({ l: l - 0.02, c, h })
  return toHex({ l: l < 0.45 ? l + 0.04 : l, c, h })
}

function textShade(color: Oklch, l: number, isDark: boolean): string {
  if (isDark) return toHex({ ...color, l: Math.max(color.l, l), c: Math.min(color.c, 0.14) })
  return color.l > pale
    ? toHex({ ...color, l: l - 0.12, c: 0.04 })
    : toHex({ ...color, l: Math.min(color.l, l) })
}

function signalOn(bg: string, color: Oklch, isDark: boolean, instead: string | undefined): string {
  const l = isDark ? Math.max(color.l, 0.7) : Math.min(0.72, Math.max(0.56, color.l))
  return instead ?? readable(toHex({ ...color, l }), [bg], forShapes)
}

/** Four tones between background and text, for drawings. Pale colours stay lighter and stronger, or yellow would be khaki. */
function drawingTones(bg: string, color: Oklch): Pick<Colors, 't1' | 't2' | 't3' | 't4'> {
  const ground = fromHex(bg)
  const { l } = ground
  const isDark = isDarkGround(bg)
  const isPale = !isDark && color.l > pale
  const [near, far, middle, last] = isDark
    ? [l + 0.075, l + 0.16, l + 0.35, 0.88]
    : [l - (isPale ? 0.035 : 0.055), l - (isPale ? 0.08 : 0.14), l - 0.3, Math.min(0.36, l - 0.4)]
  const [mostNear, mostFar] = isPale ? [0.07, 0.12] : [0.045, 0.065]
  return {
    t1: ground.c > 0.07 ? toHex({ ...ground, l: near }) : shade(color, near, mostNear, 0.5),
    t2: ground.c > 0.07 ? toHex({ ...ground, l: far }) : shade(color, far, mostFar, 0.6),
    t3: shade(color, middle, 0.1, 0.9),
    t4: shade(color, Math.max(0.1, last), 0.1),
  }
}

function buttonsOn(
  bg: string,
  grounds: string[],
  { primary, secondary, look }: PaletteBrand,
  fg: string,
  isField: boolean,
) {
  const isDark = isDarkGround(bg)
  const color = look === 'bold' ? secondary : primary
  const fill =
    isDark && look !== 'bold'
      ? toHex({ ...color, l: Math.max(color.l, 0.78), c: Math.min(color.c, 0.13) })
      : fillOf(color, isDark)
  // A pale yellow is as light as white, but seen by its hue; darkened, it would be olive.
  const { l, c } = fromHex(fill)
  const isSeen = contrast(fill, bg) >= 1.35 || (l > pale && c - fromHex(bg).c > 0.1)
  const visible = isSeen ? fill : readable(fill, [bg], forShapes)
  const solid = isField ? fg : visible
  const on = isField && contrast(bg, solid) >= forText ? bg : textOn(solid)
  const base = fromHex(solid)
  const hover = toHex({
    ...base,
    l: base.l + (contrast(on, '#000000') > contrast(on, '#ffffff') ? -0.06 : 0.05),
  })
  const stands = contrast(solid, bg) >= forShapes
  return {
    solid,
    on,
    hover: contrast(on, hover) >= forText ? hover : solid,
    edge: stands ? solid : readable(solid, grounds.slice(0, 1), forShapes),
  }
}

/** White if it is readable, as brands expect; otherwise the most readable colour. */
function textOn(ground: string): string {
  if (contrast('#ffffff', ground) >= forText) return '#ffffff'
  return best([hinted(fromHex(ground), 0.16, 0.03), '#000000', '#ffffff'], [ground])
}
