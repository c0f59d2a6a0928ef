import type { ModelProvider } from '../config/modelConfig.ts'
import type { Reader, Tx } from '../database/database.ts'

export type AgentSettingsRow = {
  choice: 'builtin' | 'model'
  provider: ModelProvider | null
  model: string | null
  baseUrl: string | null
  encryptedKey: Buffer | null
  contextTokens: number | null
  updatedAt: string
}

/** The tenant's settings; undefined if it uses the service's. */
export async function findAgentSettings(db: Reader, tenantId: string): Promise<AgentSettingsRow | undefined> {
  const [row] = await db<AgentSettingsRow[]>`
    select choice, provider, model, base_url, encrypted_key, context_tokens, updated_at from agent_settings
    where tenant_id = ${tenantId}`
  return row
}

export async function storeAgentSettings(
  tx: Tx,
  tenantId: string,
  row: Omit<AgentSettingsRow, 'updatedAt'>,
): Promise<void> {
  const { choice, provider, model, baseUrl, encryptedKey, contextTokens } = row
  await tx`
    insert into agent_settings
      (tenant_id, choice, provider, model, base_url, encrypted_key, context_tokens, updated_at)
    values (${tenantId}, ${choice}, ${provider}, ${model}, ${baseUrl}, ${encryptedKey}, ${contextTokens},
      statement_timestamp())
    on conflict (tenant_id) do update set choice = excluded.choice, provider = excluded.provider,
      model = excluded.model, base_url = excluded.base_url, encrypted_key = excluded.encrypted_key,
      context_tokens = excluded.context_tokens, updated_at = excluded.updated_at`
}

export async function removeAgentSettings(tx: Tx, tenantId: string): Promise<void> {
  await tx`delete from agent_settings where tenant_id = ${tenantId}`
}
