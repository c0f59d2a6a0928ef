import {
  type AgentSettings,
  type AgentSettingsInput,
  type AgentTestInput,
  isLocalAddress,
  type LocalModel,
  type LocalServer,
  providers,
  shortName,
} from './words.ts'

/** Where the agent can run; each is one choice on the screen. */
export type AgentLocation = 'service' | 'builtin' | 'machine' | 'provider'

/** A model that can be checked and then used. */
export type Candidate = {
  /** Identifies the candidate; doesn't contain the API key. */
  key: string
  name: string
  place: AgentLocation
  /** Where data is sent, in words. */
  data: string
  /** The input of a test; empty for the model in use. */
  input: AgentTestInput
  /** The settings to store when it is chosen. */
  save: AgentSettingsInput
}

const stays = 'Stays on this machine'
const leaves = 'Goes to the provider'
/** The minimum that the API accepts; smaller contexts can't hold a page. */
const leastContext = 4096

function keyOf({ provider, baseUrl, model }: AgentTestInput): string {
  return [provider, baseUrl ?? '', model].join(' ')
}

export function localCandidate(
  { baseUrl }: LocalServer,
  { model, contextTokens, runsElsewhere }: LocalModel,
): Candidate {
  const input: AgentTestInput = {
    ...{ provider: 'openai-compatible', baseUrl, model },
    ...(contextTokens !== null && contextTokens >= leastContext && { contextTokens }),
  }
  const data = runsElsewhere ? 'Goes to another machine' : stays
  return {
    key: keyOf(input),
    name: model,
    place: 'machine',
    data,
    input,
    save: { choice: 'model', ...input },
  }
}

export function providerCandidate(input: AgentTestInput): Candidate {
  const isLocal = isLocalAddress(input.baseUrl ?? null)
  return {
    key: keyOf(input),
    name: input.model ?? '',
    place: 'provider',
    data: isLocal ? stays : leaves,
    input,
    save: { choice: 'model', ...input },
  }
}

/** The model that edits pages now; undefined for the built-in agent. */
export function candidateInUse(settings: AgentSettings): Candidate | undefined {
  const { choice, provider, model, baseUrl, contextTokens, serviceModel } = settings
  if (choice === 'service' && serviceModel !== null)
    return {
      key: `service ${serviceModel}`,
      name: shortName(serviceModel),
      place: 'service',
      data: 'As your operator set it up',
      input: {},
      save: { choice: 'service' },
    }
  if (choice !== 'model' || provider === null || model === null) return undefined
  const input: AgentTestInput = { provider, baseUrl, model, ...(contextTokens !== null && { contextTokens }) }
  const isLocal = isLocalAddress(baseUrl)
  return {
    ...providerCandidate(input),
    place: isLocal ? 'machine' : 'provider',
    data: isLocal ? stays : leaves,
  }
}

export function placeInUse(settings: AgentSettings): AgentLocation {
  return candidateInUse(settings)?.place ?? 'builtin'
}

export function providerLabel({ provider, baseUrl }: AgentTestInput): string {
  if (provider === 'openai-compatible') return URL.parse(baseUrl ?? '')?.host ?? 'Other'
  return providers.find(({ value }) => value === provider)?.label ?? ''
}
