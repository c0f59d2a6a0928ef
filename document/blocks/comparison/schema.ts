import { type Static, Type } from 'typebox'
import type { InputError } from '../../../shared/problem.ts'
import { closed } from '../../../shared/typebox.ts'
import { Choice, List, opening, Rich, Text } from '../props.ts'

export const Props = Type.Object(
  {
    ...opening,
    columns: List(
      Type.Object(
        {
          title: Text(60, 'What is compared.'),
          highlighted: Type.Optional(Type.Boolean({ description: 'The one you speak for.' })),
        },
        closed,
      ),
      5,
      'What is compared.',
      2,
    ),
    rows: List(
      Type.Object(
        {
          label: Rich(120, 'By what they are compared.'),
          cells: Type.Array(Rich(160, 'yes, no, or a few words.'), {
            minItems: 2,
            maxItems: 5,
            description: 'One for each column.',
          }),
        },
        closed,
      ),
      30,
      'The rows.',
    ),
    note: Type.Optional(Rich(240, 'A line under the table.')),
    layout: Type.Optional(
      Choice(
        {
          table: 'a table',
          'before-after':
            'the first of two columns small, the second large, with bars where both are figures',
        },
        'How they are compared.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>

export function check({ columns, rows }: Props): InputError[] {
  return rows.flatMap(({ cells }, row) =>
    cells.length === columns.length
      ? []
      : [
          {
            path: `/rows/${row}/cells`,
            message: `must have one cell for each of the ${columns.length} columns`,
          },
        ],
  )
}
