import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import { toMilliseconds, toTimestamp } from '../time.ts'
import { type Agent, AgentFailure } from './agent.ts'
import { findAgentSettings } from './queries.ts'
import { addUsage, findAgentBudget, findUsedToday } from './usageQueries.ts'
import type { AgentUsage } from './usageSchema.ts'

const dayMs = 86_400_000

type UsageContext = Pick<AppContext, 'config' | 'db'>

/** A tenant's use of language models today. The limit is the lower of the tenant's and that of the service's model. */
export async function getAgentUsage(
  { config }: Pick<UsageContext, 'config'>,
  db: Reader,
  tenantId: string,
): Promise<AgentUsage> {
  const [used, budget, settings] = await Promise.all([
    findUsedToday(db, tenantId),
    findAgentBudget(db, tenantId),
    findAgentSettings(db, tenantId),
  ])
  const ofService = config.model && !settings ? config.quotas.agentTokensPerDay || undefined : undefined
  const limits = [budget?.dailyTokenLimit ?? undefined, ofService].filter((limit) => limit !== undefined)
  const today = Math.floor(databaseNow() / dayMs) * dayMs
  return {
    day: new Date(today).toISOString().slice(0, 10),
    ...used,
    dailyTokenLimit: limits.length > 0 ? Math.min(...limits) : null,
    whenUsedUp: budget?.whenUsedUp ?? 'stop',
    resetsAt: toTimestamp(today + dayMs),
  }
}

export function isUsedUp({ dailyTokenLimit, inputTokens, outputTokens }: AgentUsage): boolean {
  return dailyTokenLimit !== null && inputTokens + outputTokens >= dailyTokenLimit
}

/**
 * Counts the tokens of each step before its output is used, so that none are lost if the process dies. A started run is
 * finished, so running runs can exceed a limit.
 */
export function metered({ db }: UsageContext, tenantId: string, agent: Agent): Agent {
  return {
    model: agent.model,
    async *run(task, signal) {
      let runs = 1
      for await (const output of agent.run(task, signal)) {
        if (output.type === 'usage') {
          const { inputTokens, outputTokens } = output
          await addUsage(db, tenantId, { inputTokens, outputTokens, runs })
          runs = 0
        }
        yield output
      }
    },
  }
}

export function failureOfUsedUp(usage: AgentUsage): AgentFailure {
  const limit = usage.dailyTokenLimit?.toLocaleString('en')
  return new AgentFailure(
    `Today’s ${limit} tokens for the language model are used up. They reset ${describeReset(usage)}.`,
  )
}

/** Answers in place of a language model, and mentions that in its reply. */
export function substituteAgent(agent: Agent, usage: AgentUsage): Agent {
  const note = `The built-in agent answered, because today’s tokens for the language model are used up. They reset ${describeReset(usage)}.`
  return {
    model: agent.model,
    async *run(task, signal) {
      yield* agent.run(task, signal)
      if (!signal.aborted) yield { type: 'text', text: `\n\n${note}` }
    },
  }
}

function describeReset({ resetsAt }: AgentUsage): string {
  const day = new Date(toMilliseconds(resetsAt))
  return `at 00:00 UTC on ${day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}`
}
