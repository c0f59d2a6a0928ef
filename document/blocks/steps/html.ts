import { type Html, html } from '../../../shared/html.ts'
import { daysBetween } from '../../pictures/dates.ts'
import { opening as begin, heading, innerLevel, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props, StepItem } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const start = begin(props, view)
  const shares = sharesOf(props.items)
  const level = innerLevel(props, view)
  if (view.layout === 'gantt')
    return html`${start}<ol class="step-calendar">${props.items.map((item, index) => ganttRow(item, level, view, shares, index))}</ol>`
  if (view.layout === 'scale') {
    const items = props.items.map(
      (item, index) =>
        html`<li class="scale-${Math.max(12, Math.min(60, shares[index]?.width ?? 20))}">${words(item, level, view, 'when')}</li>`,
    )
    return html`${start}<ol class="step-scale">${items}</ol>`
  }
  const isArrows = view.layout === 'chevrons'
  const items = props.items.map(
    (item) => html`<li>${words(item, level, view, isArrows ? 'when arrow' : 'when')}</li>`,
  )
  if (isArrows) return html`${start}<ol class="step-arrows">${items}</ol>`
  const list = html`<ol class="step-list">${items}</ol>`
  return start.text ? html`<div class="split">${start}${list}</div>` : list
}

function words({ title, body, when }: StepItem, level: 2 | 3, view: BlockView, look: string): Html {
  return html`${when && html`<p class="${look}">${plain(when)}</p>`}${heading(level, rich(title, view), 'h3')}${body && html`<p>${rich(body, view)}</p>`}`
}

type StepShare = { from: number; width: number }

/**
 * Start and duration of each step in percent. The last one has no end and gets 16 %. If the times can't be compared,
 * such as a week among dates, the steps are distributed evenly.
 */
function sharesOf(items: StepItem[]): StepShare[] {
  const days = daysBetween(items.map(({ when = '' }) => when)) ?? items.map((_, index) => index)
  const last = days.at(-1) || 1
  return days.map((day, index) => {
    const next = days[index + 1]
    return {
      from: Math.round((day / last) * 100),
      width: next === undefined ? 16 : Math.round(((next - day) / last) * 100),
    }
  })
}

/** The inner width is relative to the space after the start. */
function ganttRow(item: StepItem, level: 2 | 3, view: BlockView, shares: StepShare[], index: number): Html {
  const { from = 0, width = 20 } = shares[index] ?? {}
  const isLast = index === shares.length - 1
  const start = isLast ? 0 : Math.min(from, 70)
  const inner = isLast ? 28 : Math.min(100, Math.round((Math.max(width, 18) / (100 - start)) * 100))
  return html`<li class="scale-${start}"><div class="scale-${inner}">${words(item, level, view, 'when')}</div></li>`
}
