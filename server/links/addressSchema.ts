import { type Static, Type } from 'typebox'
import { Cursor, closed, Enum, exampleId, Id, Limit, Nullable, Paged, SearchQuery } from '../web/schema.ts'

export const personalLinkForms = ['path', 'query', 'key'] as const
export type PersonalLinkForm = (typeof personalLinkForms)[number]

const PersonalLinks = Enum(personalLinkForms, {
  description:
    '`path`: `/offer/jane-doe/k3v9x0q2mzk3v9x0`; `query`: `/offer/jane-doe?k=k3v9x0q2mzk3v9x0`; `key`: `/offer/k3v9x0q2mzk3v9x0`, without the name. The key is what keeps the page private; every form leads there, whichever is chosen.',
})

export const LinkSettings = Type.Object(
  { personalLinks: PersonalLinks },
  { ...closed, title: 'LinkSettings', examples: [{ personalLinks: 'path' }] },
)

const example = {
  audienceId: exampleId('audience'),
  effectiveName: 'Jane Doe · Acme',
  madeFor: 'person',
  url: 'https://acme.example/offer/jane-doe/k3v9x0q2mzk3v9x0',
  isLive: true,
}

export const AudienceAddress = Type.Object(
  {
    audienceId: Id('audience'),
    effectiveName: Type.String(),
    madeFor: Enum(['person', 'account', 'everyone'], {
      description: 'Whose address it is: an address for a person holds their key, so send it to them alone.',
    }),
    url: Nullable(
      Type.String({ description: 'Where they find their page; null while no page link leads there.' }),
    ),
    isLive: Type.Boolean({ description: 'Whether visitors see something there already.' }),
  },
  { ...closed, title: 'AudienceAddress', examples: [example] },
)
export type AudienceAddress = Static<typeof AudienceAddress>

export const AddressPage = Type.Object(
  {
    ...Paged(AudienceAddress, 'AddressPage').properties,
    publicUrl: Nullable(
      Type.String({
        description: 'The page’s own address, for everyone; null while no page link leads to it.',
      }),
    ),
    personalLinks: PersonalLinks,
  },
  {
    ...closed,
    title: 'AddressPage',
    examples: [
      {
        items: [example],
        hasMore: false,
        nextCursor: null,
        totalCount: 1,
        publicUrl: 'https://acme.example/offer',
        personalLinks: 'path',
      },
    ],
  },
)
export const AddressQuery = Type.Object({ cursor: Cursor, limit: Limit, query: SearchQuery }, closed)
