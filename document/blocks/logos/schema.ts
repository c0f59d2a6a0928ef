import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Choice, Link, List, Picture, Rich, Text, Tone } from '../props.ts'

export const Props = Type.Object(
  {
    heading: Type.Optional(Rich(160, 'What these names have in common.')),
    items: List(
      Type.Object(
        {
          name: Text(80, 'Name of the company; shown where there is no picture.'),
          picture: Type.Optional(Picture),
          link: Type.Optional(Link),
        },
        closed,
      ),
      24,
      'The companies.',
    ),
    layout: Type.Optional(
      Choice(
        { wall: 'equal cells between hairlines', row: 'one line, as it flows' },
        'How they are arranged.',
      ),
    ),
    tone: Type.Optional(Tone),
  },
  closed,
)
export type Props = Static<typeof Props>
