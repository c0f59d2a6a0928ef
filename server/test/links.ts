import { newId } from '../ids.ts'
import type { Client } from './client.ts'

export async function newAudience(client: Client, pageId?: string): Promise<string> {
  const page = pageId ?? (await client.post('/v0/pages', { name: 'Spring', pageType: 'custom' })).body.pageId
  return (await client.post(`/v0/pages/${page}/audiences`, {})).body.audienceId
}

export const to = (audienceId: string) => ({ targetType: 'audience', audienceId })

export async function newDomain(client: Client, hostname = `${newId('tenant_domain').slice(-10)}.example`) {
  return (await client.post('/v0/tenant_domains', { hostname })).body.tenantDomainId
}
