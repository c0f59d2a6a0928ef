import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Choice, List, opening, Paragraphs, Rich } from '../props.ts'

export const Props = Type.Object(
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
    layout: Type.Optional(
      Choice(
        {
          accordion: 'questions that open, the first one open',
          ledger: 'question and answer side by side, all open',
          columns: 'short answers in columns, all open',
        },
        'How the answers are arranged.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>
