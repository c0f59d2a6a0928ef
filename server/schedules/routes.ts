import type { App, AppContext } from '../context.ts'
import { demandPage } from '../pages/queries.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import { countSchedules, listSchedules } from './queries.ts'
import { Schedule, ScheduleInput, SchedulePage, SchedulePatch, ScheduleQuery } from './schema.ts'
import { cancelSchedule, createSchedule, moveSchedule } from './verbs.ts'

export function scheduleRoutes(app: App, { db, sign }: AppContext) {
  app.post(
    '/v0/pages/:page_id/schedules',
    operation('createSchedule', 'Schedule publishing or archiving', {
      scope: 'publish',
      description: 'For one version, audience or page. For many audiences, schedule a release.',
      body: ScheduleInput,
      response: { 201: Schedule },
      problems: ['schedule_limit'],
    }),
    ({ tenantId, caller: { keyId }, params: { page_id }, body }) =>
      db.inTransaction((tx) => createSchedule(tx, tenantId, page_id, body, keyId)),
  )

  app.get(
    '/v0/pages/:page_id/schedules',
    operation('listSchedules', 'List the schedules of a page', {
      scope: 'read',
      description: 'Newest first, with the results of those that have run.',
      querystring: ScheduleQuery,
      response: { 200: SchedulePage },
    }),
    async ({ tenantId, params: { page_id }, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listSchedules', tenantId, { page_id })
      const [schedules, total] = await db.inSnapshot((read) =>
        Promise.all([
          listSchedules(read, tenantId, page_id, pager.request),
          countSchedules(read, tenantId, page_id),
          demandPage(read, tenantId, page_id),
        ]),
      )
      return pager.page(schedules, total, ({ scheduleId }) => [scheduleId])
    },
  )

  app.patch(
    '/v0/schedules/:schedule_id',
    operation('moveSchedule', 'Move a schedule to another time', {
      scope: 'publish',
      body: SchedulePatch,
      response: { 200: Schedule },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params: { schedule_id }, body: { runAt } }) =>
      db.inTransaction((tx) => moveSchedule(tx, tenantId, schedule_id, runAt)),
  )

  app.post(
    '/v0/schedules/:schedule_id/cancel',
    operation('cancelSchedule', 'Cancel a schedule', {
      scope: 'publish',
      description: 'A schedule that has run is returned unchanged.',
      body: Empty,
      response: { 200: Schedule },
    }),
    async ({ tenantId, params: { schedule_id } }) =>
      db.inTransaction((tx) => cancelSchedule(tx, tenantId, schedule_id)),
  )
}
