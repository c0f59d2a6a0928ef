import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { LinkedPerson, linkedPersonExample } from '../accounts/schema.ts'
import { engagementSorts, sortDescription } from '../activity/engagement.ts'
import { FieldFilter } from '../fields/schema.ts'
import { sortNames } from '../lists/sort.ts'
import { Id, Paged, paging, SearchQuery } from '../web/schema.ts'

export const Person = NamedObject(
  'Person',
  {
    ...LinkedPerson.properties,
    jobTitle: Nullable(Type.String()),
    accountId: Nullable(Id('account', { description: 'The account the person is linked to.' })),
  },
  { ...linkedPersonExample, jobTitle: 'Head of Logistics', accountId: exampleId('account') },
)
export type Person = Static<typeof Person>

const fields = {
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  email: Type.Optional(
    Nullable(Type.String({ minLength: 3, maxLength: 254, description: 'Unique, ignoring case.' })),
  ),
  domain: Type.Optional(
    Nullable(Type.String({ minLength: 1, description: "The e-mail's domain when absent or null." })),
  ),
  slug: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: 100,
      description: 'Unique; derived from the name or e-mail address by default.',
    }),
  ),
  phoneNumber: Type.Optional(
    Nullable(
      Type.String({
        minLength: 3,
        maxLength: 40,
        description: 'With country code; spaces, hyphens, dots and brackets are removed.',
      }),
    ),
  ),
  linkedinProfileUrl: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 500, description: 'An https address on linkedin.com.' })),
  ),
  jobTitle: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 255, examples: ['Head of Logistics'] })),
  ),
  accountId: Type.Optional(
    Nullable(
      Id('account', { description: 'The account to link to; the one of the domain when absent or null.' }),
    ),
  ),
}

export const PersonInput = NamedObject(
  'PersonInput',
  fields,
  { name: 'Jane Doe', email: 'jane@acme.com', phoneNumber: '+49 30 123456' },
  { description: 'At least one of name and email is required.' },
)
export type PersonInput = Static<typeof PersonInput>

export const PersonPatch = NamedObject(
  'PersonPatch',
  fields,
  { name: 'Jane Smith' },
  { description: 'Only the given fields change. A person keeps at least one of name and email.' },
)

export const personSorts = ['name', 'createdAt', ...engagementSorts] as const
export const PersonPage = Paged(Person, 'PersonPage')
export const PersonQuery = ClosedObject({
  accountId: Type.Optional(Id('account', { description: 'Only persons who are linked to this account.' })),
  ...paging,
  query: SearchQuery,
  field: FieldFilter,
  sort: Type.Optional(Enum(sortNames(personSorts), { description: sortDescription })),
})
