import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { FreeForm } from '../web/freeForm.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

const activitySources = ['user', 'api', 'visitor', 'agent', 'system'] as const
export type ActivitySource = (typeof activitySources)[number]

/** Unique per tenant and kind of object. */
export const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'Repeating the request with the same key and content returns the first result. Other content is rejected.',
  examples: ['call-2026-11-14'],
})

const ActivityType = Type.String({
  pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+$',
  maxLength: 100,
  description: 'Type of the activity, as a dotted name.',
})

export const Activity = NamedObject(
  'Activity',
  {
    activityId: Id('activity'),
    accountId: Nullable(Id('account')),
    accountLogId: Nullable(Id('account_log', { description: 'The account log this entry shows.' })),
    personId: Nullable(Id('person')),
    personLogId: Nullable(Id('person_log', { description: 'The person log this entry shows.' })),
    personName: Nullable(Type.String({ description: 'Current name of the person.' })),
    source: Enum(activitySources),
    type: Type.String({ description: 'Type of the activity, as a dotted name.' }),
    payload: FreeForm(),
    idempotencyKey: Nullable(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Nullable(Timestamp),
  },
  {
    accountId: exampleId('account'),
    personId: exampleId('person'),
    personName: 'Jane Doe',
    source: 'api',
    type: 'meeting.held',
    payload: { minutes: 45 },
    idempotencyKey: 'crm-meeting-118',
  },
)
export type Activity = Static<typeof Activity>

export const ActivityInput = Type.Object(
  {
    type: ActivityType,
    source: Type.Optional(Enum(activitySources, { default: 'api' })),
    payload: Type.Optional(FreeForm({ description: 'Anything, up to 32 KiB and 32 levels.' })),
    personId: Type.Optional(Id('person', { description: 'The person it is about.' })),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  {
    ...closed,
    title: 'ActivityInput',
    examples: [{ type: 'meeting.held', personId: exampleId('person'), payload: { minutes: 45 } }],
  },
)
export type ActivityInput = Static<typeof ActivityInput>

export const ActivityPage = Paged(Activity, 'ActivityPage')

const Flag = (description: string) => Type.Optional(Enum(['true', '1', 'false', '0'], { description }))

export const ActivityQuery = ClosedObject({
  cursor: Cursor,
  includePersonActivity: Flag("Whether entries about the account's persons are listed too."),
  includeDeleted: Flag('Whether entries of removed logs are listed too.'),
  limit: Limit,
})

export const PersonActivityQuery = Type.Omit(ActivityQuery, ['includePersonActivity'], closed)

/** Parses a flag in a query. */
export function isYes(flag: 'true' | '1' | 'false' | '0' = 'false'): boolean {
  return flag === 'true' || flag === '1'
}

const logAuthors = ['user', 'agent', 'system'] as const
export type LogAuthor = (typeof logAuthors)[number]

const LogText = Type.String({ minLength: 1, maxLength: 100_000, description: 'Plain text.' })

const logFields = {
  text: LogText,
  author: Enum(logAuthors),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Nullable(Timestamp),
}
const logExample = {
  text: 'Asked for the security white paper before the next call.',
  author: 'user',
  createdAt: '+1794614400000',
  updatedAt: '+1794614400000',
  deletedAt: null,
}

export const AccountLog = NamedObject(
  'AccountLog',
  { accountLogId: Id('account_log'), accountId: Id('account'), ...logFields },
  { ...logExample },
)
export type AccountLog = Static<typeof AccountLog>

export const PersonLog = NamedObject(
  'PersonLog',
  { personLogId: Id('person_log'), personId: Id('person'), ...logFields },
  { ...logExample },
)
export type PersonLog = Static<typeof PersonLog>

export const LogInput = NamedObject(
  'LogInput',
  { text: LogText, idempotencyKey: Type.Optional(IdempotencyKey) },
  { text: logExample.text },
)
export type LogInput = Static<typeof LogInput>

export const LogPatch = NamedObject('LogPatch', { text: LogText }, { text: logExample.text })
