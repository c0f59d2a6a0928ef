import { type Static, Type } from 'typebox'
import { idPattern } from '../../shared/ids.ts'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { engagementSorts, sortDescription } from '../activity/engagement.ts'
import { FieldFilter } from '../fields/schema.ts'
import { sortNames } from '../lists/sort.ts'
import { Id, Paged, paging, SearchQuery, Timestamp } from '../web/schema.ts'

const AccountName = Type.String({ minLength: 1, maxLength: 255, examples: ['Acme'] })

export const linkedPersonExample = {
  name: 'Jane Doe',
  email: 'jane@acme.com',
  domain: 'acme.com',
  slug: 'jane-doe',
  phoneNumber: '+4930123456',
  linkedinProfileUrl: 'https://www.linkedin.com/in/janedoe',
}

/** A person as shown in its account; `Person` in persons/schema.ts adds the account. */
export const LinkedPerson = NamedObject(
  'LinkedPerson',
  {
    personId: Id('person'),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    domain: Nullable(Type.String()),
    slug: Type.String(),
    phoneNumber: Nullable(Type.String({ description: 'In E.164 form.' })),
    linkedinProfileUrl: Nullable(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  linkedPersonExample,
)
export type LinkedPerson = Static<typeof LinkedPerson>

export const Account = NamedObject(
  'Account',
  {
    accountId: Id('account', { minLength: 1, pattern: idPattern('account') }),
    domain: Type.String({ minLength: 1, description: 'Canonical form.' }),
    name: Nullable(AccountName),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    latestActivityAt: Nullable(Timestamp),
    linkedPersons: Type.Array(LinkedPerson),
  },
  { domain: 'acme.com', name: 'Acme', latestActivityAt: '+1794614400000' },
)
export type Account = Static<typeof Account>

export const AccountInput = NamedObject(
  'AccountInput',
  {
    domain: Type.String({
      minLength: 1,
      description: 'A domain or URL. `Acme.com` and `https://www.acme.com/about` are the same.',
    }),
    name: Type.Optional(AccountName),
  },
  { domain: 'acme.com', name: 'Acme' },
)
export type AccountInput = Static<typeof AccountInput>

export const AccountPatch = NamedObject(
  'AccountPatch',
  {
    name: Type.Optional(Nullable(AccountName)),
    domain: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A domain or URL. Persons of the account stay linked to it.',
      }),
    ),
  },
  { name: 'Acme Corporation' },
)

export type AccountPatch = Static<typeof AccountPatch>

export const AccountMerge = NamedObject('AccountMerge', {
  intoAccountId: Id('account', { description: 'The account that stays.' }),
})

export const AccountPage = Paged(Account, 'AccountPage')
export const accountSorts = ['name', 'domain', 'createdAt', ...engagementSorts] as const
export const AccountQuery = ClosedObject({
  ...paging,
  query: SearchQuery,
  field: FieldFilter,
  sort: Type.Optional(Enum(sortNames(accountSorts), { description: sortDescription })),
})
