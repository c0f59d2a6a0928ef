import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { picture, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Picture, Rich, Text, Tone } from './props.ts'

export const quote = defineBlock({
  name: 'quote',
  purpose: 'Somebody else’s word for it.',
  props: Type.Object(
    {
      quote: Rich(600, 'What they said, without quotation marks.'),
      name: Type.Optional(Text(80, 'Who said it.')),
      role: Type.Optional(Text(120, 'Their role and company.')),
      picture: Type.Optional(Picture),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'tint',
  css: `.quote blockquote{font-size:clamp(1.5rem,1.15rem + 1.7vw,2.25rem);line-height:1.3;font-weight:var(--qw);letter-spacing:-.018em;max-inline-size:25em;text-wrap:pretty}
.quote blockquote p{quotes:auto;text-indent:-.42em}.quote blockquote p::before{content:open-quote;color:var(--accent)}.quote blockquote p::after{content:close-quote;color:var(--accent)}`,
  render: ({ quote: words, name, role, picture: image }, view) => {
    const shown = image && view.asset(image.assetId)
    const who = [
      name && html`<strong>${plain(name)}</strong>`,
      role && html`<span class="note">${plain(role)}</span>`,
    ]
    return html`<figure>
      <blockquote><p>${rich(words, view)}</p></blockquote>
      ${
        (name || role) &&
        html`<figcaption class="who">
        ${shown && picture(shown, image.alt, { sizes: '3rem', class: 'face' })}
        <span>${who[0]}${name && role && html`<br>`}${who[1]}</span>
      </figcaption>`
      }
    </figure>`
  },
})
