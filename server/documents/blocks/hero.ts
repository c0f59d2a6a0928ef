import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
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
})
