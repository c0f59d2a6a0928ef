import { type Static, Type } from 'typebox'
import { Operation } from '../documents/operations.ts'
import { Document, DocumentBody } from '../documents/schema.ts'
import {
  Cursor,
  closed,
  Enum,
  exampleId,
  Id,
  Limit,
  largestInteger,
  Nullable,
  Paged,
  Timestamp,
} from '../http/schema.ts'

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

export const SupplementaryContext = Type.String({
  minLength: 1,
  maxLength: 50_000,
  description: 'What else the agent should know about this audience.',
})

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
      description: 'From 1 on, without gaps, in the order versions were begun.',
    }),
    status: Enum(versionStatuses),
    isNewPageAgent: Type.Boolean({ description: 'Whether a language model made it.' }),
    supplementaryContext: Nullable(
      Type.String({ description: "The audience's, as it was when the version was begun." }),
    ),
    queueDurationMs: Nullable(
      Type.Number({ description: 'How long it was ready before a worker took it up.' }),
    ),
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
  { document: DocumentBody },
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
          'The version of the same audience to compare with; when left out, the newest before this one that has a document.',
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
