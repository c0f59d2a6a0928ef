import type { AppContext } from '../context.ts'
import { type Agent, AgentFailure } from './agent.ts'
import { openThreadedAgent } from './pool.ts'
import { findModelConfig } from './settings.ts'
import { failureOfUsedUp, getAgentUsage, isUsedUp, metered, substituteAgent } from './usage.ts'

/** The agent chosen by the tenant, or else the one in the service's settings, within the tenant's budget. */
export async function openAgent(context: AppContext, tenantId: string): Promise<Agent> {
  const model = await findModelConfig(context, context.db.read, tenantId).catch((error: unknown) => {
    if (error instanceof AgentFailure) return error
    throw error
  })
  if (!model) return openThreadedAgent(tenantId)
  if (model instanceof AgentFailure) return failingAgent(model)
  const usage = await getAgentUsage(context, context.db.read, tenantId)
  if (isUsedUp(usage))
    return usage.whenUsedUp === 'stop'
      ? failingAgent(failureOfUsedUp(usage))
      : substituteAgent(openThreadedAgent(tenantId), usage)
  // The SDK takes 30 MB of memory and a quarter of a second, so it is loaded only for a model.
  const { openModelAgent } = await import('./model/model.ts')
  return metered(context, tenantId, await openModelAgent(model))
}

/** An agent that replies why no agent could be opened. */
function failingAgent(failure: AgentFailure): Agent {
  return {
    model: undefined,
    // biome-ignore lint/correctness/useYield: it only throws
    async *run() {
      throw failure
    },
  }
}
