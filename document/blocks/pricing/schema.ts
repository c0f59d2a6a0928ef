import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Button, Choice, List, opening, Rich, Text } from '../props.ts'

export const Props = Type.Object(
  {
    ...opening,
    plans: List(
      Type.Object(
        {
          name: Text(60, 'Name of the plan.'),
          price: Text(40, 'The price with its currency, or words such as Let’s talk.'),
          period: Type.Optional(Text(60, 'What the price is for, such as per month.')),
          description: Type.Optional(Rich(240, 'Whom it is for.')),
          includes: Type.Optional(List(Rich(160, 'One thing.'), 20, 'What is in it.')),
          action: Type.Optional(Button),
          highlighted: Type.Optional(Type.Boolean({ description: 'The one you would choose for them.' })),
        },
        closed,
      ),
      6,
      'The plans.',
    ),
    note: Type.Optional(Rich(240, 'Terms, in a line.')),
    layout: Type.Optional(
      Choice(
        {
          cards: 'plans side by side',
          featured: 'the highlighted plan large, the others as rows beside it',
        },
        'How the plans are arranged.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>
