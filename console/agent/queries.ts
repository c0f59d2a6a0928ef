import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { notify } from '../ui/notify.tsx'
import type { AgentSettingsInput } from './words.ts'

export function workingAgentQuery() {
  return readQuery(keys.agent.working, (call) => api.agent.get(call))
}

export function agentSettingsQuery() {
  return readQuery(keys.agent.settings, (call) => api.agent.getSettings(call))
}

/** Model servers on the service's machine. Refetched on request only, not when the window gets the focus. */
export function localServersQuery() {
  return readQuery(keys.localServers, (call) => api.agent.findLocalServers(call), {
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
}

export function useProviderModels() {
  return useMutation({
    mutationFn: (body: Shape<'ProviderModelsInput'>) => api.agent.listProviderModels(body),
  })
}

export function useSaveAgent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AgentSettingsInput) => api.agent.setSettings(body),
    onSuccess: async (settings) => {
      client.setQueryData(agentSettingsQuery().queryKey, settings)
      await client.invalidateQueries({ queryKey: keys.agent.all })
      notify('Saved. Applies from the next message.')
    },
  })
}
