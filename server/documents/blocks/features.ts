import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
import { attributes, html } from '../render/html.ts'
import { icon, iconNames } from '../render/icons.ts'
import {
  bare,
  opening as begin,
  columnsFor,
  heading,
  innerLevel,
  linkAttributes,
  rich,
} from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Link, List, opening, Rich, Text } from './props.ts'

export const features = defineBlock({
  name: 'features',
  purpose: 'What changes for the visitor, most important first.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            title: Rich(100, 'The change, in a few words.'),
            body: Type.Optional(Rich(500, 'How it comes about.')),
            figure: Type.Optional(Text(24, 'The figure that leads it, with its unit, such as 4.1%.')),
            source: Type.Optional(Text(120, 'Where it comes from, such as Your call, 14 October.')),
            icon: Type.Optional(Enum(iconNames, { description: 'A small drawing beside the title.' })),
            link: Type.Optional(Link),
          },
          closed,
        ),
        24,
        'The features.',
      ),
      layout: Type.Optional(
        Enum(['grid', 'list'], { description: 'Columns side by side, or one below the other.' }),
      ),
    },
    closed,
  ),
  tone: 'plain',
  css: `.fg{display:grid;gap:2.5rem clamp(1.5rem,4vw,3.5rem)}
.fg li{border-block-start:1px solid var(--line);padding-block-start:1.5rem}
.fg .i{color:var(--accent);margin-block-end:1rem;display:block}
.fg p,.fl p{color:var(--muted);margin-block-start:.5rem;max-inline-size:46ch}
.fg a,.fl a{color:inherit}
.fl li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:1.25rem;padding-block:1.5rem;border-block-start:1px solid var(--line)}
.fl li:last-child{padding-block-end:0}.fl .i{color:var(--accent)}.fl .bare{grid-template-columns:minmax(0,1fr)}`,
  render: (props, view) => {
    const isList = props.layout === 'list'
    const level = innerLevel(props, view)
    const items = props.items.map(({ title, body, icon: drawing, link }) => {
      const target = link && view.resolve(link)
      const name = target ? html`<a${linkAttributes(target)}>${bare(title)}</a>` : rich(title, view)
      const words = html`${heading(level, name, 'h3')}${body && html`<p>${rich(body, view)}</p>`}`
      const mark = drawing && icon(drawing)
      return isList
        ? html`<li${attributes({ class: mark ? undefined : 'bare' })}>${mark}<div>${words}</div></li>`
        : html`<li>${mark}${words}</li>`
    })
    const start = begin(props, view)
    if (isList) return html`<div class="split">${start}<ul class="fl">${items}</ul></div>`
    return html`${start}<ul class="fg ${columnsFor(items.length)}">${items}</ul>`
  },
})
