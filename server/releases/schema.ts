import { type Static, Type } from 'typebox'
import { Document, Operation } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { RevisionNumber } from '../pages/revisionSchema.ts'
import { Id, Paged, paging, SearchQuery, Timestamp } from '../web/schema.ts'
import { conflictPolicies, releaseKinds } from './choices.ts'
import { AudienceConflict, baseStates } from './stateSchema.ts'

const releaseStatuses = [
  'scheduled',
  'running',
  'cancelling',
  'finished',
  'cancelled',
  'undoing',
  'undone',
] as const

const mostAudienceIds = 10_000

export const ReleaseAudiences = Type.Object(
  {
    all: Type.Optional(Type.Literal(true, { description: 'Every audience of the page.' })),
    audienceIds: Type.Optional(Type.Array(Id('audience'), { minItems: 1, maxItems: mostAudienceIds })),
    batchId: Type.Optional(Id('batch', { description: 'Those that a batch made.' })),
    releaseId: Type.Optional(
      Id('release', { description: 'Those for which an earlier release of the page saved a draft.' }),
    ),
    filter: Type.Optional(
      Type.Object(
        {
          accountId: Type.Optional(Id('account', { description: 'For this account and its persons.' })),
          baseState: Type.Optional(Enum(baseStates)),
          query: SearchQuery,
        },
        { ...closed, minProperties: 1 },
      ),
    ),
  },
  {
    ...closed,
    minProperties: 1,
    maxProperties: 1,
    description: 'Exactly one of these. Archived audiences are left out.',
    title: 'ReleaseAudiences',
    examples: [{ all: true }],
  },
)
export type ReleaseAudiences = Static<typeof ReleaseAudiences>
/** As stored: includes the excluded audiences. */
export type StoredAudiences = ReleaseAudiences & { leaveOut?: string[] }

/** The same in responses, with the number of ids instead of the ids: rows list them. */
export const ReleaseSelection = NamedObject(
  'ReleaseSelection',
  {
    ...Type.Omit(ReleaseAudiences, ['audienceIds']).properties,
    audienceCount: Type.Optional(Type.Integer({ minimum: 1, description: 'How many were named by id.' })),
    leftOutCount: Type.Optional(Type.Integer({ minimum: 1, description: 'How many were left out by id.' })),
  },
  { all: true },
)

const Note = Type.String({ minLength: 1, maxLength: 2_000, description: 'What the release is about.' })
const PublishAt = Type.Unsafe<string>({
  ...Timestamp,
  description: 'When it starts, within a second: in the future, at most a year ahead.',
})

export const ReleaseInput = Type.Object(
  {
    kind: Enum(releaseKinds, {
      description:
        '`base` updates audiences with the changes of the page and keeps what was personalised; `drafts` publishes the latest draft of each audience and makes new audiences live.',
    }),
    revision: Type.Optional(
      Type.Unsafe<number>({
        ...RevisionNumber,
        description: 'The revision of the page to release; the latest by default. For `base` only.',
      }),
    ),
    audiences: ReleaseAudiences,
    leaveOut: Type.Optional(
      Type.Array(Id('audience'), {
        minItems: 1,
        maxItems: mostAudienceIds,
        description: 'Audiences to exclude, even if `audiences` includes them.',
      }),
    ),
    conflicts: Type.Optional(
      Enum(conflictPolicies, {
        default: 'skip',
        description:
          'What to do with audiences that changed the same text as the page: `skip` skips them, `keep` keeps the audience’s text, `take` uses the page’s, `decided` applies the stored decisions and skips audiences with undecided conflicts. For `base` only.',
      }),
    ),
    publish: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to publish; otherwise drafts are made.' }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Works out counts and rows and changes nothing. It is kept for a week.',
      }),
    ),
    publishAt: Type.Optional(PublishAt),
    note: Type.Optional(Note),
    operationKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Repeating the request with the same key and content returns the first release.',
      }),
    ),
  },
  {
    ...closed,
    title: 'ReleaseInput',
    examples: [
      {
        kind: 'base',
        revision: 7,
        audiences: { all: true },
        conflicts: 'skip',
        publish: true,
        dryRun: true,
      },
      { kind: 'drafts', audiences: { batchId: exampleId('batch') }, publishAt: '+1794751791376' },
    ],
  },
)
export type ReleaseInput = Static<typeof ReleaseInput>

export const ReleasePatch = NamedObject(
  'ReleasePatch',
  { publishAt: PublishAt },
  { publishAt: '+1794751791376' },
)

export const rowStatuses = [
  'waiting',
  'published',
  'drafted',
  'unchanged',
  'conflicts',
  'detached',
  'overtaken',
  'blocked',
  'failed',
  'cancelled',
] as const
export type ReleaseRowStatus = (typeof rowStatuses)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const ReleaseCounts = Type.Object(
  {
    total: count('Audiences in all.'),
    waiting: count('Audiences not processed yet.'),
    published: count('Published; in a dry run, those that would be.'),
    drafted: count('Saved as a draft; `reason` explains why if publishing was requested.'),
    unchanged: count('Nothing to bring or to publish.'),
    conflicts: count('Skipped because both sides changed the same text.'),
    detached: count('Skipped because they are detached from the page.'),
    overtaken: count('Skipped because the audience changed after the release was made.'),
    blocked: count('Not published because the check before publishing found errors.'),
    failed: count('Failed on our side.'),
    cancelled: count(
      'Not worked on because the release was cancelled, its API key revoked or the person erased.',
    ),
  },
  { ...closed, title: 'ReleaseCounts' },
)
export type ReleaseCounts = Static<typeof ReleaseCounts>

export const UndoCounts = Type.Object(
  {
    total: count('Audiences that the release published.'),
    waiting: count('Audiences not processed yet.'),
    undone: count('Back to what visitors saw before.'),
    overtaken: count('Published again since, so they stay as they are.'),
  },
  { ...closed, title: 'ReleaseUndoCounts' },
)
export type UndoCounts = Static<typeof UndoCounts>

export const UndoPreview = NamedObject(
  'ReleaseUndoPreview',
  {
    restored: count('Audiences that would go back to what they saw before.'),
    overtaken: count('Published again since, so they would stay as they are.'),
    unaffected: count('Never got it, so nothing would change for them.'),
    contentRevision: Nullable(
      Type.Unsafe<number>({
        ...RevisionNumber,
        description:
          'The revision that `restoreContent` would restore as the newest content of the page: the one that most of these audiences go back to. Null if the page was changed after the release, or the release changed nothing in it.',
      }),
    ),
    keeping: count(
      'Other audiences with this content, by another release or made since. They would keep it.',
    ),
  },
  { restored: 392, overtaken: 3, unaffected: 12, contentRevision: 6, keeping: 3 },
)
export type UndoPreview = Static<typeof UndoPreview>

export const UndoInput = NamedObject(
  'ReleaseUndoInput',
  {
    restoreContent: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Also takes the change out of the page’s own content, which new audiences and the next release start from: restores `contentRevision` of the preview. Refused if that is null.',
      }),
    ),
  },
  { restoreContent: true },
)

const countsExample = {
  total: 412,
  waiting: 144,
  published: 251,
  drafted: 0,
  unchanged: 0,
  conflicts: 12,
  detached: 4,
  overtaken: 1,
  blocked: 0,
  failed: 0,
  cancelled: 0,
}

export const Release = NamedObject(
  'Release',
  {
    releaseId: Id('release'),
    pageId: Id('page'),
    kind: Enum(releaseKinds),
    status: Enum(releaseStatuses),
    revision: Nullable(RevisionNumber),
    audiences: ReleaseSelection,
    conflicts: Enum(conflictPolicies),
    publish: Type.Boolean(),
    dryRun: Type.Boolean(),
    note: Nullable(Note),
    publishAt: Nullable(Timestamp),
    madeBy: Nullable(
      Type.String({ description: 'Who created it: the name of the person, or of the service’s API key.' }),
    ),
    counts: ReleaseCounts,
    undo: Nullable(UndoCounts),
    createdAt: Timestamp,
    startedAt: Nullable(Timestamp),
    finishedAt: Nullable(Timestamp),
    undoneAt: Nullable(Timestamp),
  },
  {
    status: 'running',
    revision: 8,
    publish: true,
    note: 'New prices',
    madeBy: 'Console',
    counts: countsExample,
    createdAt: '+1794751791376',
    startedAt: '+1794751791400',
  },
)
export type Release = Static<typeof Release>

export const ReleaseRow = NamedObject(
  'ReleaseRow',
  {
    position: Type.Integer({ minimum: 1 }),
    audienceId: Nullable(Id('audience', { description: 'Null once its person was erased.' })),
    audienceName: Nullable(Type.String()),
    status: Enum(rowStatuses, { description: 'The result; in a dry run, the expected result.' }),
    reason: Nullable(Type.String({ description: 'The reason, for people to read.' })),
    versionId: Nullable(
      Id('version', {
        description: 'The version that was created or published; in a dry run of drafts, the expected one.',
      }),
    ),
    versionNumber: Nullable(Type.Integer()),
    previousVersionId: Nullable(Id('version', { description: 'What was published before.' })),
    changes: Nullable(
      Type.Integer({
        description: 'How many blocks are new, gone, changed or moved; theme and metadata count as one each.',
      }),
    ),
    conflicts: Nullable(Type.Integer({ description: 'How many things both sides changed.' })),
    isPersonalised: Type.Boolean({
      description: 'Whether personalised content of this audience is kept.',
    }),
    undo: Nullable(Enum(['undone', 'overtaken'], { description: 'The result when the release was undone.' })),
    settledAt: Nullable(Timestamp),
  },
  {
    position: 17,
    audienceId: exampleId('audience'),
    audienceName: 'Jane Doe · Acme',
    status: 'published',
    versionId: exampleId('version'),
    versionNumber: 5,
    previousVersionId: exampleId('version'),
    changes: 3,
    conflicts: 0,
    isPersonalised: true,
    settledAt: '+1794751791376',
  },
)
export type ReleaseRow = Static<typeof ReleaseRow>

export const ReleaseRowDiff = NamedObject(
  'ReleaseRowDiff',
  {
    audienceId: Id('audience'),
    against: Id('version', { description: 'The version that it is made from.' }),
    operations: Type.Array(Operation, { description: 'What the release changes, step by step.' }),
    conflicts: Type.Array(AudienceConflict),
    document: Type.Unsafe<Static<typeof Document>>({
      ...Document,
      description: 'The page as the release makes it.',
    }),
  },
  { conflicts: [], document: { theme: {}, blocks: [] } },
)
export type ReleaseRowDiff = Static<typeof ReleaseRowDiff>

export const ReleasePage = Paged(Release, 'ReleasePage')
export const ReleaseQuery = ClosedObject({ ...paging })
export const ReleaseRowPage = Paged(ReleaseRow, 'ReleaseRowPage')
export const ReleaseRowQuery = ClosedObject({
  ...paging,
  status: Type.Optional(Enum(rowStatuses)),
  order: Type.Optional(
    Enum(['first', 'last'], {
      default: 'first',
      description: '`first`: in their original order; `last`: most recently processed first.',
    }),
  ),
})
