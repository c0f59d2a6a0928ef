import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { picture as draw, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Picture, Rich, Tone } from './props.ts'

export const image = defineBlock({
  name: 'image',
  purpose: 'One picture that deserves the space.',
  props: Type.Object(
    {
      picture: Picture,
      caption: Type.Optional(Rich(300, 'A line under the picture.')),
      width: Type.Optional(
        Enum(['text', 'wide', 'full'], {
          description: 'As wide as a paragraph, the content, or the window.',
        }),
      ),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'plain',
  css: `figure.text{max-inline-size:42rem;inline-size:100%;margin-inline:auto}.image img{inline-size:100%;border-radius:var(--rl)}
.image .full img{border-radius:0}.image .full figcaption{padding-inline:var(--g)}figcaption.note{margin-block-start:.75rem}`,
  render: ({ picture, caption, width = 'wide' }, view) => {
    const shown = view.asset(picture.assetId)
    const sizes = {
      text: '(min-width:45rem) 42rem, 100vw',
      wide: '(min-width:75rem) 70rem, 100vw',
      full: '100vw',
    }
    return html`<figure class="${width}">
      ${shown && draw(shown, picture.alt, { sizes: sizes[width], eager: view.isFirst })}
      ${caption && html`<figcaption class="note">${rich(caption, view)}</figcaption>`}
    </figure>`
  },
})
