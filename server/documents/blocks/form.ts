import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { List, opening, Rich, Text } from './props.ts'

export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'select', 'checkbox'] as const

const Field = Type.Object(
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

export const form = defineBlock({
  name: 'form',
  purpose: 'A few questions, answered on the page.',
  props: Type.Object(
    {
      ...opening,
      fields: List(Field, 20, 'What is asked.'),
      submitLabel: Text(60, 'What the button does.'),
      successMessage: Type.Optional(Rich(400, 'What is said after sending.')),
      note: Type.Optional(Rich(400, 'What happens with the answers.')),
    },
    closed,
  ),
  check: ({ fields }) =>
    fields.flatMap(({ name, type, options }, index) => {
      const path = `/fields/${index}`
      if (fields.findIndex((field) => field.name === name) !== index)
        return [{ path: `${path}/name`, message: 'must differ from the names of the other fields' }]
      if ((type === 'select') !== (options !== undefined))
        return [
          { path: `${path}/options`, message: type === 'select' ? 'is required' : 'is only for a select' },
        ]
      return []
    }),
})
