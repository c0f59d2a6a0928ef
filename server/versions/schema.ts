import { type Static, Type } from 'typebox'
import { Document, DocumentBody, Operation } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { Cursor, Id, Limit, largestInteger, Paged, Timestamp } from '../web/schema.ts'

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
  versionId: exampleId('version'),
  audienceId: exampleId('audience'),
  versionNumber: 1,
  status: 'published',
  isNewPageAgent: false,
  supplementaryContext: null,
  queueDurationMs: null,
  createdAt: '+1794614400000',
  becameDraftAt: '+1794614400000',
  queuedAt: null,
  publishedAt: '+1794614400000',
  cancelledAt: null,
  obsoleteAt: null,
  archivedAt: null,
}

export const AudienceVersion = Type.Object(
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
  { ...closed, title: 'AudienceVersion', examples: [exampleVersion] },
)
export type AudienceVersion = Static<typeof AudienceVersion>

export const VersionPage = Paged(AudienceVersion, 'AudienceVersionPage')
export const VersionQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)

export const PublishInput = Type.Object(
  {
    operationKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Makes the request safe to repeat: with the same key it takes effect once.',
      }),
    ),
  },
  { ...closed, title: 'PublishInput', examples: [{ operationKey: 'publish-2026-11-14' }] },
)

export const DraftInput = Type.Object(
  {
    document: DocumentBody,
    fromVersionId: Type.Optional(
      Id('version', {
        description:
          'The version of this audience that the edit began with; the latest one by default. A release of the page compares with what that version was based on.',
      }),
    ),
  },
  {
    ...closed,
    title: 'DraftInput',
    examples: [{ document: (Document as { examples?: unknown[] }).examples?.[0] }],
  },
)

export const DiffQuery = Type.Object(
  {
    against: Type.Optional(
      Id('version', {
        description:
          'The version of the same audience to compare with; by default, the one that this version started from.',
      }),
    ),
  },
  closed,
)

export const VersionDiff = Type.Object(
  {
    versionId: Id('version'),
    against: Nullable(
      Id('version', { description: 'What it was compared with; null when there is nothing before it.' }),
    ),
    operations: Type.Array(Operation, {
      description: 'What makes the document of this version out of the other one, step by step.',
    }),
  },
  {
    ...closed,
    title: 'VersionDiff',
    examples: [{ versionId: exampleId('version'), against: null, operations: [] }],
  },
)
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

export const VersionCheck = Type.Object(
  {
    errors: Type.Array(CheckFinding, { description: 'Problems that prevent publishing.' }),
    warnings: Type.Array(CheckFinding, { description: 'Suggestions before publishing.' }),
    language: Type.String({
      description: 'The language its texts are in; of a page with few words, the one that is set for it.',
    }),
  },
  {
    ...closed,
    title: 'VersionCheck',
    examples: [
      {
        errors: [],
        warnings: [
          {
            code: 'alt_missing',
            path: '/blocks/2/props/picture/alt',
            message: 'Add alt text that describes the image.',
          },
        ],
        language: 'en',
      },
    ],
  },
)
export type VersionCheck = Static<typeof VersionCheck>
