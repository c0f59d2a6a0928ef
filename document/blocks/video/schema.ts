import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { AssetId, Choice, opening, Paragraphs, Picture, Rich, Text } from '../props.ts'

export const Props = Type.Object(
  {
    ...opening,
    assetId: AssetId,
    title: Text(160, 'What the film is about.'),
    poster: Type.Optional(Picture),
    caption: Type.Optional(Rich(300, 'A line under the film.')),
    layout: Type.Optional(
      Choice({ plain: 'as it is', frame: 'in the frame of a browser window' }, 'How the film is framed.'),
    ),
    transcript: Type.Optional(Paragraphs(20_000, 'What is said in it, for those who do not hear it.')),
  },
  closed,
)
export type Props = Static<typeof Props>
