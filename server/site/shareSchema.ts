import { type Static, Type } from 'typebox'
import { closed, NamedObject, Nullable } from '../../shared/typebox.ts'
import { AudienceAddress, exampleAddress } from '../links/addressSchema.ts'

export const Share = NamedObject(
  'Share',
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
  { ...exampleAddress, title: 'Ready in two weeks' },
)
export type Share = Static<typeof Share>
