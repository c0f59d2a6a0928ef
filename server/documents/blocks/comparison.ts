import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const comparison = defineBlock({
  name: 'comparison',
  purpose: 'Two to five ways of doing it, side by side.',
  props: Type.Object(
    {
      ...opening,
      columns: Type.Array(
        Type.Object(
          {
            title: Text(60, 'What is compared.'),
            highlighted: Type.Optional(Type.Boolean({ description: 'The one you speak for.' })),
          },
          closed,
        ),
        { minItems: 2, maxItems: 5, description: 'What is compared.' },
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
    },
    closed,
  ),
  check: ({ columns, rows }) =>
    rows.flatMap(({ cells }, row) =>
      cells.length === columns.length
        ? []
        : [
            {
              path: `/rows/${row}/cells`,
              message: `must have one cell for each of the ${columns.length} columns`,
            },
          ],
    ),
})
