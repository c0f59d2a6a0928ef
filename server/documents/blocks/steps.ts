import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const steps = defineBlock({
  name: 'steps',
  purpose: 'What happens next, in order.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            title: Rich(100, 'The step.'),
            body: Type.Optional(Rich(500, 'What happens in it.')),
            when: Type.Optional(Text(60, 'When it happens or how long it takes, such as Week 1.')),
          },
          closed,
        ),
        12,
        'The steps, first one first.',
      ),
    },
    closed,
  ),
})
