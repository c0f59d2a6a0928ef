import type { ModelPrice } from '../../config/localModels.ts'
import { type ModelConfig, type ModelProvider, modelAddress } from '../../config/modelConfig.ts'
import { isLoopback } from './discover.ts'

type ListPrice = [inputPerMillion: number, outputPerMillion: number, asOf: string, contextTokens?: number]

const million = 1_000_000

/**
 * List prices in US dollars per million tokens, from the provider's documentation on the given day. The price of other
 * models is unknown; AGENT_PRICES takes precedence.
 */
const listed: Record<Exclude<ModelProvider, 'openai-compatible'>, Record<string, ListPrice>> = {
  anthropic: {
    'claude-opus-5-5': [4, 20, '2026-11-17', million],
    'claude-sonnet-5-5': [2, 10, '2026-11-17', million],
    // For prompts of up to 100,000 tokens, which Foyer rarely exceeds.
    'claude-haiku-5-5': [0.1, 0.5, '2026-11-17', million],
  },
  openai: {},
}

export type KnownPrice = ModelPrice & {
  /** The day of a list price; undefined for one set by the operator, and for a local model. */
  asOf?: string
}

type PricedModel = Pick<ModelConfig, 'provider' | 'name' | 'baseUrl'>

/** The price of a model; undefined if it is unknown. A local model is free. */
export function findPrice(
  { provider, name, baseUrl }: PricedModel,
  own: ReadonlyMap<string, ModelPrice>,
  runsElsewhere = false,
): KnownPrice | undefined {
  const set = own.get(name)
  if (set) return set
  if (isLoopback(baseUrl) && !runsElsewhere) return { inputPerMillion: 0, outputPerMillion: 0 }
  const found = findListed(provider, name, baseUrl)
  return found && { inputPerMillion: found[0], outputPerMillion: found[1], asOf: found[2] }
}

export function findListedContext({ provider, name, baseUrl }: PricedModel): number | undefined {
  return findListed(provider, name, baseUrl)?.[3]
}

/** A proxy may charge other prices, so list prices apply only to the provider's own URL. */
function findListed(provider: ModelProvider, name: string, baseUrl: string): ListPrice | undefined {
  if (provider === 'openai-compatible' || baseUrl !== modelAddress(provider, undefined)) return undefined
  const withoutDate = name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  return listed[provider][withoutDate]
}

export function costOf(
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
  price: ModelPrice,
): number {
  return (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / million
}
