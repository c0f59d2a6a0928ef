import { type Static, Type } from 'typebox'
import type { InputError } from '../../../shared/problem.ts'
import { closed } from '../../../shared/typebox.ts'
import { List, opening, Paragraphs, Picture, Rich, Text } from '../props.ts'

export const Props = Type.Object(
  {
    ...opening,
    body: Type.Optional(Paragraphs(8000, 'Paragraphs, with an empty line between them.')),
    points: Type.Optional(List(Rich(400, 'One point.'), 20, 'Short points after the paragraphs.')),
    signature: Type.Optional(
      Type.Object(
        {
          name: Text(80, 'Who wrote this.'),
          role: Type.Optional(Text(120, 'Their role and company.')),
          picture: Type.Optional(Picture),
        },
        { ...closed, description: 'Makes the text a letter.' },
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>

export function check({ body, points, heading }: Props): InputError[] {
  return body || points || heading ? [] : [{ path: '', message: 'needs a heading, a body or points' }]
}
