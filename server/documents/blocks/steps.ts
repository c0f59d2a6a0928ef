import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { opening as begin, heading, innerLevel, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const steps = defineBlock({
  name: 'steps',
  purpose: 'What happens next, in order.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            title: Rich(100, 'The step.'),
            body: Type.Optional(Rich(500, 'What happens in it.')),
            when: Type.Optional(Text(60, 'When it happens or how long it takes, such as Week 1.')),
          },
          closed,
        ),
        12,
        'The steps, first one first.',
      ),
    },
    closed,
  ),
  tone: 'plain',
  css: `.st{counter-reset:s}
.st li{counter-increment:s;position:relative;padding-inline-start:3.5rem;padding-block-end:2.25rem}
.st li::before{content:counter(s);position:absolute;inset-inline-start:0;inset-block-start:-.25rem;inline-size:2.25rem;block-size:2.25rem;border-radius:50%;border:1px solid var(--line);display:grid;place-items:center;font-size:.875rem;font-weight:600;font-variant-numeric:tabular-nums;color:var(--accent)}
.st li::after{content:"";position:absolute;inset-inline-start:1.125rem;inset-block:2.5rem .75rem;border-inline-start:1px solid var(--line)}
.st li:last-child{padding-block-end:0}.st li:last-child::after{display:none}
.st p{color:var(--muted);margin-block-start:.5rem;max-inline-size:52ch}
.st .when{margin:0 0 .25rem;font-size:.875rem;font-weight:600;color:var(--accent)}`,
  render: (props, view) => {
    const level = innerLevel(props, view)
    const start = begin(props, view)
    const items = props.items.map(
      ({ title, body, when }) => html`<li>
        ${when && html`<p class="when">${plain(when)}</p>`}
        ${heading(level, rich(title, view), 'h3')}
        ${body && html`<p>${rich(body, view)}</p>`}
      </li>`,
    )
    const list = html`<ol class="st">${items}</ol>`
    return start.text ? html`<div class="split">${start}${list}</div>` : list
  },
})
