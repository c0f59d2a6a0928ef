import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { List, opening, Paragraphs, Picture, Rich, Text } from './props.ts'

export const text = defineBlock({
  name: 'text',
  purpose: 'Prose: a letter, an explanation, or what was heard in a conversation.',
  props: Type.Object(
    {
      ...opening,
      body: Type.Optional(Paragraphs(8000, 'Paragraphs, with an empty line between them.')),
      points: Type.Optional(List(Rich(400, 'One point.'), 20, 'Short points after the paragraphs.')),
      signature: Type.Optional(
        Type.Object(
          {
            name: Text(80, 'Who wrote this.'),
            role: Type.Optional(Text(120, 'Their role and company.')),
            picture: Type.Optional(Picture),
          },
          { ...closed, description: 'Makes the text a letter.' },
        ),
      ),
    },
    closed,
  ),
  check: ({ body, points, heading }) =>
    body || points || heading ? [] : [{ path: '', message: 'needs a heading, a body or points' }],
})
