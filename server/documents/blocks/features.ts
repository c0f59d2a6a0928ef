import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { iconNames } from './icons.ts'
import { Link, List, opening, Rich } from './props.ts'

export const features = defineBlock({
  name: 'features',
  purpose: 'What changes for the visitor, most important first.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            title: Rich(100, 'The change, in a few words.'),
            body: Type.Optional(Rich(500, 'How it comes about.')),
            icon: Type.Optional(Enum(iconNames, { description: 'A small drawing beside the title.' })),
            link: Type.Optional(Link),
          },
          closed,
        ),
        24,
        'The features.',
      ),
      layout: Type.Optional(
        Enum(['grid', 'list'], { description: 'Columns side by side, or one below the other.' }),
      ),
    },
    closed,
  ),
})
