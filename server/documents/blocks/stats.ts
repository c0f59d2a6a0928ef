import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const stats = defineBlock({
  name: 'stats',
  purpose: 'A few figures that prove a point.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            value: Text(24, 'The figure with its unit, such as 43 % or 12 min.'),
            label: Rich(160, 'What it counts.'),
          },
          closed,
        ),
        8,
        'The figures.',
      ),
      note: Type.Optional(Rich(240, 'Where the figures come from.')),
    },
    closed,
  ),
})
