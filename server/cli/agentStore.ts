import type { AgentSettingsInput } from '../agent/schema.ts'
import { changeAgentSettings, protectKey } from '../agent/settings.ts'
import { writeAgentFile } from '../config/agentFile.ts'
import { type ModelConfig, modelAddress } from '../config/modelConfig.ts'
import { Encryption } from '../secrets/encryption.ts'
import { withDatabase } from './database.ts'
import { getNamedTenant } from './namedTenant.ts'
import { recordCommand } from './record.ts'

/** Stores the model for the whole service, in the data folder; undefined for the built-in agent. */
export async function storeForService(dataDir: string, model: ModelConfig | undefined): Promise<string> {
  return await writeAgentFile(
    dataDir,
    model && {
      provider: model.provider,
      model: model.name,
      baseUrl: ownAddress(model),
      apiKey: model.apiKey,
      seesImages: model.seesImages,
      contextTokens: model.contextTokens,
    },
  )
}

/** Stores it as the choice of one tenant, with the same validation as the console. */
export async function storeForTenant(tenant: string, model: ModelConfig | undefined): Promise<void> {
  await withDatabase(async (db, config) => {
    const { tenantId } = await getNamedTenant(db.read, tenant)
    const context = { config, encryption: new Encryption(config) }
    const input: AgentSettingsInput = model
      ? {
          choice: 'model',
          provider: model.provider,
          model: model.name,
          baseUrl: ownAddress(model) ?? null,
          ...(model.apiKey && { apiKey: model.apiKey }),
          ...(model.contextTokens && { contextTokens: model.contextTokens }),
        }
      : { choice: 'builtin' }
    const key = await protectKey(context, tenantId, input)
    await db.inTransaction(async (tx) => {
      recordCommand(tx, tenantId, 'setAgentSettings', tenantId)
      await changeAgentSettings(context, tx, tenantId, input, key)
    })
  })
}

/** The base URL, if it is not the provider's own. */
function ownAddress({ provider, baseUrl }: ModelConfig): string | undefined {
  return baseUrl === modelAddress(provider, undefined) && provider !== 'openai-compatible'
    ? undefined
    : baseUrl
}
