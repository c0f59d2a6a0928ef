import { attributes, type Html, html } from '../../../shared/html.ts'
import { unmarked } from '../../marks.ts'
import { drawBefore } from '../../pictures/facts.ts'
import { isSameUnit, readFigure } from '../../pictures/figures.ts'
import { icon } from '../../render/icons.ts'
import { bare, opening as begin, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const { columns, rows, note } = props
  const line = note && html`<p class="note">${rich(note, view)}</p>`
  if (view.layout === 'before-after' && columns.length === 2)
    return html`${begin(props, view)}<ul class="comparison-list">${rows.map((row) => beforeAfter(row, columns, view))}</ul>${line}`
  const look = (index: number) =>
    attributes({ class: columns[index]?.highlighted ? 'highlighted' : undefined })
  const heads = columns.map(
    ({ title }, index) => html`<th role="columnheader" scope="col"${look(index)}>${plain(title)}</th>`,
  )
  const lines = rows.map(
    ({ label, cells }) =>
      html`<tr role="row"><th role="rowheader" scope="row">${rich(label, view)}</th>${cells.map((cell, index) => html`<td role="cell"${look(index)}>${cellContent(cell, view)}</td>`)}</tr>`,
  )
  const name = props.heading ? bare(props.heading) : columns.map(({ title }) => plain(title)).join(', ')
  return html`${begin(props, view)}
    <div class="scroll" role="group" tabindex="0" aria-label="${name}"><table role="table" class="columns-${columns.length}">
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col"><span class="vh">${view.words.criterion}</span></th>${heads}</tr></thead>
      <tbody role="rowgroup">${lines}</tbody>
    </table></div>
    ${line}`
}

/** One criterion: today, and with the product. */
function beforeAfter(
  { label, cells }: { label: string; cells: string[] },
  columns: { title: string }[],
  view: BlockView,
): Html {
  const [before = '', after = ''] = cells
  const [was, now] = [readFigure(bare(before)), readFigure(bare(after))]
  const bars = was && now && isSameUnit(was, now) && drawBefore(was.value, now.value)
  const names = columns.map(({ title }) => html`<span class="column-name">${unmarked(plain(title))}</span>`)
  return html`<li><p class="criterion">${rich(label, view)}</p><p class="column-value">${names[0]}<span class="was">${cellContent(before, view)}</span></p><p class="column-value">${names[1]}<span class="is">${cellContent(after, view)}</span>${bars}</p></li>`
}

function cellContent(cell: string, view: BlockView) {
  const word = cell.trim().toLowerCase()
  if (word === 'yes') return html`${icon('check')}<span class="vh">${view.words.yes}</span>`
  if (word === 'no') return html`${icon('cross')}<span class="vh">${view.words.no}</span>`
  return rich(cell, view)
}
