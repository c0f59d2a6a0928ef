import { type Static, Type } from 'typebox'
import type { InputError } from '../../../shared/problem.ts'
import { closed, Enum } from '../../../shared/typebox.ts'
import { Choice, List, opening, Rich, Text } from '../props.ts'

export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'select', 'checkbox'] as const

export const Field = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,39}$',
      description: 'Name of the answer in the submission.',
      examples: ['email'],
    }),
    label: Rich(160, 'What is asked for.'),
    type: Enum(fieldTypes),
    required: Type.Optional(Type.Boolean()),
    hint: Type.Optional(Rich(200, 'A line of help under the label.')),
    options: Type.Optional(List(Text(120, 'One choice.'), 50, 'Choices of a select.')),
  },
  closed,
)

export const Props = Type.Object(
  {
    ...opening,
    fields: List(Field, 20, 'What is asked.'),
    submitLabel: Text(60, 'What the button does.'),
    successMessage: Type.Optional(Rich(400, 'What is said after sending.')),
    note: Type.Optional(Rich(400, 'What happens with the answers.')),
    layout: Type.Optional(
      Choice(
        { beside: 'on a card beside the heading', below: 'below the heading' },
        'Where the questions stand.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>

export function check({ fields }: Props): InputError[] {
  return fields.flatMap(({ name, type, options }, index) => {
    const path = `/fields/${index}`
    if (fields.findIndex((field) => field.name === name) !== index)
      return [{ path: `${path}/name`, message: 'must differ from the names of the other fields' }]
    if ((type === 'select') !== (options !== undefined))
      return [
        { path: `${path}/options`, message: type === 'select' ? 'is required' : 'is only for a select' },
      ]
    return []
  })
}
