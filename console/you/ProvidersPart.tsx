import { useMutation, useQuery } from '@tanstack/react-query'
import { callConsole } from '../api/own.ts'
import { ownProvidersQuery } from '../api/profile.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { useAccountAction } from './queries.ts'

/** The team's identity providers, which a user who signed in another way can connect. */
export function ProvidersPart() {
  const { data } = useQuery(ownProvidersQuery)
  const connect = useMutation({
    mutationFn: async (key: string) => {
      const { url } = await callConsole<{ url: string }>('POST', '/user/identities', { key })
      location.assign(url)
    },
    onError: notifyProblem,
  })
  const run = useAccountAction()
  const disconnect = async (key: string, name: string) => {
    const body = 'You no longer sign in with it, and sessions that it began end. You can connect it again.'
    if (!(await confirm({ title: `Disconnect ${name}?`, body, action: 'Disconnect', danger: true }))) return
    await run(() => callConsole('DELETE', `/user/identities/${key}`), `${name} is disconnected`)
  }
  if (!data || data.items.length === 0) return null
  return (
    <SettingsPart title="Single sign-on" about="Sign in with the provider of your team.">
      <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
        {data.items.map(({ key, name, isConnected }) => (
          <li key={key} className="flex min-h-13 items-center justify-between gap-3 px-4 py-2">
            <span className="truncate text-sm font-medium">{name}</span>
            {isConnected ? (
              <span className="flex items-center gap-3">
                <Badge tone="good">Connected</Badge>
                <Button look="quiet" size="sm" onClick={() => void disconnect(key, name)}>
                  Disconnect
                </Button>
              </span>
            ) : (
              <Button busy={connect.isPending} onClick={() => connect.mutate(key)}>
                Connect
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SettingsPart>
  )
}
