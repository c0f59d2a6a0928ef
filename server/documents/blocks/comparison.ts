import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { attributes, html } from '../render/html.ts'
import { icon } from '../render/icons.ts'
import { bare, opening as begin, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const comparison = defineBlock({
  name: 'comparison',
  purpose: 'Two to five ways of doing it, side by side.',
  props: Type.Object(
    {
      ...opening,
      columns: List(
        Type.Object(
          {
            title: Text(60, 'What is compared.'),
            highlighted: Type.Optional(Type.Boolean({ description: 'The one you speak for.' })),
          },
          closed,
        ),
        5,
        'What is compared.',
        2,
      ),
      rows: List(
        Type.Object(
          {
            label: Rich(120, 'By what they are compared.'),
            cells: Type.Array(Rich(160, 'yes, no, or a few words.'), {
              minItems: 2,
              maxItems: 5,
              description: 'One for each column.',
            }),
          },
          closed,
        ),
        30,
        'The rows.',
      ),
      note: Type.Optional(Rich(240, 'A line under the table.')),
    },
    closed,
  ),
  check: ({ columns, rows }) =>
    rows.flatMap(({ cells }, row) =>
      cells.length === columns.length
        ? []
        : [
            {
              path: `/rows/${row}/cells`,
              message: `must have one cell for each of the ${columns.length} columns`,
            },
          ],
    ),
  tone: 'plain',
  css: `.scroll{overflow-x:auto;margin-inline:calc(var(--g)*-1);padding-inline:var(--g)}
.comparison table{inline-size:100%;border-collapse:separate;border-spacing:0;font-size:clamp(.875rem,.8rem + .3vw,1rem);line-height:1.5}
.comparison th,.comparison td{text-align:start;vertical-align:top;padding:1rem clamp(.5rem,1.5vw,1.5rem);border-block-end:1px solid var(--line);font-weight:400}
.comparison th:first-child{padding-inline-start:0;min-inline-size:6.5rem}.comparison thead th{font-weight:600;vertical-align:bottom}
.comparison tbody th{font-weight:500}.comparison td{color:var(--muted)}
.comparison .hi{background:var(--wash);color:var(--fg);font-weight:500}
.comparison thead .hi{color:var(--accent);font-weight:600;border-start-start-radius:var(--r);border-start-end-radius:var(--r);box-shadow:inset 0 2px var(--accent)}
.comparison tbody tr:last-child>*{border:0}.comparison tbody tr:last-child .hi{border-end-start-radius:var(--r);border-end-end-radius:var(--r)}
.comparison td .i{vertical-align:-.4em}.comparison .i-check{color:var(--accent)}.comparison>.note{margin-block-start:1.5rem}
@media(max-width:40rem){.n2 tr,.n3 tr{display:grid;grid-template-columns:repeat(var(--n),minmax(0,1fr))}.n2{--n:2}.n3{--n:3}
.n2 th:first-child,.n3 th:first-child{grid-column:1/-1;padding:1rem 0 0;border:0;font-weight:600}.n2 thead th:first-child,.n3 thead th:first-child{padding:0}
.n2 td,.n3 td{padding-block:.5rem 1rem;hyphens:auto}.n2 :is(td,th):nth-child(2):not(.hi),.n3 :is(td,th):nth-child(2):not(.hi){padding-inline-start:0}
.n2 .hi,.n3 .hi{background:0 0;border-radius:0!important}.n3 th,.n3 td{font-size:.8125rem;padding-inline:.375rem;hyphens:auto}.n3 th:first-child{font-size:.875rem}}`,
  render: (props, view) => {
    const { columns, rows, note } = props
    const look = (index: number) => attributes({ class: columns[index]?.highlighted ? 'hi' : undefined })
    const heads = columns.map(
      ({ title }, index) => html`<th role="columnheader" scope="col"${look(index)}>${plain(title)}</th>`,
    )
    const lines = rows.map(
      ({ label, cells }) =>
        html`<tr role="row"><th role="rowheader" scope="row">${rich(label, view)}</th>${cells.map((cell, index) => html`<td role="cell"${look(index)}>${cellContent(cell, view)}</td>`)}</tr>`,
    )
    const name = props.heading ? bare(props.heading) : columns.map(({ title }) => plain(title)).join(', ')
    return html`${begin(props, view)}
      <div class="scroll" role="group" tabindex="0" aria-label="${name}"><table role="table" class="n${columns.length}">
        <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col"><span class="vh">${view.words.criterion}</span></th>${heads}</tr></thead>
        <tbody role="rowgroup">${lines}</tbody>
      </table></div>
      ${note && html`<p class="note">${rich(note, view)}</p>`}`
  },
})

function cellContent(cell: string, view: BlockView) {
  const word = cell.trim().toLowerCase()
  if (word === 'yes') return html`${icon('check')}<span class="vh">${view.words.yes}</span>`
  if (word === 'no') return html`${icon('cross')}<span class="vh">${view.words.no}</span>`
  return rich(cell, view)
}
