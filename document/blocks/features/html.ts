import { attributes, type Html, html } from '../../../shared/html.ts'
import { drawFact } from '../../pictures/facts.ts'
import { icon } from '../../render/icons.ts'
import {
  bare,
  opening as begin,
  columnsFor,
  figure,
  heading,
  innerLevel,
  linkAttributes,
  plain,
  rich,
} from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { FeatureItem, Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const { layout } = view
  const level = innerLevel(props, view)
  const start = begin(props, view)
  const items = props.items.map((item) => renderItem(item, level, view))
  if (layout === 'list') return html`<div class="split">${start}<ul class="feature-list">${items}</ul></div>`
  if (layout === 'ledger')
    return html`<div class="split">${start}<ol class="feature-ledger">${items}</ol></div>`
  const name = layout === 'bento' ? 'bento' : layout === 'numbers' ? 'feature-numbers' : 'feature-grid'
  const count = items.length
  const columns =
    name === 'bento' ? '' : name === 'feature-numbers' && count === 4 ? ' c4' : ` ${columnsFor(count)}`
  return html`${start}<ul class="${name}${columns}">${items}</ul>`
}

function renderItem(item: FeatureItem, level: 2 | 3, view: BlockView): Html {
  const { title, body, link, source, icon: drawing } = item
  const target = link && view.resolve(link)
  const name = target ? html`<a${linkAttributes(target)}>${bare(title)}</a>` : rich(title, view)
  const words = html`${heading(level, name, 'h3')}${body && html`<p>${rich(body, view)}</p>`}`
  const from = source && html`<p class="src">${plain(source)}</p>`
  const big = item.figure && figure(item.figure)
  const mark = drawing && icon(drawing)
  switch (view.layout) {
    case 'list':
      return html`<li${attributes({ class: mark ? undefined : 'bare' })}>${mark}<div>${words}${from}</div></li>`
    case 'ledger':
      return html`<li><div>${words}</div>${from}</li>`
    case 'bento': {
      const drawn = item.figure && big ? drawFact(item.figure, big) : mark
      return html`<li>${drawn && html`<div class="fact-drawing">${drawn}</div>`}${words}${from}</li>`
    }
    default:
      return html`<li>${big ? html`<span class="big">${big}</span>` : mark}${words}${from}</li>`
  }
}
