import type { App, AppContext } from '../context.ts'
import { demandPage } from '../pages/queries.ts'
import { Params } from '../web/schema.ts'
import { Goal, GoalInput, Goals, mostGoals } from './goalSchema.ts'
import { changeGoal, createGoal, deleteGoal, listGoals } from './goals.ts'

const page = Params({ page_id: 'page' })
const one = Params({ goal_id: 'goal' })

export function goalRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/pages/:page_id/goals',
    {
      schema: {
        operationId: 'listGoals',
        summary: 'List the goals of a page',
        description: `A page has at most ${mostGoals}.`,
        params: page,
        response: { 200: Goals },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, params: { page_id } }) => {
      await demandPage(db.read, tenantId, page_id)
      return { items: await listGoals(db.read, tenantId, page_id) }
    },
  )

  app.post(
    '/v0/pages/:page_id/goals',
    {
      schema: {
        operationId: 'createGoal',
        summary: 'Set a goal for a page',
        description: 'What visitors should do, in up to five steps. It applies to past sessions, too.',
        params: page,
        body: GoalInput,
        response: { 201: Goal },
      },
      config: { scope: 'write', beyond: true, problems: ['goal_limit'] },
    },
    ({ tenantId, params: { page_id }, body }) =>
      db.inTransaction((tx) => createGoal(tx, tenantId, page_id, body)),
  )

  app.put(
    '/v0/goals/:goal_id',
    {
      schema: {
        operationId: 'updateGoal',
        summary: 'Change a goal',
        params: one,
        body: GoalInput,
        response: { 200: Goal },
      },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, params: { goal_id }, body }) =>
      db.inTransaction((tx) => changeGoal(tx, tenantId, goal_id, body)),
  )

  app.delete(
    '/v0/goals/:goal_id',
    {
      schema: { operationId: 'deleteGoal', summary: 'Delete a goal', params: one },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, params: { goal_id } }) => db.inTransaction((tx) => deleteGoal(tx, tenantId, goal_id)),
  )
}
