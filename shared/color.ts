/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

type Triple = [number, number, number]

// Björn Ottosson's OKLab: https://bottosson.github.io/posts/oklab/
export function fromHex(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360,
  }
}

const amber: Oklch = { l: 0.72, c: 0.16, h: 62 }
const blue: Oklch = { l: 0.62, c: 0.15, h: 250 }

/**
 * The second colour of a brand that has one only: amber or blue, whichever is farther away on the colour wheel. The
 * complement of the first one is often a pink, which does not fit most brands.
 */
export function secondColorOf({ c, h }: Oklch): Oklch {
  const distance = (other: Oklch) => Math.abs(((h - other.h + 540) % 360) - 180)
  return c < 0.02 || distance(amber) > distance(blue) ? amber : blue
}

/** The nearest sRGB colour: lightness and hue are kept, chroma is reduced. */
export function toHex({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l))
  let [low, high] = [0, c]
  if (inGamut(toLinear({ l: lightness, c, h }))) low = c
  else
    for (let step = 0; step < 12; step++) {
      const middle = (low + high) / 2
      if (inGamut(toLinear({ l: lightness, c: middle, h }))) low = middle
      else high = middle
    }
  const parts = toLinear({ l: lightness, c: low, h }).map((part) => {
    const light = Math.min(1, Math.max(0, part))
    const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** Contrast by WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two sRGB colours; `share` is that of the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [bytesOf(from), bytesOf(to)]
  const parts = a.map((part, index) => Math.round(part + ((b[index] ?? part) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The colour with the nearest lightness that is readable on all of these backgrounds. They are similar, so making it
 * darker or lighter always reaches one.
 */
export function readable(color: string, grounds: string[], ratio: number): string {
  const reads = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= ratio)
  if (reads(color)) return color
  const base = fromHex(color)
  for (let step = 0.01; step <= 1; step += 0.01)
    for (const l of [base.l - step, base.l + step]) {
      if (l < 0 || l > 1) continue
      const candidate = toHex({ ...base, l })
      if (reads(candidate)) return candidate
    }
  return best(['#000000', '#ffffff'], grounds)
}

/** The candidate with the best contrast on its worst background. */
export function best(candidates: string[], grounds: string[]): string {
  const worst = (candidate: string) => Math.min(...grounds.map((ground) => contrast(candidate, ground)))
  return candidates.reduce((winner, candidate) => (worst(candidate) > worst(winner) ? candidate : winner))
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function bytesOf(hex: string): Triple {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Triple
}

function linearOf(hex: string): Triple {
  return bytesOf(hex).map((byte) => {
    const value = byte / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function toLinear({ l: light, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function inGamut(parts: Triple) {
  return parts.every((part) => part >= -0.0005 && part <= 1.0005)
}
