import { Type } from 'typebox'
import { attributes, type Html, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { unmarked } from '../marks.ts'
import { barsCss, drawBefore } from '../pictures/facts.ts'
import { isSameUnit, readFigure } from '../pictures/figures.ts'
import { icon } from '../render/icons.ts'
import { bare, opening as begin, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Choice, List, opening, Rich, Text } from './props.ts'

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
      layout: Type.Optional(
        Choice(
          {
            table: 'a table',
            'before-after':
              'the first of two columns small, the second large, with bars where both are figures',
          },
          'How they are compared.',
        ),
      ),
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
  css: '.comparison>.note{margin-block-start:1.5rem}',
  layouts: ({ columns }) => (columns.length === 2 ? ['before-after', 'table'] : ['table']),
  layoutCss: {
    'before-after': `${barsCss}.ba2{display:grid}.ba2>li{display:grid;gap:.5rem 2rem;padding-block:1.75rem;border-block-start:1px solid var(--line)}.ba2>li:first-child{border-block-start:2px solid var(--fg)}.ba2 .k{font-weight:600}.ba2 .v{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem}.ba2 .nm{font-size:.8125rem;color:var(--muted)}.ba2 .was{color:var(--muted)}.ba2 .is{font:var(--h3) clamp(1.25rem,1.1rem + .7vw,1.625rem)/1.25 var(--font-head);letter-spacing:-.015em}.ba2 .is .i{vertical-align:-.2em}.ba2 .ba{margin-block-start:.5rem;block-size:1.75rem}.ba2 .i-check{color:var(--accent)}
@media(min-width:60rem){.ba2>li{grid-template-columns:14rem minmax(0,1fr) minmax(0,1.4fr);align-items:baseline}}`,
    table: `.scroll{overflow-x:auto;margin-inline:calc(var(--g)*-1);padding-inline:var(--g)}
.comparison table{inline-size:100%;border-collapse:separate;border-spacing:0;font-size:clamp(.875rem,.8rem + .3vw,1rem);line-height:1.5}
.comparison th,.comparison td{text-align:start;vertical-align:top;padding:1rem clamp(.5rem,1.5vw,1.5rem);border-block-end:1px solid var(--line);font-weight:400}
.comparison th:first-child{padding-inline-start:0;min-inline-size:6.5rem}.comparison thead th{font-weight:600;vertical-align:bottom}
.comparison tbody th{font-weight:500}.comparison td{color:var(--muted)}
.comparison .hi{background:var(--wash);color:var(--fg);font-weight:500}
.comparison thead .hi{color:var(--accent);font-weight:600;border-start-start-radius:var(--r);border-start-end-radius:var(--r);box-shadow:inset 0 2px var(--accent)}
.comparison tbody tr:last-child>*{border:0}.comparison tbody tr:last-child .hi{border-end-start-radius:var(--r);border-end-end-radius:var(--r)}
.comparison td .i{vertical-align:-.4em}.comparison .i-check{color:var(--accent)}
@media(max-width:40rem){.n2 tr,.n3 tr{display:grid;grid-template-columns:repeat(var(--n),minmax(0,1fr))}.n2{--n:2}.n3{--n:3}
.n2 th:first-child,.n3 th:first-child{grid-column:1/-1;padding:1rem 0 0;border:0;font-weight:600}.n2 thead th:first-child,.n3 thead th:first-child{padding:0}
.n2 td,.n3 td{padding-block:.5rem 1rem;hyphens:auto}.n2 :is(td,th):nth-child(2):not(.hi),.n3 :is(td,th):nth-child(2):not(.hi){padding-inline-start:0}
.n2 .hi,.n3 .hi{background:0 0;border-radius:0!important}.n3 th,.n3 td{font-size:.8125rem;padding-inline:.375rem;hyphens:auto}.n3 th:first-child{font-size:.875rem}}`,
  },
  render: (props, view) => {
    const { columns, rows, note } = props
    const line = note && html`<p class="note">${rich(note, view)}</p>`
    if (view.layout === 'before-after' && columns.length === 2)
      return html`${begin(props, view)}<ul class="ba2">${rows.map((row) => beforeAfter(row, columns, view))}</ul>${line}`
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
      ${line}`
  },
})

/** One criterion: how it is, and how it would be. */
function beforeAfter(
  { label, cells }: { label: string; cells: string[] },
  columns: { title: string }[],
  view: BlockView,
): Html {
  const [before = '', after = ''] = cells
  const [was, now] = [readFigure(bare(before)), readFigure(bare(after))]
  const bars = was && now && isSameUnit(was, now) && drawBefore(was.value, now.value)
  const names = columns.map(({ title }) => html`<span class="nm">${unmarked(plain(title))}</span>`)
  return html`<li><p class="k">${rich(label, view)}</p><p class="v">${names[0]}<span class="was">${cellContent(before, view)}</span></p><p class="v">${names[1]}<span class="is">${cellContent(after, view)}</span>${bars}</p></li>`
}

function cellContent(cell: string, view: BlockView) {
  const word = cell.trim().toLowerCase()
  if (word === 'yes') return html`${icon('check')}<span class="vh">${view.words.yes}</span>`
  if (word === 'no') return html`${icon('cross')}<span class="vh">${view.words.no}</span>`
  return rich(cell, view)
}
