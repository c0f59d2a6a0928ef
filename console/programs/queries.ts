import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'

export type McpInfo = Shape<'McpInfo'>
export type AppConnection = Shape<'AppConnection'>
export type RegisteredApp = Shape<'App'>

export const mcpQuery = readQuery(keys.apps.mcp, (call) => api.apps.getMcp(call), { staleTime: 5 * 60_000 })

export const connectionsQuery = queryOptions({
  queryKey: keys.apps.connections,
  queryFn: async ({ signal }) => {
    const [connections, apps] = await Promise.all([
      api.apps.listAppConnections({ signal }),
      api.apps.listApps({ signal }),
    ])
    return { connections: connections.items, apps: apps.items }
  },
})

export function useRegisterApp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Shape<'AppInput'>) => api.apps.createApp(body),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apps.all }),
  })
}

export function useEndConnection() {
  const client = useQueryClient()
  return async ({ connectionId, name, userName }: AppConnection) => {
    const body = `It can’t act as ${userName} any more, within a second. They can let it in again.`
    if (!(await confirm({ title: `End ${name}?`, body, action: 'End', danger: true }))) return
    await attempt(() => api.apps.deleteAppConnection(connectionId), `${name} was ended`)
    await client.invalidateQueries({ queryKey: keys.apps.all })
  }
}

export function useRemoveApp() {
  const client = useQueryClient()
  return async ({ appId, name }: RegisteredApp) => {
    const body = 'Nobody can let it in any more. Its connections stay until they are ended.'
    if (!(await confirm({ title: `Remove ${name}?`, body, action: 'Remove', danger: true }))) return
    await attempt(() => api.apps.deleteApp(appId), `${name} was removed`)
    await client.invalidateQueries({ queryKey: keys.apps.all })
  }
}
