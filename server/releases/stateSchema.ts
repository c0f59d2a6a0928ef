import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { RevisionNumber } from '../pages/revisionSchema.ts'
import { Id, Paged, paging, SearchQuery } from '../web/schema.ts'

export const baseStates = ['current', 'behind', 'conflicts', 'detached'] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })
const unchecked = count('Audiences not compared yet. Repeat the request.')

export const AudienceBaseState = NamedObject(
  'AudienceBaseState',
  {
    audienceId: Id('audience'),
    effectiveName: Type.String(),
    baseState: Enum(baseStates, {
      description:
        'Compared with the latest revision of the page. `behind`: a release would update it; `conflicts`: decisions are needed first; `detached`: releases skip it.',
    }),
    baseRevision: RevisionNumber,
    isPersonalised: Type.Boolean({ description: 'Whether content was personalised for this audience.' }),
  },
  { effectiveName: 'Jane Doe · Acme', baseState: 'behind', isPersonalised: true },
)
export type AudienceBaseState = Static<typeof AudienceBaseState>

export const BaseStateCounts = Type.Object(
  {
    current: count('Audiences that have all of the newest revision.'),
    behind: count('Audiences that a release would change without a conflict.'),
    conflicts: count('Audiences that changed the same as the page did.'),
    detached: count('Audiences that releases leave alone.'),
    unchecked,
  },
  { ...closed, title: 'BaseStateCounts' },
)
export type BaseStateCounts = Static<typeof BaseStateCounts>

const countsExample = { current: 0, behind: 396, conflicts: 12, detached: 4, unchecked: 0 }

export const BaseStatePage = NamedObject(
  'BaseStatePage',
  {
    ...Paged(AudienceBaseState, 'BaseStatePage').properties,
    revision: RevisionNumber,
    counts: BaseStateCounts,
  },
  { totalCount: 1, revision: 8, counts: countsExample },
)
export type BaseStatePage = Static<typeof BaseStatePage>

export const BaseStateQuery = ClosedObject({
  ...paging,
  query: SearchQuery,
  baseState: Type.Optional(Enum(baseStates)),
  audienceId: Type.Optional(
    Type.Array(Id('audience'), { minItems: 1, maxItems: 100, description: 'Only these.' }),
  ),
})
export type BaseStateQuery = Static<typeof BaseStateQuery>

export const ChangedBlocks = NamedObject(
  'ChangedBlocks',
  {
    revision: RevisionNumber,
    blocks: Type.Array(
      ClosedObject({ blockId: Type.String(), audiences: count('Audiences that changed or removed it.') }),
      { description: 'The blocks of the page that some audience changed, in the order of the page.' },
    ),
    unchecked,
  },
  { revision: 8, blocks: [{ blockId: 'hero-k3x9q2ab', audiences: 12 }], unchecked: 0 },
)
export type ChangedBlocks = Static<typeof ChangedBlocks>

const conflictKinds = ['changed', 'removedInBase', 'removedByAudience', 'moved'] as const
const decisions = ['keep', 'take', 'text'] as const

const place = Type.Object(
  {
    part: Type.Optional(
      Enum(['theme', 'metadata', 'size'], {
        description: 'Set outside blocks. `size`: both changes together exceed the limits of a page.',
      }),
    ),
    blockId: Type.Optional(Type.String()),
    list: Type.Optional(Type.String()),
    itemId: Type.Optional(Type.String()),
    field: Type.Optional(Type.String({ description: 'Path of names, such as `primaryAction/label`.' })),
  },
  { ...closed, description: 'Where in the page.' },
)

/** Any JSON value; null if the part was removed. */
const side = (description: string) => Type.Unknown({ description })

const conflictFields = {
  conflictId: Type.String({ description: 'The same for every audience that changed the same thing.' }),
  kind: Enum(conflictKinds),
  place,
  was: side('What it was before either side changed it.'),
  base: side('What the page says now; null where it is gone. For `moved`, the id of the one before it.'),
  audience: side('What the audience has; null where it is gone. For `moved`, the id of the one before it.'),
}
const conflictExample = {
  conflictId: 'changed:hero-k3x9q2ab/headline',
  kind: 'changed',
  place: { blockId: 'hero-k3x9q2ab', field: 'headline' },
  was: 'Bergen opens soon.',
  base: 'The cold should get there first.',
  audience: 'Bergen opens on 2 March.',
}

export const AudienceConflict = NamedObject(
  'Conflict',
  {
    ...conflictFields,
    result: Enum(['audience', 'base', 'text'], { description: 'Which side the release takes.' }),
  },
  { ...conflictExample },
)
export type AudienceConflict = Static<typeof AudienceConflict>

export const OpenConflict = NamedObject(
  'OpenConflict',
  {
    audienceId: Id('audience'),
    audienceName: Type.String(),
    ...conflictFields,
    decision: Nullable(Enum(decisions, { description: 'Null while undecided.' })),
    text: Nullable(Type.String({ description: 'What to write instead, for the decision `text`.' })),
  },
  { audienceName: 'Jane Doe · Acme', ...conflictExample },
)
export type OpenConflict = Static<typeof OpenConflict>

export const ConflictGroup = NamedObject(
  'ConflictGroup',
  {
    conflictId: Type.String(),
    kind: Enum(conflictKinds),
    place,
    audiences: count('Audiences with this conflict.'),
    decided: count('Those of them for which it is decided.'),
  },
  { conflictId: conflictExample.conflictId, place: conflictExample.place, audiences: 7, decided: 4 },
)
export type ConflictGroup = Static<typeof ConflictGroup>

/** Further groups are not listed, but their conflicts are. */
export const mostGroups = 500

export const ConflictPage = NamedObject(
  'ConflictPage',
  {
    ...Paged(OpenConflict, 'ConflictPage').properties,
    revision: RevisionNumber,
    groups: Type.Array(ConflictGroup, {
      description: `By what changed, those with most audiences first; ${mostGroups} at most.`,
    }),
    audiences: count('Audiences with conflicts.'),
    decidedAudiences: count('Those of them for which everything is decided.'),
    unchecked,
  },
  { totalCount: 1, revision: 8, audiences: 12, decidedAudiences: 4, unchecked: 0 },
)
export type ConflictPage = Static<typeof ConflictPage>

export const ConflictQuery = ClosedObject({
  ...paging,
  conflictId: Type.Optional(Type.String({ maxLength: 500, description: 'Only those of one group.' })),
  audienceId: Type.Optional(Id('audience', { description: 'Only those of one audience.' })),
})
export type ConflictQuery = Static<typeof ConflictQuery>

export const ConflictDecision = ClosedObject({
  audienceId: Type.Optional(Id('audience', { description: 'All audiences with this conflict by default.' })),
  conflictId: Type.String({ minLength: 1, maxLength: 500 }),
  decision: Enum([...decisions, 'undecided'], {
    description:
      '`keep` what the audience has, `take` what the page says, write another `text`, or clear a decision (`undecided`).',
  }),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000, description: 'For `text`.' })),
})
export type ConflictDecision = Static<typeof ConflictDecision>

export const ConflictDecisions = Type.Array(ConflictDecision, {
  minItems: 1,
  maxItems: 500,
  examples: [
    [{ audienceId: exampleId('audience'), conflictId: conflictExample.conflictId, decision: 'keep' }],
  ],
})

export const ConflictsDecided = NamedObject(
  'ConflictsDecided',
  { decided: count('Conflicts that were decided, or undecided.') },
  { decided: 1 },
)
