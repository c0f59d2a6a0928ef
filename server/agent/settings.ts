import { invalid } from '../../shared/problem.ts'
import { type ModelConfig, modelAddress, modelName } from '../config/modelConfig.ts'
import { baseUrl as readBaseUrl } from '../config/settingValues.ts'
import type { AppContext } from '../context.ts'
import type { Reader, Tx } from '../database/database.ts'
import { agentKeyPurpose } from '../secrets/encryptedColumns.ts'
import { DecryptionError } from '../secrets/encryption.ts'
import { faultOfUrl } from '../web/outbound.ts'
import { AgentFailure } from './agent.ts'
import {
  type AgentSettingsRow,
  findAgentSettings,
  removeAgentSettings,
  storeAgentSettings,
} from './queries.ts'
import type { AgentSettings, AgentSettingsInput, ModelInput, WorkingAgent } from './schema.ts'

type SettingsContext = Pick<AppContext, 'config' | 'encryption'>

export async function describeWorkingAgent(
  { config }: SettingsContext,
  db: Reader,
  tenantId: string,
): Promise<WorkingAgent> {
  const row = await findAgentSettings(db, tenantId)
  const chosenBy = row ? 'tenant' : 'service'
  const model = row ? nameOf(row) : serviceModel(config)
  return { kind: model === null ? 'builtin' : 'model', model, chosenBy }
}

export async function getAgentSettings(
  { config }: SettingsContext,
  db: Reader,
  tenantId: string,
): Promise<AgentSettings> {
  const row = await findAgentSettings(db, tenantId)
  return {
    choice: row?.choice ?? 'service',
    provider: row?.provider ?? null,
    model: row?.model ?? null,
    baseUrl: row?.baseUrl ?? null,
    hasApiKey: Boolean(row?.encryptedKey),
    serviceModel: serviceModel(config),
    contextTokens: row?.contextTokens ?? null,
    allowsPrivateAddresses: config.agentAllowPrivate,
    updatedAt: row?.updatedAt ?? null,
  }
}

/** Encrypts the key of an input for storage. Encrypting may read a file, so it is done before a transaction. */
export async function protectKey(
  { encryption }: SettingsContext,
  tenantId: string,
  { apiKey }: AgentSettingsInput,
): Promise<Buffer | undefined> {
  return apiKey === undefined ? undefined : await encryption.encrypt(agentKeyPurpose(tenantId), apiKey)
}

/** Replaces the settings of a tenant. Choosing anything but a model erases a stored key. */
export async function changeAgentSettings(
  context: SettingsContext,
  tx: Tx,
  tenantId: string,
  { choice, ...input }: AgentSettingsInput,
  protectedKey: Buffer | undefined,
): Promise<void> {
  if (choice !== 'model' && Object.keys(input).length > 0)
    throw invalid(`/${Object.keys(input)[0]}`, 'is only for the choice `model`')
  if (choice === 'service') return await removeAgentSettings(tx, tenantId)
  if (choice === 'builtin')
    return await storeAgentSettings(tx, tenantId, {
      choice,
      provider: null,
      model: null,
      baseUrl: null,
      encryptedKey: null,
      contextTokens: null,
    })
  const before = await findAgentSettings(tx, tenantId)
  const row = readModelInput(context, input, before)
  const encryptedKey = protectedKey ?? row.encryptedKey
  await storeAgentSettings(tx, tenantId, { choice, ...row, encryptedKey })
}

/** The model of a tenant; undefined for the built-in agent. */
export async function findModelConfig(
  context: SettingsContext,
  db: Reader,
  tenantId: string,
): Promise<ModelConfig | undefined> {
  const row = await findAgentSettings(db, tenantId)
  if (!row) return context.config.model
  if (row.choice === 'builtin') return undefined
  return toModelConfig(context, row, await readKey(context, tenantId, row.encryptedKey))
}

/** The model to test, completed with stored values; undefined for the built-in agent. */
export async function readModelToTest(
  context: SettingsContext,
  db: Reader,
  tenantId: string,
  input: ModelInput,
): Promise<ModelConfig | undefined> {
  if (Object.keys(input).length === 0) return await findModelConfig(context, db, tenantId)
  const row = readModelInput(context, input, await findAgentSettings(db, tenantId))
  const key = input.apiKey ?? (await readKey(context, tenantId, row.encryptedKey))
  return toModelConfig(context, row, key)
}

type ModelRow = Pick<AgentSettingsRow, 'provider' | 'model' | 'baseUrl' | 'encryptedKey' | 'contextTokens'>

/**
 * Validates an input, completed with stored values. The stored key is only used with its own provider and URL: another
 * one must not receive it.
 */
function readModelInput(
  { config }: SettingsContext,
  { provider, model, baseUrl, apiKey, contextTokens = null }: ModelInput,
  before: AgentSettingsRow | undefined,
): ModelRow {
  if (provider === undefined) throw invalid('/provider', 'is required')
  if (model === undefined) throw invalid('/model', 'is required')
  const address = baseUrl ? readAddress(baseUrl, config.agentAllowPrivate) : null
  if (provider === 'openai-compatible' && address === null)
    throw invalid('/baseUrl', 'is required for an openai-compatible model')
  const isSamePlace = before?.provider === provider && before.baseUrl === address
  const encryptedKey = isSamePlace ? before.encryptedKey : null
  if (provider !== 'openai-compatible' && apiKey === undefined && !encryptedKey)
    throw invalid('/apiKey', 'is required')
  return { provider, model, baseUrl: address, encryptedKey, contextTokens }
}

function readAddress(text: string, allowPrivate: boolean): string {
  const fault = faultOfUrl(text, { allowPrivate })
  if (fault) {
    const help = fault.includes('public')
      ? `${fault}; the operator of this service allows others with AGENT_ALLOW_PRIVATE=true`
      : fault
    throw invalid('/baseUrl', help)
  }
  const address = readBaseUrl(text)
  if (!address) throw invalid('/baseUrl', 'must be an address without a query')
  return address
}

function toModelConfig(
  { config }: SettingsContext,
  { provider, model, baseUrl, contextTokens }: Omit<ModelRow, 'encryptedKey'>,
  apiKey: string | undefined,
): ModelConfig {
  if (!provider || !model) throw new Error('agent settings without a model')
  return {
    provider,
    name: model,
    apiKey,
    baseUrl: modelAddress(provider, baseUrl ?? undefined),
    seesImages: false,
    chosenBy: 'tenant',
    allowPrivate: config.agentAllowPrivate,
    contextTokens: contextTokens ?? undefined,
  }
}

async function readKey(
  { encryption }: SettingsContext,
  tenantId: string,
  encrypted: Buffer | null,
): Promise<string | undefined> {
  if (!encrypted) return undefined
  try {
    return await encryption.decrypt(agentKeyPurpose(tenantId), encrypted)
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    throw new AgentFailure(
      'The stored key of the language model can’t be decrypted: ENCRYPTION_KEY has changed since it was stored. Enter the key again under Agent in the console.',
    )
  }
}

function nameOf({ provider, model }: AgentSettingsRow): string | null {
  return provider && model ? modelName({ provider, name: model }) : null
}

function serviceModel({ model }: SettingsContext['config']): string | null {
  return model ? modelName(model) : null
}
