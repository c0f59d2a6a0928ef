import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { html } from '../render/html.ts'
import { actions, heading, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Button, Eyebrow, Rich, Tone } from './props.ts'

export const cta = defineBlock({
  name: 'cta',
  purpose: 'The one thing to do, asked for once more.',
  props: Type.Object(
    {
      eyebrow: Type.Optional(Eyebrow),
      headline: Rich(160, 'The invitation.'),
      body: Type.Optional(Rich(400, 'Why now, and what happens then.')),
      primaryAction: Button,
      secondaryAction: Type.Optional(Button),
      note: Type.Optional(Rich(160, 'A reassurance under the button.')),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'bold',
  css: `.cta h1,.cta h2{max-inline-size:22ch}.cta .intro{margin-block-start:1rem;max-inline-size:46ch}.cta .acts{margin-block-start:2rem}
@media(min-width:60rem){.ask{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,4fr);gap:4rem;align-items:end}.ask .acts{margin:0;justify-content:flex-end}.ask .note{text-align:end}}`,
  render: (props, view) => html`<div class="ask">
    <div>
      ${props.eyebrow && html`<p class="eye">${plain(props.eyebrow)}</p>`}
      ${heading(view.level, rich(props.headline, view))}
      ${props.body && html`<p class="intro">${rich(props.body, view)}</p>`}
    </div>
    <div>${actions(props, view)}</div>
  </div>`,
})
