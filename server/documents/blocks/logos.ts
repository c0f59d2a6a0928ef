import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { attributes, html } from '../render/html.ts'
import { heading, linkAttributes, picture, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Link, List, Picture, Rich, Text, Tone } from './props.ts'

export const logos = defineBlock({
  name: 'logos',
  purpose: 'A quiet row of the names that vouch for you.',
  props: Type.Object(
    {
      heading: Type.Optional(Rich(160, 'What these names have in common.')),
      items: List(
        Type.Object(
          {
            name: Text(80, 'Name of the company; shown where there is no picture.'),
            picture: Type.Optional(Picture),
            link: Type.Optional(Link),
          },
          closed,
        ),
        24,
        'The companies.',
      ),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'plain',
  css: `.logos{padding-block:clamp(2rem,4vw,3rem)}.plain.logos+.plain,.tint.logos+.tint{padding-block-start:clamp(1.5rem,4vw,4rem)}
.logos .h{font-size:.875rem;font-weight:500;line-height:1.5;letter-spacing:0;color:var(--muted)}
.names{display:flex;flex-wrap:wrap;gap:1.25rem clamp(1.75rem,4vw,3.5rem);align-items:center;margin-block-start:1.25rem;font-size:1.25rem;font-weight:600;letter-spacing:-.01em;color:var(--muted)}
.names a{color:inherit;text-decoration:none}.names a:hover{color:var(--fg)}
.names img{block-size:2rem;inline-size:auto;max-inline-size:10rem;object-fit:contain}
@media(min-width:60rem){.logos .row{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:4rem;align-items:center}.logos .row .names{margin:0}}`,
  render: (props, view) => {
    const names = props.items.map(({ name, picture: image, link }) => {
      const shown = image && view.asset(image.assetId)
      const inside = shown ? picture(shown, image.alt || name, { sizes: '10rem' }) : plain(name)
      const target = link && view.resolve(link)
      return html`<li>${target ? html`<a${linkAttributes(target)}>${inside}</a>` : inside}</li>`
    })
    const title = props.heading && heading(view.level, rich(props.heading, view), 'h')
    return html`<div${attributes({ class: title ? 'row' : undefined })}>${title}<ul class="names">${names}</ul></div>`
  },
})
