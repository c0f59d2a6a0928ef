import { Type } from 'typebox'
import { html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { opening as begin, paragraphs, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Choice, List, opening, Paragraphs, Rich } from './props.ts'

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
      layout: Type.Optional(
        Choice(
          {
            accordion: 'questions that open, the first one open',
            ledger: 'question and answer side by side, all open',
            columns: 'short answers in columns, all open',
          },
          'How the answers are arranged.',
        ),
      ),
    },
    closed,
  ),
  tone: 'plain',
  css: '.faq dd p+p,.faq details p+p{margin-block-start:1rem}.faq dd{color:var(--muted)}',
  layoutCss: {
    accordion: `.faq details{border-block-start:1px solid var(--line)}.faq details:last-child{border-block-end:1px solid var(--line)}
.faq summary{display:flex;justify-content:space-between;gap:1.5rem;padding-block:1.25rem;font-weight:600;cursor:pointer;list-style:none}.faq summary::-webkit-details-marker{display:none}
.faq summary::after{content:"";flex:none;inline-size:.75rem;block-size:.75rem;margin:.4rem .25rem 0;background:linear-gradient(var(--muted),var(--muted)) center/100% 1.5px no-repeat,linear-gradient(var(--muted),var(--muted)) center/1.5px 100% no-repeat}.faq [open] summary::after{background-size:100% 1.5px,0 0}.faq summary:hover{color:var(--accent)}
.faq details div{padding-block-end:1.5rem;padding-inline-end:2.5rem;max-inline-size:42rem;color:var(--muted)}@media(min-width:60rem){.l-accordion .split{grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:3rem 4rem}}`,
    ledger: `.qa>div{padding-block:1.75rem;border-block-start:1px solid var(--line);display:grid;gap:.5rem 2.5rem}.qa>div:first-child{border-block-start:2px solid var(--fg)}.qa dt{font:var(--h3) 1.25rem/1.3 var(--font-head);letter-spacing:-.01em;text-wrap:balance}.qa dd{max-inline-size:36rem}@media(min-width:60rem){.qa>div{grid-template-columns:17rem minmax(0,1fr)}}`,
    columns: `.qc{display:grid;gap:2.5rem clamp(1.5rem,3vw,2.5rem)}.qc>div{border-block-start:3px solid var(--accent);padding-block-start:1.25rem}.qc dt{font-weight:700;font-size:1.125rem;line-height:1.3;margin-block-end:.75rem;letter-spacing:-.01em}`,
  },
  layouts: ({ items }, { look }) => {
    const isShort = items.length < 7 && items.every(({ answer }) => answer.length < 420)
    if (look === 'editorial' && isShort) return ['ledger', 'accordion']
    return look === 'bold' && isShort && items.length > 1 ? ['columns', 'accordion'] : ['accordion', 'ledger']
  },
  render: (props, view) => {
    const start = begin(props, view)
    const beside = (inside: ReturnType<typeof html>) =>
      start.text ? html`<div class="split">${start}${inside}</div>` : inside
    if (view.layout === 'ledger' || view.layout === 'columns') {
      const pairs = props.items.map(
        ({ question, answer }) =>
          html`<div><dt>${rich(question, view)}</dt><dd>${paragraphs(answer, view)}</dd></div>`,
      )
      if (view.layout === 'ledger') return beside(html`<dl class="qa">${pairs}</dl>`)
      return html`${start}<dl class="qc ${pairs.length % 3 === 0 ? 'c3' : 'c2'}">${pairs}</dl>`
    }
    const items = props.items.map(
      ({ question, answer }, index) =>
        html`<details${index === 0 && html` open`}><summary><span>${rich(question, view)}</span></summary><div>${paragraphs(answer, view)}</div></details>`,
    )
    return beside(html`<div>${items}</div>`)
  },
})
