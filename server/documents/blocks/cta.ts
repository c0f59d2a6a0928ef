import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
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
})
