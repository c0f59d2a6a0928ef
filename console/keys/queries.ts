import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, refreshLists } from '../api/lists.ts'
import { useSession } from '../api/session.ts'
import { useSignOut } from '../shell/useSignOut.ts'
import { membersQuery } from '../team/queries.ts'
import { nameOf } from '../team/words.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'
import type { ApiKey, KeyInput } from './words.ts'

export function keysQuery() {
  return listQuery<ApiKey>(keys.apiKeys.all, (page, signal) => api.apiKeys.list(page, { signal }))
}

export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: KeyInput) => api.apiKeys.create(body),
    onSuccess: () => refreshLists(client, keys.apiKeys.all),
    // The key itself must not stay in the cache.
    gcTime: 0,
  })
}

export type KeyOwner = { name: string; hasLeft: boolean }

/** The owners of keys, by user id. */
export function useKeyOwners(): Map<string, KeyOwner> {
  const { data } = useQuery(membersQuery)
  return useMemo(
    () =>
      new Map(
        data?.items.map((member) => [
          member.userId,
          { name: nameOf(member), hasLeft: member.endedAt !== null },
        ]),
      ),
    [data],
  )
}

/** Makes the user the owner of a service's key. */
export function useTakeOver() {
  const client = useQueryClient()
  const { user } = useSession()
  return async ({ keyId, name }: ApiKey) => {
    if (!user) return
    await attempt(() => api.apiKeys.handOver(keyId, { userId: user.userId }), `You look after ${name} now`)
    await refreshLists(client, keys.apiKeys.all)
  }
}

/** Revokes a key. Users who revoke their own key have to sign in again. */
export function useRevokeKey() {
  const client = useQueryClient()
  const { keyId: ownKeyId } = useSession()
  const signOut = useSignOut()
  return async ({ keyId, name }: ApiKey) => {
    const confirmed = await confirm({
      title: `Revoke ${name}?`,
      body:
        keyId === ownKeyId
          ? 'You are signed in with this key. You and everyone else who uses it lose access within a second. This can’t be undone.'
          : 'Applications that use it and people signed in with it lose access within a second. This can’t be undone.',
      action: 'Revoke key',
      danger: true,
    })
    if (!confirmed || !(await attempt(() => api.apiKeys.revoke(keyId), `${name} revoked`))) return
    if (keyId === ownKeyId) await signOut()
    else editLists<ApiKey>(client, keys.apiKeys.all, (row) => (row.keyId === keyId ? undefined : row))
  }
}
