import { Html } from '../../shared/html.ts'

/** Icons on a grid of 24, in strokes of the text colour. */
const drawings = {
  arrow: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  bolt: '<path d="M13 3 5 14h6l-1 7 8-11h-6z"/>',
  calendar: '<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"/>',
  chart: '<path d="M4 20h16M7 16v-5M12 16V6M17 16V9"/>',
  chat: '<path d="M4 5h16v11h-9l-5 4v-4H4z"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
  code: '<path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14"/>',
  coins:
    '<ellipse cx="12" cy="6" rx="7" ry="3"/><path d="M5 6v12c0 1.7 3.1 3 7 3s7-1.3 7-3V6M5 12c0 1.7 3.1 3 7 3s7-1.3 7-3"/>',
  cross: '<path d="m7 7 10 10M17 7 7 17"/>',
  document: '<path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>',
  flag: '<path d="M6 21V4h12l-3 4.5 3 4.5H6"/>',
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17z"/>',
  heart: '<path d="M12 20s-8.5-5-8.5-11A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11z"/>',
  key: '<circle cx="8" cy="15" r="4.5"/><path d="m11.2 11.8 8-8M16 7l3 3"/>',
  layers: '<path d="m12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5"/>',
  lock: '<path d="M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11"/>',
  mail: '<path d="M3 6h18v13H3zM3 7l9 7 9-7"/>',
  people:
    '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c0-4 2.7-6.5 6.5-6.5s6.5 2.5 6.5 6.5M16 4.5a3.5 3.5 0 0 1 0 7M18.5 14c2 1 3 3 3 6"/>',
  phone:
    '<path d="M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5L16 13l5 2v4a2 2 0 0 1-2 2C10 21 3 14 3 5a2 2 0 0 1 2-2z"/>',
  play: '<path d="M8 5v14l11-7z"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>',
  shield: '<path d="M12 3 4.5 6v5.5c0 4.5 3 8 7.5 9.5 4.5-1.5 7.5-5 7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5"/>',
  sliders:
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  spark: '<path d="M12 3c1 5.5 3.5 8 9 9-5.5 1-8 3.5-9 9-1-5.5-3.5-8-9-9 5.5-1 8-3.5 9-9z"/>',
  target:
    '<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="4.5"/><circle cx="12" cy="12" r=".8"/>',
} as const

export type IconName = keyof typeof drawings
export const iconNames = Object.keys(drawings) as IconName[]

/** An icon beside a text with the same meaning, so hidden from screen readers. */
export function icon(name: IconName): Html {
  return new Html(
    `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">${drawings[name]}</svg>`,
  )
}
