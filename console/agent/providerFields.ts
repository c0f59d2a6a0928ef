import { useEffect, useEffectEvent, useState } from 'react'
import { type Candidate, placeInUse, providerCandidate } from './candidates.ts'
import { useProviderModels } from './queries.ts'
import type { AgentSettings, AgentTestInput, Provider } from './words.ts'

const pauseMs = 600

/** The form for a provider's model. The key is kept only until it is stored. */
export function useProviderFields(settings: AgentSettings) {
  const isStored = settings.choice === 'model' && placeInUse(settings) === 'provider'
  const [provider, setProvider] = useState<Provider>((isStored && settings.provider) || 'anthropic')
  const [name, setName] = useState((isStored && settings.model) || '')
  const [baseUrl, setBaseUrl] = useState((isStored && settings.baseUrl) || '')
  const [apiKey, setApiKey] = useState('')
  const models = useProviderModels()
  const place = {
    provider,
    baseUrl: baseUrl.trim() || null,
    ...(apiKey.trim() && { apiKey: apiKey.trim() }),
  }
  /** Whether the stored key belongs to the chosen provider. */
  const hasKey =
    isStored && settings.hasApiKey && provider === settings.provider && place.baseUrl === settings.baseUrl
  const input: AgentTestInput = { ...place, ...(name.trim() && { model: name.trim() }) }
  const isAddressGiven = provider !== 'openai-compatible' || place.baseUrl !== null
  const canList = isAddressGiven && (hasKey || apiKey.trim() !== '' || provider === 'openai-compatible')
  const list = useEffectEvent(() => models.mutate(place))
  const reset = useEffectEvent(() => models.reset())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of models is valid for one address and key only
  useEffect(() => {
    reset()
    const timer = canList ? setTimeout(list, pauseMs) : undefined
    return () => clearTimeout(timer)
  }, [canList, provider, baseUrl, apiKey])
  const isComplete =
    input.model !== undefined &&
    isAddressGiven &&
    (provider === 'openai-compatible' || hasKey || apiKey.trim() !== '')
  const candidate: Candidate | undefined = isComplete ? providerCandidate(input) : undefined
  return {
    provider,
    setProvider: (next: Provider) => {
      setProvider(next)
      setName('')
      setApiKey('')
      setBaseUrl('')
    },
    name,
    setName,
    baseUrl,
    setBaseUrl,
    apiKey,
    setApiKey,
    hasKey,
    models,
    candidate,
    forgetKey: () => setApiKey(''),
  }
}

export type ProviderFields = ReturnType<typeof useProviderFields>
