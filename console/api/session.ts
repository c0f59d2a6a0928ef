import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { scopes } from '../../shared/roles.ts'
import { apiBase, consoleHeaders, send } from './client.ts'
import { keys } from './keys.ts'
import type { Shape } from './schema.ts'

export type Session = Shape<'Me'>
export type Scope = Session['scopes'][number]

export const sessionUrl = `${apiBase}/session`

export async function readSession(): Promise<Session> {
  return await (await send(sessionUrl)).json()
}

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: readSession,
  staleTime: 5 * 60_000,
  retry: false,
})

/** Signs in with an API key or the code of a one-time link. */
export async function signIn(credential: { key: string } | { code: string }): Promise<Session> {
  const response = await send(sessionUrl, {
    method: 'POST',
    headers: { ...consoleHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(credential),
  })
  return await response.json()
}

export async function signOut(): Promise<void> {
  await send(sessionUrl, { method: 'DELETE', headers: consoleHeaders })
}

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** Whether the session's key has this scope. Actions without permission are hidden. */
export function useMay(scope: Scope): boolean {
  const held = useQueryClient().getQueryData(sessionQuery.queryKey)?.scopes ?? []
  return held.some((one) => scopes.indexOf(one) >= scopes.indexOf(scope))
}
