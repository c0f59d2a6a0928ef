import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
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
})
