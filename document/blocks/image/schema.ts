import { type Static, Type } from 'typebox'
import { closed, Enum } from '../../../shared/typebox.ts'
import { Choice, Picture, Rich, Tone } from '../props.ts'

export const Props = Type.Object(
  {
    picture: Picture,
    caption: Type.Optional(Rich(300, 'A line under the picture.')),
    width: Type.Optional(
      Enum(['text', 'wide', 'full'], {
        description: 'As wide as a paragraph, the content, or the window.',
      }),
    ),
    layout: Type.Optional(
      Choice(
        {
          plain: 'as it is',
          bleed: 'to the edge of the page at its end side',
          frame: 'in the frame of a browser window, for a screenshot',
        },
        'How the picture is framed.',
      ),
    ),
    tone: Type.Optional(Tone),
  },
  closed,
)
export type Props = Static<typeof Props>
