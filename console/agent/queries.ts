import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'
import { notify } from '../ui/notify.tsx'
import type { AgentSettingsInput } from './words.ts'

export function workingAgentQuery() {
  return queryOptions({
    queryKey: keys.agent.working,
    queryFn: ({ signal }) => api.agent.get({ signal }),
  })
}

export function agentSettingsQuery() {
  return queryOptions({
    queryKey: keys.agent.settings,
    queryFn: ({ signal }) => api.agent.getSettings({ signal }),
  })
}

/** Model servers on the service's machine. Refetched on request only, not when the window gets the focus. */
export function localServersQuery() {
  return queryOptions({
    queryKey: keys.localServers,
    queryFn: ({ signal }) => api.agent.findLocalServers({ signal }),
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
