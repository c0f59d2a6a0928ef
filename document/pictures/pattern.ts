import { type Html, html } from '../../shared/html.ts'
import { randomFrom } from './random.ts'

const size = 80
const triangles = [
  (x: number, y: number) => `M${x} ${y}h${size}v${size}z`,
  (x: number, y: number) => `M${x} ${y}v${size}h${size}z`,
  (x: number, y: number) => `M${x} ${y}h${size}l-${size} ${size}z`,
  (x: number, y: number) => `M${x + size} ${y}v${size}h-${size}z`,
]

/**
 * Triangles in three tones, denser towards the upper end corner; the start stays free for text. Decorative, so hidden
 * from screen readers.
 */
export function pattern(seed: string, columns: number, rows: number, density = 1): Html {
  const random = randomFrom(seed)
  const paths = ['', '', '']
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const reach = (column / (columns - 1)) * 0.85 + (1 - row / Math.max(1, rows - 1)) * 0.35 - 0.3
      const [chance, tone, shape] = [random(), random(), random()]
      if (chance > reach * density) continue
      const draw = triangles[Math.floor(shape * triangles.length)] ?? triangles[0]
      const which = Math.floor(tone * 3)
      paths[which] += draw?.(column * size, row * size) ?? ''
    }
  return html`<svg class="pt" viewBox="0 0 ${columns * size} ${rows * size}" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">${paths.map((d, index) => d && html`<path class="p${index}" d="${d}"/>`)}</svg>`
}
