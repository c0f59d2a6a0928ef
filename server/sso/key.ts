import type { Provider } from './queries.ts'

/** Identifies a provider together with its tenant, so that lookups are scoped to the tenant. */
export function keyOf({ tenantId, providerId }: Pick<Provider, 'tenantId' | 'providerId'>): string {
  return `${tenantId.replace('tenant_', '')}.${providerId.replace('provider_', '')}`
}

export function readKey(key: string): { tenantId: string; providerId: string } | undefined {
  const [, tenant, provider] = /^([a-z0-9]{26})\.([a-z0-9]{26})$/.exec(key) ?? []
  return tenant && provider ? { tenantId: `tenant_${tenant}`, providerId: `provider_${provider}` } : undefined
}
