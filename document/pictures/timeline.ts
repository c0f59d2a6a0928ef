import { type Html, html } from '../../shared/html.ts'
import type { Subject } from './subject.ts'

/** Dates from top to bottom, to scale. */
export function drawDates(dates: Subject['dates'], label: string): Html {
  const gaps = dates.map(({ day }, index) => (dates[index + 1]?.day ?? day) - day)
  const longest = Math.max(...gaps, 1)
  return html`<div role="img" aria-label="${label}"><ul class="date-list" aria-hidden="true">${dates.map(
    ({ when, title }, index) =>
      html`<li class="scale-${Math.round(((gaps[index] ?? 0) / longest) * 10)}"><b>${when}</b><span>${title}</span></li>`,
  )}</ul></div>`
}
