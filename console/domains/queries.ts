import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'

export type Domain = Shape<'TenantDomain'>

/** `failing` is a verified domain whose daily check fails. */
export function statusOf({ verifiedAt, failingSince }: Domain): 'verified' | 'failing' | 'unverified' {
  if (verifiedAt === null) return 'unverified'
  return failingSince === null ? 'verified' : 'failing'
}

export function domainListQuery() {
  return listQuery<Domain>(keys.domains.all, (page, signal) => api.domains.list(page, { signal }))
}

export function useAddDomain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hostname: string) => api.domains.create({ hostname }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.domains.all }),
  })
}

export function useVerifyDomain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (domain: Domain) => api.domains.verify(domain.tenantDomainId),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.domains.all }),
  })
}

export function useRemoveDomain() {
  const client = useQueryClient()
  return async (domain: Domain) => {
    const confirmed = await confirm({
      title: `Remove ${domain.hostname}?`,
      body: 'Pages on this domain stop working. To use it again, you add it and set a new DNS record. This can’t be undone.',
      action: 'Remove domain',
      danger: true,
    })
    if (!confirmed) return false
    return await attempt(async () => {
      await api.domains.delete(domain.tenantDomainId)
      await client.invalidateQueries({ queryKey: keys.domains.all })
    }, `${domain.hostname} removed`)
  }
}
