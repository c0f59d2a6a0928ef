import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { opening as begin, paragraphs, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { List, opening, Paragraphs, Rich } from './props.ts'

export const faq = defineBlock({
  name: 'faq',
  purpose: 'The questions that stand in the way, answered.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            question: Rich(200, 'As the visitor would ask it.'),
            answer: Paragraphs(3000, 'The answer first, then the reasons.'),
          },
          closed,
        ),
        40,
        'The questions.',
      ),
    },
    closed,
  ),
  tone: 'plain',
  css: `.faq details{border-block-start:1px solid var(--line)}.faq details:last-child{border-block-end:1px solid var(--line)}
.faq summary{display:flex;justify-content:space-between;gap:1.5rem;padding-block:1.25rem;font-weight:600;cursor:pointer;list-style:none}
.faq summary::-webkit-details-marker{display:none}
.faq summary::after{content:"";flex:none;inline-size:.75rem;block-size:.75rem;margin:.4rem .25rem 0;background:linear-gradient(var(--muted),var(--muted)) center/100% 1.5px no-repeat,linear-gradient(var(--muted),var(--muted)) center/1.5px 100% no-repeat}
.faq [open] summary::after{background-size:100% 1.5px,0 0}
.faq summary:hover{color:var(--accent)}
.faq details div{padding-block-end:1.5rem;padding-inline-end:2.5rem;max-inline-size:42rem;color:var(--muted)}.faq details p+p{margin-block-start:1rem}`,
  render: (props, view) => {
    const start = begin(props, view)
    const items = props.items.map(
      ({ question, answer }) =>
        html`<details><summary><span>${rich(question, view)}</span></summary><div>${paragraphs(answer, view)}</div></details>`,
    )
    return start.text ? html`<div class="split">${start}<div>${items}</div></div>` : html`<div>${items}</div>`
  },
})
