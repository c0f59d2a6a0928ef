import { type Static, Type } from 'typebox'
import { Metadata } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { pageStatuses } from '../pages/schema.ts'
import { AudienceVersion, versionStatuses } from '../versions/schema.ts'
import { Id, Limit, largestInteger, Paged, paging, SearchQuery, Timestamp } from '../web/schema.ts'
import { CustomName, SupplementaryContext } from './inputSchema.ts'

const FormId = Type.String({ minLength: 1, maxLength: 64, description: 'The form that actions open.' })
const FormInstructions = Type.String({ minLength: 1, maxLength: 5000 })
const ActionUrl = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Where actions lead: `https:`, `mailto:`, `tel:`, or a path on the site.',
})
const Flags = Type.Array(Enum(['home_page']), {
  maxItems: 1,
  description:
    '`home_page`: shown to visitors without their own audience. A page has one; setting it removes it from the previous audience.',
})

export const Audience = NamedObject(
  'Audience',
  {
    audienceId: Id('audience'),
    pageId: Id('page'),
    personId: Nullable(Id('person')),
    personRouteKey: Nullable(Type.String({ description: 'What the address of a person’s page ends in.' })),
    computedName: Type.String({ description: 'Computed from the names of person and account.' }),
    customName: Nullable(CustomName),
    effectiveName: Type.String({ description: 'The custom name, or else the computed one.' }),
    status: Enum(versionStatuses, { description: '`archived`, or the status of the latest version.' }),
    flags: Flags,
    isNewPageAgent: Type.Boolean({ description: 'Whether a language model made the latest version.' }),
    actionFormIdOverride: Nullable(FormId),
    actionFormInstructionsOverride: Nullable(FormInstructions),
    actionUrlOverride: Nullable(ActionUrl),
    supplementaryContext: Nullable(SupplementaryContext),
    latestVersion: AudienceVersion,
    publishedVersion: AudienceVersion,
    archivedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    effectiveMetadata: Type.Optional(Metadata),
    metadataOverride: Type.Optional(Metadata),
  },
  {
    personId: exampleId('person'),
    personRouteKey: 'k3v9x0q2mz',
    computedName: 'Jane Doe · Acme',
    effectiveName: 'Jane Doe · Acme',
    status: 'published',
  },
)
export type Audience = Static<typeof Audience>

export const AudiencePatch = Type.Partial(
  Type.Object({
    customName: Nullable(CustomName),
    actionFormIdOverride: Nullable(FormId),
    actionFormInstructionsOverride: Nullable(FormInstructions),
    actionUrlOverride: Nullable(ActionUrl),
    supplementaryContext: Nullable(SupplementaryContext),
    metadataOverride: Nullable(Metadata),
    flags: Flags,
  }),
  { ...closed, title: 'AudiencePatch', examples: [{ customName: 'Spring fair' }] },
)
export type AudiencePatch = Static<typeof AudiencePatch>

/** Beyond this number an exact count is not useful, and counting gets expensive. */
export const mostCounted = 10_000
const MatchCount = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: largestInteger,
    description: `Null when a query has more than ${mostCounted} matches.`,
  }),
)

export const AudiencePage = NamedObject(
  'AudiencePage',
  { ...Paged(Audience, 'AudiencePage').properties, totalCount: MatchCount },
  { totalCount: 1 },
)
export const AudienceQuery = ClosedObject({
  ...paging,
  query: SearchQuery,
  archived: Type.Optional(
    Type.Boolean({ default: false, description: 'Lists the archived audiences instead of the others.' }),
  ),
})

export const AudienceSearchItem = Type.Object(
  { audienceId: Id('audience'), effectiveName: Type.String(), pageId: Id('page'), pageName: Type.String() },
  { ...closed, title: 'AudienceSearchItem' },
)
export type AudienceSearchItem = Static<typeof AudienceSearchItem>

export const AudienceSearchPage = NamedObject(
  'AudienceSearchPage',
  {
    items: Type.Array(AudienceSearchItem),
    hasMore: Type.Boolean(),
    nextCursor: Nullable(Type.String({ description: 'Always null: search has one page.' })),
    totalCount: MatchCount,
  },
  {
    items: [
      {
        audienceId: exampleId('audience'),
        effectiveName: 'Jane Doe · Acme',
        pageId: exampleId('page'),
        pageName: 'Spring outreach',
      },
    ],
    totalCount: 1,
  },
)
export const AudienceSearchQuery = ClosedObject({ limit: Limit, query: SearchQuery })

/** An audience in a list across pages: the fields needed to show its name and link to it. */
export const AudienceOverview = NamedObject(
  'AudienceOverview',
  {
    ...AudienceSearchItem.properties,
    pageStatus: Enum(pageStatuses),
    personId: Nullable(Id('person')),
    accountId: Nullable(Id('account', { description: 'The account it is for, or its person’s.' })),
    status: Enum(versionStatuses, { description: 'The status of the latest version.' }),
    isLive: Type.Boolean({
      description: 'Whether one of its versions was published for visitors to see, while its page is.',
    }),
    publishedAt: Timestamp,
    createdAt: Timestamp,
  },
  {
    effectiveName: 'Jane Doe · Acme',
    pageName: 'Spring outreach',
    pageStatus: 'published',
    personId: exampleId('person'),
    accountId: exampleId('account'),
    status: 'published',
    isLive: true,
  },
)
export type AudienceOverview = Static<typeof AudienceOverview>

export const AudienceOverviewPage = NamedObject(
  'AudienceOverviewPage',
  { ...Paged(AudienceOverview, 'AudienceOverviewPage').properties, totalCount: MatchCount },
  { totalCount: 1 },
)
const owners = ['person', 'account', 'everyone'] as const
export type Owner = (typeof owners)[number]

export const AudienceOverviewQuery = ClosedObject({
  accountId: Type.Optional(
    Id('account', { description: 'Only those for this account and for its persons.' }),
  ),
  personId: Type.Optional(Id('person', { description: 'Only those for this person.' })),
  audienceId: Type.Optional(
    Type.Array(Id('audience'), { minItems: 1, maxItems: 100, description: 'Only these.' }),
  ),
  pageId: Type.Optional(Id('page', { description: 'Only those of this page.' })),
  madeFor: Type.Optional(Enum(owners, { description: 'Only those for persons, accounts or everyone.' })),
  query: SearchQuery,
  ...paging,
})
