import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Choice, List, opening, Rich, Text } from '../props.ts'

export const StatItem = Type.Object(
  {
    value: Text(32, 'The figure with its unit, such as 43 % or 12 min.'),
    label: Rich(160, 'What it counts.'),
    before: Type.Optional(Text(24, 'The same figure today, to compare with.')),
  },
  closed,
)
export type StatItem = Static<typeof StatItem>

export const Props = Type.Object(
  {
    ...opening,
    items: List(StatItem, 8, 'The figures.'),
    note: Type.Optional(Rich(240, 'Where the figures come from.')),
    layout: Type.Optional(
      Choice(
        {
          trio: 'figures side by side between hairlines',
          spark: 'the same with a bar to scale above each figure',
          rows: 'giant figures one below the other, with text and a bar beside them',
        },
        'How the figures are arranged.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>
