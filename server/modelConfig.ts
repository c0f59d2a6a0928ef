export type ModelProvider = 'anthropic' | 'openai' | 'openai-compatible'
/** Which language model the agent is, and how it is reached. */
export type ModelConfig = {
  provider: ModelProvider
  name: string
  apiKey: string | undefined
  baseUrl: string
  seesImages: boolean
}

/** The model that is asked for, if one is. What it needs and lacks is added to what is wrong. */
export function readModel(raw: ModelSettings, wrong: string[]): ModelConfig | undefined {
  if (!raw.AGENT_MODEL) return undefined
  const [provider, ...rest] = raw.AGENT_MODEL.split(':') as [ModelProvider, ...string[]]
  const isAnthropic = provider === 'anthropic'
  const apiKey = isAnthropic ? raw.ANTHROPIC_API_KEY : raw.OPENAI_API_KEY
  const given = isAnthropic ? raw.ANTHROPIC_BASE_URL : raw.OPENAI_BASE_URL
  if (provider === 'openai-compatible' && !given)
    wrong.push('AGENT_MODEL is openai-compatible:, so OPENAI_BASE_URL must say where that endpoint is.')
  const keyName = isAnthropic ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  const isToldAlready = wrong.some((line) => line.startsWith(`${keyName} `))
  if (provider !== 'openai-compatible' && !apiKey && !isToldAlready)
    wrong.push(
      `AGENT_MODEL is ${provider}:, so ${keyName} must be set to a key of yours. Without AGENT_MODEL the built-in agent is used, which needs none.`,
    )
  const usual = isAnthropic ? 'https://api.anthropic.com' : 'https://api.openai.com/v1'
  const address = given ?? usual
  // What is called a base by Anthropic's own clients has no version in it, elsewhere it has.
  const baseUrl = isAnthropic && new URL(address).pathname === '/' ? `${address}/v1` : address
  return { provider, name: rest.join(':'), apiKey, baseUrl, seesImages: raw.AGENT_SEES_IMAGES }
}

type ModelSettings = {
  AGENT_MODEL: string | undefined
  AGENT_SEES_IMAGES: boolean
  ANTHROPIC_API_KEY: string | undefined
  ANTHROPIC_BASE_URL: string | undefined
  OPENAI_API_KEY: string | undefined
  OPENAI_BASE_URL: string | undefined
}
