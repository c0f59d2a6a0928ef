import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { OwnSessions } from '../../server/console/userSchema.ts'
import { keys } from '../api/keys.ts'
import { setLocale } from '../api/locale.ts'
import { callConsole } from '../api/own.ts'
import { createPasskey } from '../api/passkeys.ts'
import { type Profile, profileQuery } from '../api/profile.ts'
import type { Shape } from '../api/schema.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import type { KeyInput } from '../keys/words.ts'
import { attempt } from '../ui/notify.tsx'

export type ProfileChange = Partial<Pick<Profile, 'name' | 'timeZone' | 'language'>>

/** Saves changes of the profile; the rail shows a new name at once. */
export function useSaveProfile() {
  const client = useQueryClient()
  return async (change: ProfileChange) => {
    const saved = await callConsole<Profile>('PATCH', '/user', change)
    setLocale(saved)
    client.setQueryData(profileQuery.queryKey, saved)
    client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
      session?.user ? { ...session, user: { ...session.user, name: saved.name } } : session,
    )
  }
}

type Sessions = Static<typeof OwnSessions>
export type OwnSession = Sessions['items'][number]

export const sessionsQuery = queryOptions({
  queryKey: keys.you.sessions,
  queryFn: () => callConsole<Sessions>('GET', '/user/sessions'),
})

export const ownKeysQuery = queryOptions({
  queryKey: keys.you.keys,
  queryFn: () => callConsole<{ items: Shape<'ApiKey'>[] }>('GET', '/user/keys'),
})

export const createOwnKey = (body: KeyInput) => callConsole<Shape<'NewApiKey'>>('POST', '/user/keys', body)

/** Runs an action on the user's account, shows its result, and refetches the account. */
export function useAccountAction() {
  const client = useQueryClient()
  return async (work: () => Promise<unknown>, done?: string) => {
    await attempt(work, done)
    await client.invalidateQueries({ queryKey: keys.you.all })
  }
}

export async function addPasskey(name: string): Promise<void> {
  const answer = await createPasskey('/user/passkeys/options')
  await callConsole('POST', '/user/passkeys', { name, ...answer })
}

export const setPassword = (password: string) => callConsole<void>('PUT', '/user/password', { password })
