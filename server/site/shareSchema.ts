import { type Static, Type } from 'typebox'
import { closed, Nullable } from '../../shared/typebox.ts'
import { AudienceAddress, exampleAddress } from '../links/addressSchema.ts'

const example = { ...exampleAddress, title: 'Ready in two weeks', picture: null }

export const Share = Type.Object(
  {
    ...AudienceAddress.properties,
    title: Type.String({ description: 'The title of the page, for a link or an e-mail.' }),
    picture: Nullable(
      Type.Object(
        {
          url: Type.String({ description: 'Shows the page as it is when the picture is loaded.' }),
          alt: Type.String(),
          width: Type.Integer(),
          height: Type.Integer(),
        },
        { ...closed, description: 'A preview of the page; null while visitors do not see it.' },
      ),
    ),
  },
  { ...closed, title: 'Share', examples: [example] },
)
export type Share = Static<typeof Share>
