import { useQueryClient } from '@tanstack/react-query'
import { callConsole } from '../api/own.ts'
import { type Profile, profileQuery } from '../api/profile.ts'
import { type Session, sessionQuery } from '../api/session.ts'

export type ProfileChange = Partial<Pick<Profile, 'name' | 'timeZone' | 'language'>>

/** Saves what was changed; the rail shows a new name at once. */
export function useSaveProfile() {
  const client = useQueryClient()
  return async (change: ProfileChange) => {
    const saved = await callConsole<Profile>('PATCH', '/user', change)
    client.setQueryData(profileQuery.queryKey, saved)
    client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
      session?.user ? { ...session, user: { ...session.user, name: saved.name } } : session,
    )
  }
}

export const setPassword = (password: string) => callConsole<void>('PUT', '/user/password', { password })
