import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Batch } from '../batches/schema.ts'
import { Release } from '../releases/schema.ts'
import { Schedule } from '../schedules/schema.ts'
import { Id, largestInteger, paging, SearchQuery, Timestamp } from '../web/schema.ts'

export const rolloutKinds = ['release', 'schedule', 'batch'] as const
export type RolloutKind = (typeof rolloutKinds)[number]
const rolloutStages = ['underWay', 'scheduled', 'finished'] as const
export type RolloutStage = (typeof rolloutStages)[number]

const scheduleExample = (Schedule as { examples?: unknown[] }).examples?.[0]

export const Rollout = NamedObject(
  'Rollout',
  {
    rolloutId: Type.String({
      description: 'Id of the release, schedule or batch.',
      examples: [exampleId('schedule')],
    }),
    kind: Enum(rolloutKinds),
    stage: Enum(rolloutStages),
    pageId: Id('page'),
    pageName: Type.String(),
    audienceName: Nullable(Type.String({ description: 'Where it is for one audience.' })),
    versionNumber: Nullable(Type.Integer({ description: 'For a schedule of one version.' })),
    madeBy: Nullable(
      Type.String({ description: 'Who created it: the name of the person, or of the service’s API key.' }),
    ),
    at: Type.Unsafe<string>({
      ...Timestamp,
      description: 'When it began, if it is under way; when it is due; or when it finished.',
    }),
    needsAttention: Type.Integer({
      minimum: 0,
      description: 'How many audiences or rows somebody has to look at. Older ones than 30 days don’t count.',
    }),
    release: Nullable(Release),
    schedule: Nullable(Schedule),
    batch: Nullable(Batch),
  },
  {
    kind: 'schedule',
    stage: 'scheduled',
    pageName: 'Spring offer',
    madeBy: 'Console',
    at: '+1794751791376',
    needsAttention: 0,
    schedule: scheduleExample,
  },
  { description: 'A release, a schedule or a batch, whichever `kind` says.' },
)
export type Rollout = Static<typeof Rollout>

const count = Type.Integer({ minimum: 0, maximum: largestInteger })

export const RolloutCounts = Type.Object(
  { underWay: count, scheduled: count, finished: count, needsAttention: count },
  { ...closed, title: 'RolloutCounts' },
)
export type RolloutCounts = Static<typeof RolloutCounts>

const examples = [
  {
    items: (Rollout as { examples?: unknown[] }).examples,
    hasMore: false,
    nextCursor: null,
    totalCount: 1,
    counts: { underWay: 0, scheduled: 1, finished: 0, needsAttention: 0 },
  },
]

export const RolloutPage = Type.Object(
  {
    items: Type.Array(Rollout),
    hasMore: Type.Boolean(),
    nextCursor: Nullable(Type.String({ minLength: 1 })),
    totalCount: count,
    counts: Type.Unsafe<RolloutCounts>({
      ...RolloutCounts,
      description: 'How many there are in each stage with these filters.',
    }),
  },
  { ...closed, title: 'RolloutPage', examples },
)

export const RolloutQuery = ClosedObject({
  stage: Type.Optional(
    Enum([...rolloutStages, 'needsAttention'] as const, {
      description: '`needsAttention`: finished ones of the last 30 days that somebody has to look at.',
    }),
  ),
  kind: Type.Optional(Enum(rolloutKinds)),
  pageId: Type.Optional(Id('page', { description: 'Only those of this page.' })),
  query: SearchQuery,
  ...paging,
})
export type RolloutQuery = Static<typeof RolloutQuery>
