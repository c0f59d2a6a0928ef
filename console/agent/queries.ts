import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { notify } from '../ui/notify.tsx'
import type { AgentSettingsInput, AgentTestInput } from './words.ts'

/** Which agent works on the pages here. */
export function workingAgentQuery() {
  return queryOptions({
    queryKey: ['agent', 'working'],
    queryFn: ({ signal }) => ask(api.GET('/v0/agent', { signal })),
  })
}

export function agentSettingsQuery() {
  return queryOptions({
    queryKey: ['agent', 'settings'],
    queryFn: ({ signal }) => ask(api.GET('/v0/agent/settings', { signal })),
  })
}

export function useSaveAgent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AgentSettingsInput) => ask(api.PUT('/v0/agent/settings', { body })),
    onSuccess: async (settings) => {
      client.setQueryData(agentSettingsQuery().queryKey, settings)
      await client.invalidateQueries({ queryKey: ['agent'] })
      notify('Saved. Applies from the next message.')
    },
  })
}

export function useTestAgent() {
  return useMutation({
    mutationFn: (body: AgentTestInput) => ask(api.POST('/v0/agent/test', { body })),
  })
}
