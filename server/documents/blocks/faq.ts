import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { List, opening, Paragraphs, Rich } from './props.ts'

export const faq = defineBlock({
  name: 'faq',
  purpose: 'The questions that stand in the way, answered.',
  props: Type.Object(
    {
      ...opening,
      items: List(
        Type.Object(
          {
            question: Rich(200, 'As the visitor would ask it.'),
            answer: Paragraphs(3000, 'The answer first, then the reasons.'),
          },
          closed,
        ),
        40,
        'The questions.',
      ),
    },
    closed,
  ),
})
