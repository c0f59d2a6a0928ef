import { type Html, html } from '../../shared/html.ts'
import { hashText } from './random.ts'

/** Outlines on a grid of 32: disc, rounded square, shield, square with a cut corner. */
const outlines = [
  'M16 1a15 15 0 1 1 0 30 15 15 0 0 1 0-30z',
  'M16 1c12 0 15 3 15 15s-3 15-15 15S1 28 1 16 4 1 16 1z',
  'M2 2h28v14c0 8-6 12-14 15C8 28 2 24 2 16z',
  'M2 2h20l8 8v20H2z',
] as const

/** The first letters of the first two words of a name. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

/** For companies without a logo. The name is beside it, so it is hidden from screen readers. */
export function monogram(name: string): Html {
  const letters = initials(name)
  const outline = outlines[hashText(name) % outlines.length]
  return html`<svg class="mono" viewBox="0 0 32 32" aria-hidden="true"><path d="${outline}"/><text x="16" y="${letters.length > 1 ? 21 : 22}" text-anchor="middle" font-size="${letters.length > 1 ? 13.5 : 17}">${letters}</text></svg>`
}
