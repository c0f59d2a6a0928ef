import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Choice, Picture, Rich, Text, Tone } from '../props.ts'

export const Props = Type.Object(
  {
    quote: Rich(600, 'What they said, without quotation marks.'),
    name: Type.Optional(Text(80, 'Who said it.')),
    role: Type.Optional(Text(120, 'Their role and company.')),
    picture: Type.Optional(Picture),
    figure: Type.Optional(Text(24, 'The one number that proves it, such as −58%.')),
    figureLabel: Type.Optional(Rich(120, 'What the number counts.')),
    layout: Type.Optional(
      Choice(
        {
          plain: 'the words alone',
          arch: 'a portrait under an arch beside the words',
          card: 'a card with a filled cell for the number',
          bleed: 'a large portrait on a pattern that reaches the edge of the page',
        },
        'How the quote is arranged.',
      ),
    ),
    tone: Type.Optional(Tone),
  },
  closed,
)
export type Props = Static<typeof Props>
