import { type Static, Type } from 'typebox'
import { AudienceAddress } from '../links/addressSchema.ts'
import { closed, exampleId, Nullable } from '../web/schema.ts'

const example = {
  audienceId: exampleId('audience'),
  effectiveName: 'Jane Doe · Acme',
  madeFor: 'person',
  url: 'https://acme.example/offer/jane-doe/k3v9x0q2mzk3v9x0',
  isLive: true,
  title: 'Ready in two weeks',
  picture: null,
}

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
