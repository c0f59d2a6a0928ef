import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
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
})
