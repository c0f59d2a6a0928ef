import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'
import { notify } from '../ui/notify.tsx'
import type { AgentSettingsInput, AgentTestInput } from './words.ts'

export function workingAgentQuery() {
  return queryOptions({
    queryKey: keys.agent.working,
    queryFn: ({ signal }) => ask(api.GET('/v0/agent', { signal })),
  })
}

export function agentSettingsQuery() {
  return queryOptions({
    queryKey: keys.agent.settings,
    queryFn: ({ signal }) => ask(api.GET('/v0/agent/settings', { signal })),
  })
}

/** Model servers on the service's machine. Refetched on request only, not when the window gets the focus. */
export function localServersQuery() {
  return queryOptions({
    queryKey: keys.localServers,
    queryFn: ({ signal }) => ask(api.GET('/v0/agent/local_servers', { signal })),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
}

export function useProviderModels() {
  return useMutation({
    mutationFn: (body: Shape<'ProviderModelsInput'>) => ask(api.POST('/v0/agent/models', { body })),
  })
}

export function useSaveAgent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AgentSettingsInput) => ask(api.PUT('/v0/agent/settings', { body })),
    onSuccess: async (settings) => {
      client.setQueryData(agentSettingsQuery().queryKey, settings)
      await client.invalidateQueries({ queryKey: keys.agent.all })
      notify('Saved. Applies from the next message.')
    },
  })
}

export function testAgent(body: AgentTestInput, signal: AbortSignal) {
  return ask(api.POST('/v0/agent/test', { body, signal }))
}
