import { type Html, html } from '../../shared/html.ts'
import type { Subject } from './subject.ts'

export const datesCss = `.dts{border-inline-start:2px solid var(--fg);margin-inline-start:.5rem}
.dts li{position:relative;padding-inline-start:2rem;padding-block-end:calc(1.25rem + var(--k)*.3rem)}.dts li:last-child{padding-block-end:0}
.dts li::before{content:"";position:absolute;inset-inline-start:calc(-.5rem - 1px);inset-block-start:.55rem;inline-size:.875rem;block-size:.875rem;border-radius:50%;background:var(--bg);border:2px solid var(--fg)}
.dts li:last-child::before{background:var(--signal);border-color:var(--signal)}
.dts b{display:block;font:var(--fw) clamp(1.5rem,1.2rem + 1.4vw,2.25rem)/1.1 var(--font-head);letter-spacing:-.025em}.dts li:last-child b{color:var(--accent2)}.dts span{display:block;color:var(--muted);margin-block-start:.375rem}`

/** Dates from top to bottom, as far apart as they are in time. The plan itself stands further down the page. */
export function drawDates(dates: Subject['dates'], label: string): Html {
  const gaps = dates.map(({ day }, index) => (dates[index + 1]?.day ?? day) - day)
  const longest = Math.max(...gaps, 1)
  return html`<div role="img" aria-label="${label}"><ul class="dts" aria-hidden="true">${dates.map(
    ({ when, title }, index) =>
      html`<li class="k${Math.round(((gaps[index] ?? 0) / longest) * 10)}"><b>${when}</b><span>${title}</span></li>`,
  )}</ul></div>`
}
