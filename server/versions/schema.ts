import { type Static, Type } from 'typebox'
import { Document, DocumentBody, Operation } from '../../document/index.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, largestInteger, Paged, paging, Timestamp } from '../web/schema.ts'

export const versionStatuses = [
  'archived',
  'cancelled',
  'draft',
  'pending',
  'processing',
  'published',
  'queued',
] as const
export type VersionStatus = (typeof versionStatuses)[number]

export const exampleVersion = {
  versionNumber: 1,
  status: 'published',
  becameDraftAt: '+1794614400000',
  publishedAt: '+1794614400000',
}

export const AudienceVersion = NamedObject(
  'AudienceVersion',
  {
    versionId: Id('version'),
    audienceId: Id('audience'),
    versionNumber: Type.Integer({
      maximum: largestInteger,
      description: 'Starts at 1 and has no gaps.',
    }),
    status: Enum(versionStatuses),
    isNewPageAgent: Type.Boolean({ description: 'Whether a language model made it.' }),
    supplementaryContext: Nullable(
      Type.String({ description: "The audience's, as it was when the version was begun." }),
    ),
    queueDurationMs: Nullable(Type.Number({ description: 'Time in the queue before a worker started it.' })),
    createdAt: Timestamp,
    becameDraftAt: Nullable(Timestamp),
    queuedAt: Nullable(Timestamp),
    publishedAt: Nullable(Timestamp),
    cancelledAt: Nullable(Timestamp),
    obsoleteAt: Nullable(Timestamp),
    archivedAt: Nullable(Timestamp),
  },
  exampleVersion,
)
export type AudienceVersion = Static<typeof AudienceVersion>

export const VersionPage = Paged(AudienceVersion, 'AudienceVersionPage')
export const VersionQuery = ClosedObject({ ...paging })

export const PublishInput = NamedObject(
  'PublishInput',
  {
    operationKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Makes the request safe to repeat: with the same key it takes effect once.',
      }),
    ),
  },
  { operationKey: 'publish-2026-11-14' },
)

export const DraftInput = NamedObject(
  'DraftInput',
  {
    document: DocumentBody,
    fromVersionId: Type.Optional(
      Id('version', {
        description:
          'The version of this audience that the edit began with; the latest one by default. A release of the page compares with what that version was based on.',
      }),
    ),
  },
  { document: (Document as { examples?: unknown[] }).examples?.[0] },
)

export const DiffQuery = ClosedObject({
  against: Type.Optional(
    Id('version', {
      description:
        'The version of the same audience to compare with; by default, the one that this version started from.',
    }),
  ),
})

export const VersionDiff = NamedObject('VersionDiff', {
  versionId: Id('version'),
  against: Nullable(
    Id('version', { description: 'What it was compared with; null when there is nothing before it.' }),
  ),
  operations: Type.Array(Operation, {
    description: 'What makes the document of this version out of the other one, step by step.',
  }),
})
export type VersionDiff = Static<typeof VersionDiff>

/** The findings of a check. Errors block publishing; warnings do not. */
const checkCodes = {
  page_empty: 'Nothing of the page would be shown.',
  hero_empty: 'The hero has no headline yet.',
  action_without_address: 'An action of the page has no usable address.',
  source_missing: 'A new statement names a source that does not exist.',
  prompt_unfilled:
    'A text that the template asks for is not written yet; visitors see its default, or nothing.',
  placeholder_empty: 'A placeholder has no fallback, so some visitors see nothing there.',
  no_action: 'The page has no call to action: no working button and no form.',
  action_unknown: 'A button names an action that the page does not have, so it is not shown.',
  statement_without_source: 'A block mentions the reader without a source.',
  alt_missing: 'An image has no alt text.',
  picture_missing: 'An image was deleted, so it is not shown.',
  dead_link: 'A link leads to a path of the site without a page.',
  contrast: 'Two colours of the theme have too little contrast; readable ones are shown instead.',
  no_page_link: 'The page has no address yet.',
  page_not_published: 'The page itself is not published, so nobody sees its versions.',
  title_missing: 'The page has no title of its own.',
  title_long: 'Search results and tabs cut the title off.',
  description_missing: 'Search results and shared links have no description to show.',
  description_long: 'Search results cut the description off.',
  language: 'The text seems to be in another language than the theme’s.',
} as const
export type CheckCode = keyof typeof checkCodes

export const CheckFinding = Type.Object(
  {
    code: Enum(Object.keys(checkCodes) as CheckCode[], {
      description: Object.entries(checkCodes)
        .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
        .join(' '),
    }),
    path: Type.String({
      description:
        'Where: a JSON pointer into the document; below `/page`, into the page; empty: the version as a whole.',
    }),
    message: Type.String({ description: 'What is wrong, for people to read.' }),
  },
  { ...closed, title: 'CheckFinding' },
)
export type CheckFinding = Static<typeof CheckFinding>

export const VersionCheck = NamedObject(
  'VersionCheck',
  {
    errors: Type.Array(CheckFinding, { description: 'Problems that prevent publishing.' }),
    warnings: Type.Array(CheckFinding, { description: 'Suggestions before publishing.' }),
    language: Type.String({
      description: 'The language its texts are in; of a page with few words, the one that is set for it.',
    }),
  },
  {
    warnings: [
      {
        code: 'alt_missing',
        path: '/blocks/2/props/picture/alt',
        message: 'Add alt text that describes the image.',
      },
    ],
    language: 'en',
  },
)
export type VersionCheck = Static<typeof VersionCheck>
