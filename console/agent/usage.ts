import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiBase, consoleHeaders, send } from '../api/client.ts'
import { ProblemError } from '../api/problem.ts'
import { notifyProblem } from '../ui/notify.tsx'

export type AgentUsage = {
  day: string
  inputTokens: number
  outputTokens: number
  runs: number
  dailyTokenLimit: number | null
  whenUsedUp: 'builtin' | 'stop'
  resetsAt: string
}
export type UsageLimit = Pick<AgentUsage, 'dailyTokenLimit' | 'whenUsedUp'>

const url = `${apiBase}/v0/agent/usage`

/** What the agent used today; null where the service does not count it. */
export function agentUsageQuery() {
  return queryOptions({
    queryKey: ['agent', 'usage'],
    queryFn: async ({ signal }): Promise<AgentUsage | null> => {
      try {
        return await (await send(url, { headers: consoleHeaders, signal })).json()
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null
        throw error
      }
    },
  })
}

export function useLimitUsage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (limit: UsageLimit): Promise<AgentUsage> => {
      const headers = { ...consoleHeaders, 'content-type': 'application/json' }
      return await (await send(url, { method: 'PUT', headers, body: JSON.stringify(limit) })).json()
    },
    onSuccess: (usage) => client.setQueryData(agentUsageQuery().queryKey, usage),
    onError: notifyProblem,
  })
}
