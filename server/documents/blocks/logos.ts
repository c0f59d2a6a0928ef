import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
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
})
