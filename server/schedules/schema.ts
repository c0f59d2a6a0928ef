import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

const scheduleActions = ['publishVersion', 'publishPage', 'archiveAudience', 'archivePage'] as const
const scheduleStatuses = ['scheduled', 'done', 'failed', 'cancelled', 'overtaken'] as const

const RunAt = Type.Unsafe<string>({
  ...Timestamp,
  description: 'When, within a second: in the future, at most a year ahead.',
})

export const ScheduleInput = NamedObject(
  'ScheduleInput',
  {
    action: Enum(scheduleActions, {
      description:
        '`publishVersion` publishes a version of an audience, `publishPage` the page; `archiveAudience` and `archivePage` archive them.',
    }),
    audienceId: Type.Optional(Id('audience', { description: 'For `publishVersion` and `archiveAudience`.' })),
    versionId: Type.Optional(Id('version', { description: 'For `publishVersion`.' })),
    runAt: RunAt,
  },
  { action: 'archivePage', runAt: '+1794751791376' },
)
export type ScheduleInput = Static<typeof ScheduleInput>

export const SchedulePatch = NamedObject('SchedulePatch', { runAt: RunAt }, { runAt: '+1794751791376' })

export const Schedule = NamedObject(
  'Schedule',
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
  { action: 'archivePage', runAt: '+1794751791376' },
)
export type Schedule = Static<typeof Schedule>

export const SchedulePage = Paged(Schedule, 'SchedulePage')
export const ScheduleQuery = ClosedObject({ ...paging })
