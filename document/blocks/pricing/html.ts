import { type Html, html } from '../../../shared/html.ts'
import { icon } from '../../render/icons.ts'
import { opening as begin, button, heading, innerLevel, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const level = innerLevel(props, view)
  const plans = props.plans.map(({ name, price, period, description, includes, action, highlighted }) => {
    const act = button(action, view, highlighted || props.plans.length === 1 ? 'btn' : 'btn line')
    return html`<li class="${highlighted ? 'highlighted' : 'plan-other'}">
        ${heading(level, plain(name), 'h3')}
        <p class="cost"><bdi>${plain(price)}</bdi></p>
        ${period && html`<p class="note">${plain(period)}</p>`}
        ${description && html`<p class="for">${rich(description, view)}</p>`}
        ${includes && html`<ul>${includes.map((thing) => html`<li>${icon('check')}<span>${rich(thing, view)}</span></li>`)}</ul>`}
        ${act.text && html`<p class="acts">${act}</p>`}
      </li>`
  })
  const columns =
    view.layout === 'featured'
      ? 'plans-featured'
      : plans.length === 1
        ? 'plans-1'
        : plans.length % 3 === 0 || plans.length === 5
          ? 'plans-3'
          : 'plans-2'
  return html`${begin(props, view)}<ul class="plans ${columns}">${plans}</ul>
    ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}`
}
