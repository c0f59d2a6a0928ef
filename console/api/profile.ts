import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { OwnUser } from '../../server/console/userSchema.ts'
import { keys } from './keys.ts'
import { setLocale } from './locale.ts'
import { callConsole } from './own.ts'
import { type Session, sessionQuery } from './session.ts'

/** The signed-in user. */
export type Profile = OwnUser
export type OwnPasskey = Profile['passkeys'][number]

export const profileQuery = queryOptions({
  queryKey: keys.you.profile,
  queryFn: async () => {
    const profile = await callConsole<Profile>('GET', '/user')
    setLocale(profile)
    return profile
  },
})

/** The team's identity providers, and whether the user has connected them. */
export const ownProvidersQuery = queryOptions({
  queryKey: keys.you.providers,
  queryFn: () =>
    callConsole<{ items: { key: string; name: string; isConnected: boolean }[] }>('GET', '/user/identities'),
})

/** Switches to another tenant of the user: to its Home, or to the same screen. */
export function useSwitchTenant({ stays = false } = {}) {
  const client = useQueryClient()
  const router = useRouter()
  return async (tenantId: string) => {
    const session = await callConsole<Session>('POST', '/user/tenant', { tenantId })
    if (!stays) client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    if (stays) return await client.invalidateQueries()
    await router.navigate({ to: '/home' })
  }
}
