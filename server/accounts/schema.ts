import { type Static, Type } from 'typebox'
import { exampleId, idPattern } from '../../shared/ids.ts'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { engagementSorts, sortDescription } from '../activity/engagement.ts'
import { FieldFilter } from '../fields/schema.ts'
import { sortNames } from '../lists/sort.ts'
import { Cursor, Id, Limit, Paged, SearchQuery, Timestamp } from '../web/schema.ts'

const AccountName = Type.String({ minLength: 1, maxLength: 255, examples: ['Acme'] })

export const linkedPersonExample = {
  personId: exampleId('person'),
  name: 'Jane Doe',
  email: 'jane@acme.com',
  domain: 'acme.com',
  slug: 'jane-doe',
  phoneNumber: '+4930123456',
  linkedinProfileUrl: 'https://www.linkedin.com/in/janedoe',
  createdAt: '+1794614400000',
  updatedAt: '+1794614400000',
}

/** A person as shown in its account; `Person` in persons/schema.ts adds the account. */
export const LinkedPerson = Type.Object(
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
  {
    ...closed,
    title: 'LinkedPerson',
    examples: [linkedPersonExample],
  },
)
export type LinkedPerson = Static<typeof LinkedPerson>

export const Account = Type.Object(
  {
    accountId: Id('account', { minLength: 1, pattern: idPattern('account') }),
    domain: Type.String({ minLength: 1, description: 'Canonical form.' }),
    name: Nullable(AccountName),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    latestActivityAt: Nullable(Timestamp),
    linkedPersons: Type.Array(LinkedPerson),
  },
  {
    ...closed,
    title: 'Account',
    examples: [
      {
        accountId: exampleId('account'),
        domain: 'acme.com',
        name: 'Acme',
        createdAt: '+1794614400000',
        updatedAt: '+1794614400000',
        latestActivityAt: '+1794614400000',
        linkedPersons: [linkedPersonExample],
      },
    ],
  },
)
export type Account = Static<typeof Account>

export const AccountInput = Type.Object(
  {
    domain: Type.String({
      minLength: 1,
      description: 'A domain or URL. `Acme.com` and `https://www.acme.com/about` are the same.',
    }),
    name: Type.Optional(AccountName),
  },
  { ...closed, title: 'AccountInput', examples: [{ domain: 'acme.com', name: 'Acme' }] },
)
export type AccountInput = Static<typeof AccountInput>

export const AccountPatch = Type.Object(
  {
    name: Type.Optional(Nullable(AccountName)),
    domain: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A domain or URL. Persons of the account stay linked to it.',
      }),
    ),
  },
  { ...closed, title: 'AccountPatch', examples: [{ name: 'Acme Corporation' }] },
)

export type AccountPatch = Static<typeof AccountPatch>

export const AccountMerge = Type.Object(
  { intoAccountId: Id('account', { description: 'The account that stays.' }) },
  { ...closed, title: 'AccountMerge', examples: [{ intoAccountId: exampleId('account') }] },
)

export const AccountPage = Paged(Account, 'AccountPage')
export const accountSorts = ['name', 'domain', 'createdAt', ...engagementSorts] as const
export const AccountQuery = Type.Object(
  {
    cursor: Cursor,
    limit: Limit,
    query: SearchQuery,
    field: FieldFilter,
    sort: Type.Optional(Enum(sortNames(accountSorts), { description: sortDescription })),
  },
  closed,
)
