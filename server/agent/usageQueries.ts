import type { Database, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import type { AgentUsageInput } from './usageSchema.ts'

export type TokenUse = { inputTokens: number; outputTokens: number; runs: number }

/** Adds to a tenant's use of today. Committed immediately: tokens stay spent if the run fails. */
export async function addUsage(
  db: Pick<Database, 'inTransaction'>,
  tenantId: string,
  { inputTokens, outputTokens, runs }: TokenUse,
): Promise<void> {
  await db.inTransaction(
    (tx) => tx`
      insert into agent_usage as present (tenant_id, day, input_tokens, output_tokens, runs)
      values (${tenantId}, (now() at time zone 'UTC')::date, ${inputTokens}, ${outputTokens}, ${runs})
      on conflict (tenant_id, day) do update set input_tokens = present.input_tokens + excluded.input_tokens,
        output_tokens = present.output_tokens + excluded.output_tokens, runs = present.runs + excluded.runs`,
  )
}

export async function findUsedToday(db: Reader, tenantId: string): Promise<TokenUse> {
  const [row] = await db<TokenUse[]>`
    select input_tokens, output_tokens, runs from agent_usage
    where tenant_id = ${tenantId} and day = (now() at time zone 'UTC')::date`
  return row ?? { inputTokens: 0, outputTokens: 0, runs: 0 }
}

export async function findAgentBudget(db: Reader, tenantId: string): Promise<AgentUsageInput | undefined> {
  const [row] = await db<AgentUsageInput[]>`
    select daily_token_limit, when_used_up from agent_budgets where tenant_id = ${tenantId}`
  return row
}

export async function storeAgentBudget(tx: Tx, tenantId: string, budget: AgentUsageInput): Promise<void> {
  const { dailyTokenLimit, whenUsedUp } = budget
  await tx`
    insert into agent_budgets (tenant_id, daily_token_limit, when_used_up)
    values (${tenantId}, ${dailyTokenLimit}, ${whenUsedUp})
    on conflict (tenant_id) do update set daily_token_limit = excluded.daily_token_limit,
      when_used_up = excluded.when_used_up`
}

/** Deletes the use of past days. */
export async function forgetOldUsage(db: Database, tenants?: Included): Promise<void> {
  await db.inTransaction(async (tx) => {
    await tx`
      -- every tenant: upkeep
      delete from agent_usage where ${isIncluded(tx, tenants)} and day < (now() at time zone 'UTC')::date - 1`
  })
}
