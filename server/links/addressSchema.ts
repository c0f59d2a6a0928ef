import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, SearchQuery } from '../web/schema.ts'

const personalLinkForms = ['path', 'query', 'key'] as const
export type PersonalLinkForm = (typeof personalLinkForms)[number]

const PersonalLinks = Enum(personalLinkForms, {
  description:
    '`path`: `/offer/jane-doe/k3v9x0q2mzk3v9x0`; `query`: `/offer/jane-doe?k=k3v9x0q2mzk3v9x0`; `key`: `/offer/k3v9x0q2mzk3v9x0`, without the name. The key keeps the page private. All forms work, regardless of the choice.',
})

export const LinkSettings = NamedObject('LinkSettings', { personalLinks: PersonalLinks })

export const exampleAddress = {
  effectiveName: 'Jane Doe · Acme',
  madeFor: 'person',
  url: 'https://acme.example/offer/jane-doe/k3v9x0q2mzk3v9x0',
  isLive: true,
}

export const AudienceAddress = NamedObject(
  'AudienceAddress',
  {
    audienceId: Id('audience'),
    effectiveName: Type.String(),
    madeFor: Enum(['person', 'account', 'everyone'], {
      description:
        'Whose address it is: an address for a person contains their key, so share it with that person only.',
    }),
    url: Nullable(
      Type.String({ description: 'Where they find their page; null while there is no page link.' }),
    ),
    isLive: Type.Boolean({ description: 'Whether visitors can see a page there.' }),
  },
  exampleAddress,
)
export type AudienceAddress = Static<typeof AudienceAddress>

export const AddressPage = NamedObject(
  'AddressPage',
  {
    ...Paged(AudienceAddress, 'AddressPage').properties,
    publicUrl: Nullable(
      Type.String({
        description: 'The page’s own address, for everyone; null while there is no page link to it.',
      }),
    ),
    personalLinks: PersonalLinks,
  },
  {
    totalCount: 1,
    publicUrl: 'https://acme.example/offer',
  },
)
export const AddressQuery = ClosedObject({ ...paging, query: SearchQuery })
