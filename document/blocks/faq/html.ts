import { type Html, html } from '../../../shared/html.ts'
import { opening as begin, paragraphs, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const start = begin(props, view)
  const beside = (inside: ReturnType<typeof html>) =>
    start.text ? html`<div class="split">${start}${inside}</div>` : inside
  if (view.layout === 'ledger' || view.layout === 'columns') {
    const pairs = props.items.map(
      ({ question, answer }) =>
        html`<div><dt>${rich(question, view)}</dt><dd>${paragraphs(answer, view)}</dd></div>`,
    )
    if (view.layout === 'ledger') return beside(html`<dl class="question-ledger">${pairs}</dl>`)
    return html`${start}<dl class="question-columns ${pairs.length % 3 === 0 ? 'c3' : 'c2'}">${pairs}</dl>`
  }
  const items = props.items.map(
    ({ question, answer }, index) =>
      html`<details${index === 0 && html` open`}><summary><span>${rich(question, view)}</span></summary><div>${paragraphs(answer, view)}</div></details>`,
  )
  return beside(html`<div>${items}</div>`)
}
