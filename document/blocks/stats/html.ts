import { type Html, html } from '../../../shared/html.ts'
import { unmarked } from '../../marks.ts'
import { drawBefore, drawShare } from '../../pictures/facts.ts'
import { isSameUnit, readFigure } from '../../pictures/figures.ts'
import { opening as begin, columnsFor, figure, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props, StatItem } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const isRows = view.layout === 'rows'
  const hasBars = view.layout === 'spark' && props.items.some(barOf)
  const items = props.items.map((item) => {
    const was = item.before && html`<s>${plain(item.before)}</s>`
    const bar = view.layout !== 'trio' && (barOf(item) || (hasBars && html`<span class="no-bar"></span>`))
    return html`<div><dt>${rich(item.label, view)}${isRows && bar}</dt><dd>${!isRows && bar}${was}${figure(item.value)}</dd></div>`
  })
  const columns = isRows ? '' : props.items.length === 4 ? ' c4' : ` ${columnsFor(props.items.length)}`
  const size = !isRows && props.items.some(isLong) ? ' long' : ''
  return html`${begin(props, view)}<dl class="stat-list${columns}${size}">${items}</dl>
    ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}`
}

/** Whether a figure, or both beside each other, are wider than a column at the usual size. */
function isLong({ value, before = '' }: StatItem): boolean {
  return unmarked(value + before).length > 10
}

/** A bar, only if its length has a meaning: compared with today's figure, or as a percentage. */
function barOf({ value, before }: StatItem): Html | false {
  const now = readFigure(value)
  const then = before ? readFigure(before) : undefined
  if (now && then && isSameUnit(now, then)) return drawBefore(then.value, now.value)
  return now?.after.trim().startsWith('%') && now.value > 0 && now.value <= 100
    ? drawShare(now.value / 100)
    : false
}
