import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { actions, heading, picture, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Button, Eyebrow, Picture, Rich, Tone } from './props.ts'

export const hero = defineBlock({
  name: 'hero',
  purpose: 'The first thing a visitor sees: what this page is to them, and the one thing to do.',
  props: Type.Object(
    {
      eyebrow: Type.Optional(Eyebrow),
      headline: Rich(160, 'The one sentence only this visitor would recognise.'),
      subheadline: Type.Optional(Rich(400, 'What it means for them.')),
      primaryAction: Type.Optional(Button),
      secondaryAction: Type.Optional(Button),
      note: Type.Optional(Rich(160, 'A reassurance under the button, such as how long it takes.')),
      picture: Type.Optional(Picture),
      layout: Type.Optional(
        Enum(['left', 'centered', 'split'], {
          description: 'Text at the start, in the middle, or beside the picture.',
        }),
      ),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'tint',
  css: `.hero{padding-block:clamp(2.5rem,6vw,5.5rem) clamp(3.5rem,8vw,7rem)}
.hero h1,.hero h2{font-size:clamp(2.25rem,1.35rem + 4vw,3.75rem);line-height:1.06;letter-spacing:-.03em;max-width:20ch}
.hero .eye::before{content:"";display:inline-block;vertical-align:.28em;inline-size:1.5rem;block-size:2px;margin-inline-end:.75rem;background:currentColor}
.sub{font-size:1.25rem;line-height:1.5;color:var(--muted);max-width:46ch;margin-block-start:1.5rem}
.hero .acts{margin-block-start:2.25rem}
.hero img{inline-size:100%;border-radius:var(--rl);margin-block-start:clamp(2.5rem,6vw,4.5rem)}
.mid{text-align:center}.mid h1,.mid h2,.mid .sub{margin-inline:auto}.mid .acts{justify-content:center}
@media(min-width:60rem){.pair{display:grid;grid-template-columns:minmax(0,11fr) minmax(0,10fr);gap:4rem;align-items:center}.hero .pair img{margin:0;max-block-size:36rem;object-fit:cover}}`,
  render: (props, view) => {
    const { eyebrow, headline, subheadline, layout } = props
    const shown = props.picture && view.asset(props.picture.assetId)
    const words = html`<div class="${layout === 'centered' ? 'mid' : 'say'}">
      ${eyebrow && html`<p class="eye">${plain(eyebrow)}</p>`}
      ${heading(view.level, rich(headline, view))}
      ${subheadline && html`<p class="sub">${rich(subheadline, view)}</p>`}
      ${actions(props, view)}
    </div>`
    if (!shown) return words
    const sizes = layout === 'split' ? '(min-width:60rem) 33rem, 100vw' : '(min-width:75rem) 70rem, 100vw'
    const image = picture(shown, props.picture?.alt ?? '', { sizes, eager: view.isFirst })
    return layout === 'split' ? html`<div class="pair">${words}${image}</div>` : html`${words}${image}`
  },
})
