import type { Theme } from '../schema.ts'
import { best, contrast, fromHex, mix, readable, toHex } from './color.ts'

/**
 * The colours of one ground: background, text, quieter text, hairlines, borders of fields, links and icons, buttons
 * with their text, their hover and their edge, and a wash for what is highlighted.
 */
export type Colors = {
  bg: string
  fg: string
  muted: string
  line: string
  field: string
  accent: string
  solid: string
  on: string
  hover: string
  edge: string
  wash: string
}
export type Tones = { plain: Colors; tint: Colors; bold: Colors }
export type Palette = { light: Tones | undefined; dark: Tones | undefined }

/** AA asks for 4.5; a little more survives the rounding of colours on the way to the screen. */
const forText = 4.6
const forShapes = 3.1

/**
 * All colours of a page from the one of the brand. A page whose own background is dark is dark for everybody; all
 * others follow the visitor's scheme.
 */
export function paletteOf(theme: Theme, brandColor: string): Palette {
  const primary = theme.primaryColor ?? brandColor
  const background = theme.backgroundColor
  const isDark = background !== undefined && fromHex(background).l < 0.5
  return {
    light: isDark ? undefined : tones(primary, background ?? hinted(primary, 0.995, 0.003), theme.textColor),
    dark: tones(
      primary,
      isDark ? background : hinted(background ?? primary, 0.18, 0.012),
      isDark ? theme.textColor : undefined,
    ),
  }
}

/** A grey with a hint of a colour: none when the colour is a grey itself. */
function hinted(color: string, l: number, mostChroma: number): string {
  const { c, h } = fromHex(color)
  return toHex({ l, c: Math.min(mostChroma, c * 0.2), h })
}

function tones(primary: string, bg: string, textColor: string | undefined): Tones {
  const ground = fromHex(bg)
  const isDark = contrast('#ffffff', bg) > contrast('#000000', bg)
  const shade = (share: number, chroma: number) => {
    // On grounds halfway between dark and light, away from the text: there is no contrast to spare.
    const away = isDark ? ground.l > 0.35 : ground.l < 0.8
    const l = ground.l + share * (isDark === away ? -1 : 1)
    const { c, h } = fromHex(primary)
    return toHex(
      c > 0.02
        ? { l, c: Math.max(ground.c, Math.min(c, chroma)), h: ground.c > 0.02 ? ground.h : h }
        : { ...ground, l },
    )
  }
  const tint = shade(0.028, 0.01)
  const wash = shade(isDark ? 0.05 : 0.03, isDark ? 0.035 : 0.022)
  const tintWash = shade(isDark ? 0.07 : 0.05, isDark ? 0.035 : 0.024)
  const grounds = [bg, tint, wash, tintWash]
  const wanted = textColor ?? hinted(primary, isDark ? 0.95 : 0.21, 0.02)
  const fg = readable(wanted, grounds, textColor ? forText : 7)
  const muted = readable(mix(fg, bg, 0.34), grounds, forText)
  const solid = contrast(primary, bg) < 1.35 ? readable(primary, [bg, tint], forShapes) : primary
  const shared = {
    fg,
    muted,
    field: readable(mix(fg, bg, 0.55), grounds, forShapes),
    accent: readable(primary, grounds, forText),
    ...buttons(solid, [bg, tint]),
  }
  return {
    plain: { bg, wash, line: mix(bg, fg, 0.13), ...shared },
    tint: { bg: tint, wash: tintWash, line: mix(tint, fg, 0.14), ...shared },
    bold: boldColors(solid, bg, isDark),
  }
}

function buttons(solid: string, grounds: string[]) {
  const on = textOn(solid)
  const base = fromHex(solid)
  const hover = toHex({
    ...base,
    l: base.l + (contrast(on, '#000000') > contrast(on, '#ffffff') ? -0.06 : 0.05),
  })
  const stands = grounds.every((ground) => contrast(solid, ground) >= forShapes)
  return { solid, on, hover, edge: stands ? solid : readable(solid, grounds, forShapes) }
}

/** White where it can be read, as brands expect; otherwise whichever reads best. */
function textOn(ground: string): string {
  if (contrast('#ffffff', ground) >= forText) return '#ffffff'
  return best([hinted(ground, 0.16, 0.03), '#000000', '#ffffff'], [ground])
}

/**
 * A ground in the brand's colour; on a dark page a deep shade of it, so that it doesn't glare. Yellow and its kin stay
 * as they are: a deep shade of them is mud.
 */
function boldColors(solid: string, pageGround: string, isDark: boolean): Colors {
  const base = fromHex(solid)
  const deep = isDark && base.l < 0.78 ? toHex({ ...base, l: Math.min(base.l, 0.42) }) : solid
  const bg = contrast(deep, pageGround) < 1.3 ? readable(deep, [pageGround], 1.3) : deep
  const fg = textOn(bg)
  const hover = mix(fg, bg, 0.12)
  return {
    bg,
    fg,
    muted: readable(mix(fg, bg, 0.16), [bg], forText),
    line: mix(bg, fg, 0.28),
    field: readable(mix(fg, bg, 0.3), [bg], forShapes),
    accent: fg,
    solid: fg,
    on: bg,
    hover: contrast(hover, bg) >= forText ? hover : fg,
    edge: fg,
    wash: bg,
  }
}
