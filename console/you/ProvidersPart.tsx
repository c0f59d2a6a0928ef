import { useMutation, useQuery } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { Part } from './Part.tsx'

type OwnProvider = { key: string; name: string; isConnected: boolean }

/** The providers of the team, to be connected by whoever signed in another way. */
export function ProvidersPart() {
  const { data } = useQuery({
    queryKey: keys.ownProviders,
    queryFn: () => callConsole<{ items: OwnProvider[] }>('GET', '/user/identities'),
  })
  const connect = useMutation({
    mutationFn: async (key: string) => {
      const { url } = await callConsole<{ url: string }>('POST', '/user/identities', { key })
      location.assign(url)
    },
    onError: notifyProblem,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Part title="Single sign-on" about="Sign in with the provider of your team.">
      <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
        {data.items.map(({ key, name, isConnected }) => (
          <li key={key} className="flex min-h-13 items-center justify-between gap-3 px-4 py-2">
            <span className="truncate text-sm font-medium">{name}</span>
            {isConnected ? (
              <Badge tone="good">Connected</Badge>
            ) : (
              <Button busy={connect.isPending} onClick={() => connect.mutate(key)}>
                Connect
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
