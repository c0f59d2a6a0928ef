import { type Static, Type } from 'typebox'
import { attributes, type Html, html } from '../../shared/html.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { drawFact, factsCss } from '../pictures/facts.ts'
import { icon, iconNames } from '../render/icons.ts'
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
} from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Choice, Link, List, opening, Rich, Text } from './props.ts'

const Item = Type.Object(
  {
    title: Rich(100, 'The change or the fact, in a few words; **bold** marks what matters.'),
    body: Type.Optional(Rich(500, 'How it comes about.')),
    figure: Type.Optional(Text(24, 'The figure that leads it, with its unit, such as 4.1%.')),
    source: Type.Optional(Text(120, 'Where it comes from, such as Your call, 14 October.')),
    icon: Type.Optional(Enum(iconNames, { description: 'A small drawing beside the title.' })),
    link: Type.Optional(Link),
  },
  closed,
)
type Item = Static<typeof Item>

export const features = defineBlock({
  name: 'features',
  purpose: 'What was heard from the visitor, or what changes for them, most important first.',
  props: Type.Object(
    {
      ...opening,
      items: List(Item, 24, 'The features.'),
      layout: Type.Optional(
        Choice(
          {
            grid: 'columns side by side',
            list: 'one below the other, beside the heading',
            ledger: 'numbered sentences with their sources in the margin, for what was heard',
            bento: 'cards of two sizes, each with a drawing of its figure',
            numbers: 'columns, each led by its figure',
          },
          'How the features are arranged.',
        ),
      ),
    },
    closed,
  ),
  tone: 'plain',
  css: `.features a{color:inherit}.features .src{margin-block-start:.5rem}`,
  layoutCss: {
    grid: `.fg{display:grid;gap:2.5rem clamp(1.5rem,4vw,3.5rem)}.fg li{border-block-start:1px solid var(--line);padding-block-start:1.5rem}.fg .i{color:var(--accent);margin-block-end:1rem;display:block}.fg .big{display:block;font:var(--fw) 2.75rem/1 var(--font-head);letter-spacing:-.03em;margin-block-end:.75rem;color:var(--accent)}.fg small{font-size:.5em}.fg li>p:not(.src){color:var(--muted);margin-block-start:.5rem;max-inline-size:46ch}`,
    list: `.fl li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:1.25rem;padding-block:1.5rem;border-block-start:1px solid var(--line)}.fl li:first-child{border-block-start:2px solid var(--fg)}.fl li:last-child{padding-block-end:0}.fl .i{color:var(--accent)}.fl .bare{grid-template-columns:minmax(0,1fr)}.fl p:not(.src){color:var(--muted);margin-block-start:.5rem;max-inline-size:46ch}`,
    ledger: `.led{counter-reset:l}.led>li{counter-increment:l;display:grid;grid-template-columns:3rem minmax(0,1fr);gap:0 1.5rem;padding-block:2rem;border-block-start:1px solid var(--line)}.led>li:first-child{border-block-start:2px solid var(--fg)}
.led>li::before{content:counter(l,lower-roman);font:italic 400 1.5rem/1.3 var(--font-head);color:var(--accent)}.led .h3{font:400 clamp(1.375rem,1.2rem + .7vw,1.6875rem)/1.28 var(--font-head);letter-spacing:-.012em;text-wrap:pretty}.led strong{font-weight:inherit;background:linear-gradient(transparent 64%,color-mix(in srgb,var(--signal) 34%,transparent) 64% 94%,transparent 94%)}
.led p:not(.src){color:var(--muted);margin-block-start:.5rem}.features .led .src{margin:0;padding-block-start:.5rem;grid-column:2}@media(min-width:60rem){.led>li{grid-template-columns:3.5rem minmax(0,1fr) 12rem}.features .led .src{grid-column:3}}@media(max-width:40rem){.led>li{grid-template-columns:2.25rem minmax(0,1fr);gap:0 .5rem;padding-block:1.5rem}}`,
    bento: `${factsCss}.bento{display:grid;gap:1rem}.bento>li{display:flex;flex-direction:column;padding:clamp(1.25rem,2.5vw,1.75rem);min-block-size:15rem;border:1px solid var(--line);border-radius:var(--r);background:linear-gradient(170deg,var(--card) 40%,var(--wash))}.bento .big{font:var(--fw) clamp(3rem,2rem + 2.6vw,4.5rem)/1 var(--font-head);letter-spacing:-.045em;color:var(--accent2)}.bento small{font-size:.45em;letter-spacing:-.02em}.bento li:nth-child(even) .big{color:var(--accent)}.bento .h3{font-size:1.125rem;letter-spacing:-.015em}.bento p:not(.src){color:var(--muted);margin-block-start:.375rem}.bento .i{color:var(--accent)}
@media(min-width:60rem){.bento{grid-template-columns:repeat(12,minmax(0,1fr))}.bento>li{grid-column:span 7;min-block-size:18rem}.bento>li:nth-child(4n+2),.bento>li:nth-child(4n+3){grid-column:span 5}.bento>li:last-child:nth-child(odd){grid-column:span 12;min-block-size:0}.bento>li:nth-child(4n+3):last-child{grid-column:span 12}}`,
    numbers: `.hg{display:grid;gap:2.5rem clamp(1.5rem,3vw,2.5rem)}.hg>li{position:relative;padding-inline-start:1.5rem;border-inline-start:1px solid var(--line)}.hg>li::before{content:"";position:absolute;inset-block-start:0;inset-inline-start:0;inline-size:.875rem;block-size:.875rem;background:var(--signal);clip-path:polygon(0 0,100% 0,0 100%)}[dir=rtl] .hg>li::before{clip-path:polygon(0 0,100% 0,100% 100%)}
.hg .big{display:block;font:var(--fw) clamp(2.5rem,1.8rem + 2vw,3.5rem)/1 var(--font-head);font-stretch:var(--hst);letter-spacing:-.035em;margin-block-end:.875rem}.hg small{font-size:.5em;letter-spacing:-.01em}.hg .h3{font:500 1.0625rem/1.45 var(--font);letter-spacing:0}.hg strong{font-weight:700}.hg p:not(.src){color:var(--muted);margin-block-start:.375rem}`,
  },
  layouts: ({ items }, { look }) => {
    const figures = items.filter((item) => item.figure).length
    const isHeard = items.some(({ source }) => source) || figures > 1
    if (!isHeard) return look === 'editorial' ? ['list', 'grid'] : ['grid', 'list']
    if (look === 'product') return ['bento', 'grid']
    if (look === 'bold') return [figures === items.length ? 'numbers' : 'grid', 'list']
    return ['ledger', 'grid']
  },
  render: (props, view) => {
    const { layout } = view
    const level = innerLevel(props, view)
    const start = begin(props, view)
    const items = props.items.map((item) => renderItem(item, level, view))
    if (layout === 'list') return html`<div class="split">${start}<ul class="fl">${items}</ul></div>`
    if (layout === 'ledger') return html`<div class="split">${start}<ol class="led">${items}</ol></div>`
    const name = layout === 'bento' ? 'bento' : layout === 'numbers' ? 'hg' : 'fg'
    const count = items.length
    const columns = name === 'bento' ? '' : name === 'hg' && count === 4 ? ' c4' : ` ${columnsFor(count)}`
    return html`${start}<ul class="${name}${columns}">${items}</ul>`
  },
})

function renderItem(item: Item, level: 2 | 3, view: BlockView): Html {
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
      return html`<li>${drawn && html`<div class="dr">${drawn}</div>`}${words}${from}</li>`
    }
    default:
      return html`<li>${big ? html`<span class="big">${big}</span>` : mark}${words}${from}</li>`
  }
}
