import type { Shape } from '../api/schema.ts'

export type WorkingAgent = Shape<'WorkingAgent'>
export type AgentSettings = Shape<'AgentSettings'>
export type AgentSettingsInput = Shape<'AgentSettingsInput'>
export type AgentTestInput = Shape<'AgentTestInput'>
export type AgentTestResult = Shape<'AgentTestResult'>
export type Choice = AgentSettings['choice']
export type Provider = NonNullable<AgentSettings['provider']>

export const builtinWords =
  'It is basic: it follows rules. Tell it exactly what to change, in English, and it changes texts, lists, order, colours and fonts. It does not write or rephrase freely.'

export const providers: readonly { value: Provider; label: string; hint: string }[] = [
  { value: 'anthropic', label: 'Anthropic', hint: 'Messages API' },
  { value: 'openai', label: 'OpenAI', hint: 'Responses API' },
  {
    value: 'openai-compatible',
    label: 'OpenAI-compatible',
    hint: 'Any endpoint with a chat completions API',
  },
]

export const modelExamples: Record<Provider, string> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5',
  'openai-compatible': 'qwen3:32b',
}

export const usualAddresses: Record<Provider, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': 'https://models.example.com/v1',
}

/** The model without its provider: what people call it. */
export function shortName(model: string): string {
  return model.slice(model.indexOf(':') + 1)
}
