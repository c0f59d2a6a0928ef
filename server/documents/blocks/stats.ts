import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { opening as begin, columnsFor, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const stats = defineBlock({
  name: 'stats',
  purpose: 'A few figures that prove a point.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            value: Text(24, 'The figure with its unit, such as 43 % or 12 min.'),
            label: Rich(160, 'What it counts.'),
          },
          closed,
        ),
        8,
        'The figures.',
      ),
      note: Type.Optional(Rich(240, 'Where the figures come from.')),
    },
    closed,
  ),
  tone: 'tint',
  css: `.sg{margin:0;display:grid;gap:2rem clamp(1.5rem,3vw,2.5rem)}
.sg div{display:flex;flex-direction:column-reverse;justify-content:flex-end;border-inline-start:1px solid var(--line);padding-inline-start:1.5rem}
.sg dd{margin:0;font-size:clamp(2rem,1.5rem + 2.2vw,3.25rem);line-height:1.1;font-weight:var(--hw);letter-spacing:-.03em;font-variant-numeric:tabular-nums;color:var(--accent)}
.sg dt{color:var(--muted);margin-block-start:.5rem;max-inline-size:28ch}
.stats .note{margin-block-start:2.5rem}`,
  render: (props, view) => html`${begin(props, view)}
    <dl class="sg ${props.items.length === 4 ? 'c4' : columnsFor(props.items.length)}">${props.items.map(({ value, label }) => html`<div><dt>${rich(label, view)}</dt><dd><bdi>${plain(value)}</bdi></dd></div>`)}</dl>
    ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}`,
})
