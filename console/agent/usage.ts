import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { notifyProblem } from '../ui/notify.tsx'

export type AgentUsage = Shape<'AgentUsage'>
export type UsageLimit = Pick<AgentUsage, 'dailyTokenLimit' | 'whenUsedUp'>

export function agentUsageQuery() {
  return readQuery(keys.agent.usage, (call) => api.agent.getUsage(call))
}

export function useLimitUsage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UsageLimit) => api.agent.setUsage(body),
    onSuccess: (usage) => client.setQueryData(agentUsageQuery().queryKey, usage),
    onError: notifyProblem,
  })
}
