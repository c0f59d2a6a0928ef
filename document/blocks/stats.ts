import { type Static, Type } from 'typebox'
import { type Html, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { barsCss, drawBefore, drawShare } from '../pictures/facts.ts'
import { isSameUnit, readFigure } from '../pictures/figures.ts'
import { opening as begin, columnsFor, figure, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Choice, List, opening, Rich, Text } from './props.ts'

const Item = Type.Object(
  {
    value: Text(24, 'The figure with its unit, such as 43 % or 12 min.'),
    label: Rich(160, 'What it counts.'),
    before: Type.Optional(Text(24, 'The same figure today, to compare with.')),
  },
  closed,
)

export const stats = defineBlock({
  name: 'stats',
  purpose: 'A few figures that prove a point.',
  props: Type.Object(
    {
      ...opening,
      items: List(Item, 8, 'The figures.'),
      note: Type.Optional(Rich(240, 'Where the figures come from.')),
      layout: Type.Optional(
        Choice(
          {
            trio: 'figures side by side between hairlines',
            spark: 'the same with a bar to scale above each figure',
            rows: 'giant figures one below the other, with text and a bar beside them',
          },
          'How the figures are arranged.',
        ),
      ),
    },
    closed,
  ),
  tone: 'plain',
  css: `.sg div{display:flex;flex-direction:column-reverse;justify-content:flex-end}.sg dt{color:var(--muted)}.sg dt strong{color:var(--fg)}.sg dd{white-space:nowrap;font-feature-settings:"lnum"}.sg small{font-size:.42em;letter-spacing:-.01em}.sg s{font-size:.44em;color:var(--muted);text-decoration-color:var(--signal);text-decoration-thickness:2px;letter-spacing:-.02em;margin-inline-end:.4em}.stats .note{margin-block-start:2.5rem}`,
  layoutCss: {
    trio: `.sg{display:grid;gap:2.5rem 0;margin-block-start:clamp(0rem,2vw,1.5rem)}.sg div{padding-inline:2rem;border-inline-start:1px solid var(--line)}.sg dd{font:var(--fw) clamp(3.5rem,2rem + 4.4vw,6.5rem)/.95 var(--font-head);font-stretch:var(--hst);letter-spacing:-.045em}.sg dt{margin-block-start:1.25rem;max-inline-size:20rem}.sg.c4 dd,.sg.c2 dd{font-size:clamp(3rem,2rem + 2.6vw,4.75rem)}@media(max-width:46rem){.sg div{padding:0;border:0}}`,
    spark: `${barsCss}.sg{display:grid;gap:2.5rem 0}.sg div{padding-inline:1.75rem;border-inline-start:1px solid var(--line)}.sg dd{font:var(--fw) clamp(3.25rem,2rem + 3.4vw,5rem)/1 var(--font-head);letter-spacing:-.045em}.sg dt{margin-block-start:.875rem;max-inline-size:20rem}.sg :is(.ba,.nb){display:block;block-size:2.75rem;margin-block-end:1.5rem;max-inline-size:20rem}.sg .nb{border-block-end:2px solid var(--line)}@media(max-width:46rem){.sg div{padding:0;border:0}}`,
    rows: `${barsCss}.sg{display:grid}.sg div{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem 2rem;padding-block:1.75rem;border-block-start:4px solid var(--fg);align-items:center}.sg dt{grid-row:2;font-size:1.0625rem}.sg dt .ba{block-size:1.5rem;margin-block-start:1rem}.sg dd{grid-row:1;font:var(--fw) clamp(3.75rem,2.5rem + 7vw,9rem)/.85 var(--font-head);font-stretch:var(--hst);letter-spacing:-.055em}.sg div:nth-child(3n+1) dd{color:var(--accent)}.sg div:nth-child(3n+2) dd{color:var(--accent2)}.sg div:nth-child(3n+2) .b1{fill:var(--signal)}.sg small{font-size:.36em}
@media(min-width:60rem){.sg div{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.sg dt{grid-row:1;grid-column:2}.sg dd{grid-column:1}}`,
  },
  layouts: (_props, { look }) =>
    look === 'bold' ? ['rows', 'trio'] : look === 'product' ? ['spark', 'trio'] : ['trio', 'rows'],
  render: (props, view) => {
    const isRows = view.layout === 'rows'
    const hasBars = view.layout === 'spark' && props.items.some(barOf)
    const items = props.items.map((item) => {
      const was = item.before && html`<s>${plain(item.before)}</s>`
      const bar = view.layout !== 'trio' && (barOf(item) || (hasBars && html`<span class="nb"></span>`))
      return html`<div><dt>${rich(item.label, view)}${isRows && bar}</dt><dd>${!isRows && bar}${was}${figure(item.value)}</dd></div>`
    })
    const columns = isRows ? '' : props.items.length === 4 ? ' c4' : ` ${columnsFor(props.items.length)}`
    return html`${begin(props, view)}<dl class="sg${columns}">${items}</dl>
      ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}`
  },
})

/** A bar only where its length means something: against the figure of today, or as a share of a hundred. */
function barOf({ value, before }: Static<typeof Item>): Html | false {
  const now = readFigure(value)
  const then = before ? readFigure(before) : undefined
  if (now && then && isSameUnit(now, then)) return drawBefore(then.value, now.value)
  return now?.after.trim().startsWith('%') && now.value > 0 && now.value <= 100
    ? drawShare(now.value / 100)
    : false
}
