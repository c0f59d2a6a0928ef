import { notFound } from '../../shared/problem.ts'
import { createLog, removeLog, replaceLog, restoreLog } from '../activity/logs.ts'
import { holdPerson } from '../activity/queries.ts'
import { LogInput, LogPatch, PersonLog } from '../activity/schema.ts'
import type { App, AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { operation } from '../web/operation.ts'
import { Empty, Success } from '../web/schema.ts'

/** Erasing a person locks the person first and its logs after; the same order here prevents deadlocks. */
async function ownedBy(tx: Tx, tenantId: string, { person_id }: { person_id: string }) {
  if (!(await holdPerson(tx, tenantId, person_id))) notFound('person', person_id)
  return { kind: 'person', ownerId: person_id } as const
}

export function personLogRoutes(app: App, { db }: AppContext) {
  app.post(
    '/v0/persons/:person_id/logs',
    operation('createPersonLog', 'Add a log to a person', {
      scope: 'write',
      body: LogInput,
      response: { 201: PersonLog },
      problems: ['key_reused'],
    }),
    async ({ tenantId, params, body }) => {
      return await db.inTransaction(async (tx) =>
        createLog(tx, tenantId, await ownedBy(tx, tenantId, params), { ...body, author: 'user' }),
      )
    },
  )

  app.patch(
    '/v0/persons/:person_id/logs/:person_log_id',
    operation('updatePersonLog', 'Replace the text of a person log', {
      scope: 'write',
      isContract: true,
      description: 'Only logs that people wrote can be replaced.',
      body: LogPatch,
      response: { 200: Success },
      problems: ['log_not_replaceable'],
    }),
    async ({ tenantId, params, body }) => {
      await db.inTransaction(async (tx) =>
        replaceLog(tx, tenantId, await ownedBy(tx, tenantId, params), params.person_log_id, body.text),
      )
      return { success: true }
    },
  )

  app.delete(
    '/v0/persons/:person_id/logs/:person_log_id',
    operation('deletePersonLog', 'Remove a person log', {
      scope: 'write',
      description: 'Its entry in the activity is kept as deleted.',
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction(async (tx) =>
        removeLog(tx, tenantId, await ownedBy(tx, tenantId, params), params.person_log_id),
      )
    },
  )

  app.post(
    '/v0/persons/:person_id/logs/:person_log_id/restore',
    operation('restorePersonLog', 'Restore a person log', {
      scope: 'write',
      description: 'Logs that were not removed are returned unchanged.',
      body: Empty,
      response: { 200: PersonLog },
    }),
    async ({ tenantId, params }) =>
      db.inTransaction(async (tx) =>
        restoreLog(tx, tenantId, await ownedBy(tx, tenantId, params), params.person_log_id),
      ),
  )
}
