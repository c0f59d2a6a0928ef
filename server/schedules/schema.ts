import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

const scheduleActions = ['publishVersion', 'publishPage', 'archiveAudience', 'archivePage'] as const
const scheduleStatuses = ['scheduled', 'done', 'failed', 'cancelled', 'overtaken'] as const

const RunAt = Type.Unsafe<string>({
  ...Timestamp,
  description: 'When, within a second: in the future, at most a year ahead.',
})

export const ScheduleInput = Type.Object(
  {
    action: Enum(scheduleActions, {
      description:
        '`publishVersion` publishes a version of an audience, `publishPage` the page; `archiveAudience` and `archivePage` archive them.',
    }),
    audienceId: Type.Optional(Id('audience', { description: 'For `publishVersion` and `archiveAudience`.' })),
    versionId: Type.Optional(Id('version', { description: 'For `publishVersion`.' })),
    runAt: RunAt,
  },
  {
    ...closed,
    title: 'ScheduleInput',
    examples: [{ action: 'archivePage', runAt: '+1794751791376' }],
  },
)
export type ScheduleInput = Static<typeof ScheduleInput>

export const SchedulePatch = Type.Object(
  { runAt: RunAt },
  { ...closed, title: 'SchedulePatch', examples: [{ runAt: '+1794751791376' }] },
)

export const Schedule = Type.Object(
  {
    scheduleId: Id('schedule'),
    pageId: Id('page'),
    action: Enum(scheduleActions),
    audienceId: Nullable(Id('audience')),
    versionId: Nullable(Id('version')),
    runAt: Timestamp,
    status: Enum(scheduleStatuses, {
      description:
        '`overtaken`: what it would have published changed after it was scheduled, so nothing was published.',
    }),
    reason: Nullable(Type.String({ description: 'Why it failed or was overtaken.' })),
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  {
    ...closed,
    title: 'Schedule',
    examples: [
      {
        scheduleId: exampleId('schedule'),
        pageId: exampleId('page'),
        action: 'archivePage',
        audienceId: null,
        versionId: null,
        runAt: '+1794751791376',
        status: 'scheduled',
        reason: null,
        createdAt: '+1794614400000',
        finishedAt: null,
      },
    ],
  },
)
export type Schedule = Static<typeof Schedule>

export const SchedulePage = Paged(Schedule, 'SchedulePage')
export const ScheduleQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)
