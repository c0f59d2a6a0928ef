import type { Provider } from './queries.ts'

/** Names a provider with its tenant, so that it is looked up within the tenant like everything else. */
export function keyOf({ tenantId, providerId }: Pick<Provider, 'tenantId' | 'providerId'>): string {
  return `${tenantId.replace('tenant_', '')}.${providerId.replace('provider_', '')}`
}

export function readKey(key: string): { tenantId: string; providerId: string } | undefined {
  const [, tenant, provider] = /^([a-z0-9]{26})\.([a-z0-9]{26})$/.exec(key) ?? []
  return tenant && provider ? { tenantId: `tenant_${tenant}`, providerId: `provider_${provider}` } : undefined
}
