export const modelProviders = ['anthropic', 'openai', 'openai-compatible'] as const
export type ModelProvider = (typeof modelProviders)[number]
/** The agent's language model, and how to reach it. */
export type ModelConfig = {
  provider: ModelProvider
  name: string
  apiKey: string | undefined
  baseUrl: string
  seesImages: boolean
  /** Who configures it: the operator in the settings, or an admin of the tenant in the console. */
  chosenBy: 'service' | 'tenant'
  /** Whether the endpoint may be on a private network. It always may in the operator's settings. */
  allowPrivate: boolean
  /** Size of its context in tokens; undefined if it is larger than any page needs. */
  contextTokens?: number | undefined
}

/** The name of a model as shown to users and stored with its answers. */
export function modelName({ provider, name }: Pick<ModelConfig, 'provider' | 'name'>): string {
  return `${provider}:${name}`
}

/** The base URL of a provider. Anthropic's clients omit the version in their base URL, others don't. */
export function modelAddress(provider: ModelProvider, given: string | undefined): string {
  const isAnthropic = provider === 'anthropic'
  const address = given ?? (isAnthropic ? 'https://api.anthropic.com' : 'https://api.openai.com/v1')
  return isAnthropic && new URL(address).pathname === '/' ? `${address.replace(/\/$/, '')}/v1` : address
}

/** The configured model, if any. Adds missing or invalid settings to `wrong`. */
export function readModel(raw: ModelSettings, wrong: string[]): ModelConfig | undefined {
  if (!raw.AGENT_MODEL) return undefined
  const [provider, ...rest] = raw.AGENT_MODEL.split(':') as [ModelProvider, ...string[]]
  const isAnthropic = provider === 'anthropic'
  const apiKey = isAnthropic ? raw.ANTHROPIC_API_KEY : raw.OPENAI_API_KEY
  const given = isAnthropic ? raw.ANTHROPIC_BASE_URL : raw.OPENAI_BASE_URL
  if (provider === 'openai-compatible' && !given)
    wrong.push(
      'AGENT_MODEL is openai-compatible:, so OPENAI_BASE_URL must be set to the URL of the endpoint.',
    )
  const keyName = isAnthropic ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  const isToldAlready = wrong.some((line) => line.startsWith(`${keyName} `))
  if (provider !== 'openai-compatible' && !apiKey && !isToldAlready)
    wrong.push(
      `AGENT_MODEL is ${provider}:, so ${keyName} must be set to your API key. Without AGENT_MODEL, the built-in agent is used, which needs no key.`,
    )
  return {
    provider,
    name: rest.join(':'),
    apiKey,
    baseUrl: modelAddress(provider, given),
    seesImages: raw.AGENT_SEES_IMAGES,
    chosenBy: 'service',
    allowPrivate: true,
    contextTokens: raw.AGENT_CONTEXT_TOKENS,
  }
}

type ModelSettings = {
  AGENT_MODEL: string | undefined
  AGENT_SEES_IMAGES: boolean
  AGENT_CONTEXT_TOKENS: number | undefined
  ANTHROPIC_API_KEY: string | undefined
  ANTHROPIC_BASE_URL: string | undefined
  OPENAI_API_KEY: string | undefined
  OPENAI_BASE_URL: string | undefined
}
