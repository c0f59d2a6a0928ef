import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Choice, List, opening, Rich, Text } from '../props.ts'

export const StepItem = Type.Object(
  {
    title: Rich(100, 'The step.'),
    body: Type.Optional(Rich(500, 'What happens in it.')),
    when: Type.Optional(Text(60, 'When it happens or how long it takes, such as 24 November or Week 1.')),
  },
  closed,
)
export type StepItem = Static<typeof StepItem>

export const Props = Type.Object(
  {
    ...opening,
    items: List(StepItem, 12, 'The steps, first one first.'),
    layout: Type.Optional(
      Choice(
        {
          list: 'numbered, one below the other',
          scale: 'along a line, columns as wide as the time they stand for',
          gantt: 'bars on a calendar, each from its date to the next',
          chevrons: 'arrows that lead to the last one',
        },
        'How the steps are arranged; scale and gantt need a date or week for each.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>
