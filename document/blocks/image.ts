import { Type } from 'typebox'
import { html } from '../../shared/html.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { picture as draw, frameCss, framed, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Choice, Picture, Rich, Tone } from './props.ts'

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
      layout: Type.Optional(
        Choice(
          {
            plain: 'as it is',
            bleed: 'to the edge of the page at its end side',
            frame: 'in the frame of a browser window, for a screenshot',
          },
          'How the picture is framed.',
        ),
      ),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'plain',
  layouts: () => ['plain'],
  layoutCss: {
    bleed: `.image.l-bleed figure{grid-column:wide-start/full-end}.image.l-bleed img{border-start-end-radius:0;border-end-end-radius:0;max-block-size:44rem;object-fit:cover}.image.l-bleed figcaption{padding-inline-end:var(--g)}`,
    frame: frameCss,
  },
  css: `figure.text{max-inline-size:42rem;inline-size:100%;margin-inline:auto}.image img{inline-size:100%;border-radius:var(--rl)}
.image .full img{border-radius:0}.image .full figcaption{padding-inline:var(--g)}figcaption.note{margin-block-start:.75rem}`,
  render: ({ picture, caption, width = 'wide' }, view) => {
    const shown = view.asset(picture.assetId)
    const sizes = {
      text: '(min-width:45rem) 42rem, 100vw',
      wide: '(min-width:75rem) 70rem, 100vw',
      full: '100vw',
    }
    const drawn = shown && draw(shown, picture.alt, { sizes: sizes[width], eager: view.isFirst })
    return html`<figure class="${width}">
      ${drawn && (view.layout === 'frame' ? framed(drawn) : drawn)}
      ${caption && html`<figcaption class="note">${rich(caption, view)}</figcaption>`}
    </figure>`
  },
})
