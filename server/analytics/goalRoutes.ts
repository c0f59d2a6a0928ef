import type { App, AppContext } from '../context.ts'
import { demandPage } from '../pages/queries.ts'
import { operation } from '../web/operation.ts'
import { Goal, GoalInput, Goals, mostGoals } from './goalSchema.ts'
import { changeGoal, createGoal, deleteGoal, listGoals } from './goals.ts'

export function goalRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/pages/:page_id/goals',
    operation('listGoals', 'List the goals of a page', {
      scope: 'read',
      description: `A page has at most ${mostGoals}.`,
      response: { 200: Goals },
    }),
    async ({ tenantId, params: { page_id } }) => {
      await demandPage(db.read, tenantId, page_id)
      return { items: await listGoals(db.read, tenantId, page_id) }
    },
  )

  app.post(
    '/v0/pages/:page_id/goals',
    operation('createGoal', 'Set a goal for a page', {
      scope: 'write',
      description: 'What visitors should do, in up to five steps. It applies to past sessions, too.',
      body: GoalInput,
      response: { 201: Goal },
      problems: ['goal_limit'],
    }),
    ({ tenantId, params: { page_id }, body }) =>
      db.inTransaction((tx) => createGoal(tx, tenantId, page_id, body)),
  )

  app.put(
    '/v0/goals/:goal_id',
    operation('updateGoal', 'Change a goal', {
      scope: 'write',
      body: GoalInput,
      response: { 200: Goal },
    }),
    ({ tenantId, params: { goal_id }, body }) =>
      db.inTransaction((tx) => changeGoal(tx, tenantId, goal_id, body)),
  )

  app.delete(
    '/v0/goals/:goal_id',
    operation('deleteGoal', 'Delete a goal', { scope: 'write' }),
    ({ tenantId, params: { goal_id } }) => db.inTransaction((tx) => deleteGoal(tx, tenantId, goal_id)),
  )
}
