import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { getAgentUsage } from './usage.ts'
import { findAgentBudget, storeAgentBudget } from './usageQueries.ts'
import { AgentUsage, AgentUsageInput } from './usageSchema.ts'

export function agentUsageRoutes(app: App, context: AppContext) {
  const { db } = context
  app.get(
    '/v0/agent/usage',
    operation('getAgentUsage', 'Get the tokens used today', {
      scope: 'read',
      description:
        'Counts messages, messages about pages, tests and descriptions of images. `dailyTokenLimit` is the limit in effect: the lower of yours and the one of the service.',
      response: { 200: AgentUsage },
    }),
    async ({ tenantId }) => await getAgentUsage(context, db.read, tenantId),
  )

  app.put(
    '/v0/agent/usage',
    operation('setAgentUsage', 'Limit the tokens used in a day', {
      scope: 'admin',
      description:
        'Applies from the next message. Messages that the agent is working on are finished, so the limit can be exceeded by what they take.',
      body: AgentUsageInput,
      response: { 200: AgentUsage },
    }),
    async ({ tenantId, body }) =>
      await db.inTransaction(async (tx) => {
        noteChange(tx, { before: (await findAgentBudget(tx, tenantId)) ?? {} })
        await storeAgentBudget(tx, tenantId, body)
        return await getAgentUsage(context, tx, tenantId)
      }),
  )
}
