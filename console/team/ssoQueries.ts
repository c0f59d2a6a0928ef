import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt, notifyProblem } from '../ui/notify.tsx'

export type IdentityProvider = Shape<'IdentityProvider'>
type ProviderInput = Shape<'IdentityProviderInput'>
type ProviderPatch = Shape<'IdentityProviderPatch'>

export const providersQuery = readQuery(keys.team.providers, (call) => api.identityProviders.list(call))

export function useSaveProvider(providerId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProviderInput) =>
      providerId === undefined
        ? api.identityProviders.create(body)
        : api.identityProviders.update(providerId, body),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.team.providers }),
  })
}

export function useChangeProvider(providerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProviderPatch) => api.identityProviders.update(providerId, body),
    onError: notifyProblem,
    onSettled: () => client.invalidateQueries({ queryKey: keys.team.providers }),
  })
}

export function useTestProvider(providerId: string) {
  return useMutation({
    mutationFn: () => api.identityProviders.test(providerId),
    onError: notifyProblem,
  })
}

export function useRemoveProvider() {
  const client = useQueryClient()
  return async ({ providerId, name }: IdentityProvider) => {
    const confirmed = await confirm({
      title: `Remove ${name}?`,
      body: 'Nobody can sign in with it any more, and its sessions end within an hour. Members stay.',
      action: 'Remove',
      danger: true,
    })
    if (!confirmed) return
    await attempt(() => api.identityProviders.delete(providerId), `${name} was removed`)
    await client.invalidateQueries({ queryKey: keys.team.providers })
  }
}
