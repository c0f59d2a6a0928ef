import type { Shape } from '../api/schema.ts'

export type WorkingAgent = Shape<'WorkingAgent'>
export type AgentSettings = Shape<'AgentSettings'>
export type AgentSettingsInput = Shape<'AgentSettingsInput'>
export type AgentTestInput = Shape<'AgentTestInput'>
export type AgentTestResult = Shape<'AgentTestResult'>
export type LocalServers = Shape<'LocalServers'>
export type LocalServer = LocalServers['servers'][number]
export type LocalModel = LocalServer['models'][number]
export type ProviderModels = Shape<'ProviderModels'>
export type CheckName = NonNullable<AgentTestInput['check']>
export type Provider = NonNullable<AgentSettings['provider']>

export const builtinWords =
  'It is basic: it follows rules. Tell it exactly what to change, in English, and it changes texts, lists, order, colours and fonts. It does not write or rephrase freely.'

export const setupCommand = 'npx foyer agent setup'

/** In the order in which the checks run. */
export const checkTitles: Record<CheckName, string> = {
  answers: 'Answers',
  tools: 'Uses its tools',
  text: 'Changes one text, and only that',
  plan: 'Renames one plan, keeps the others',
  orders: 'Ignores orders hidden in a note',
  length: 'Longest page fits',
}
/** A failure in two or three words, for narrow places. */
export const failureWords: Record<CheckName, string> = {
  answers: 'no answer',
  tools: 'uses no tools',
  text: 'wrong text',
  plan: 'wrong list entry',
  orders: 'follows hidden orders',
  length: 'fails on long pages',
}

export const checkNames = Object.keys(checkTitles) as CheckName[]

export const providers: readonly { value: Provider; label: string; hint: string }[] = [
  { value: 'anthropic', label: 'Anthropic', hint: 'api.anthropic.com' },
  { value: 'openai', label: 'OpenAI', hint: 'api.openai.com' },
  { value: 'openai-compatible', label: 'Other', hint: 'Any compatible address' },
]

export const modelExamples: Record<Provider, string> = {
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-5.4',
  'openai-compatible': 'qwen3:32b',
}

export const usualAddresses: Record<Provider, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': 'https://models.example.com/v1',
}

/** The model without its provider. */
export function shortName(model: string): string {
  return model.slice(model.indexOf(':') + 1)
}

/** Whether an address is on the machine of the service. */
export function isLocalAddress(baseUrl: string | null): boolean {
  const host = baseUrl === null ? '' : (URL.parse(baseUrl)?.hostname ?? '')
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`
}

/** $0.02; below a cent with three digits, as changes with small models cost that little. */
export function inDollars(amount: number): string {
  if (amount === 0) return '$0'
  return amount < 0.01 ? `$${amount.toPrecision(1)}` : `$${amount.toFixed(2)}`
}

export function inBytes(bytes: number): string {
  const gigabytes = bytes / 1e9
  if (gigabytes < 0.1) return `${Math.max(1, Math.round(bytes / 1e6))} MB`
  return `${gigabytes.toFixed(gigabytes < 9.95 ? 1 : 0)} GB`
}
