import type { Client } from './client.ts'

/** Ids by the name of the path parameter they stand for. */
export type Things = Record<string, string>

/** Makes one of each noun for a tenant, through the interface, to walk the routes with. */
export async function makeThings(client: Client): Promise<Things> {
  const made = async (path: string, body: object, field: string): Promise<string> => {
    const answer = await client.post(path, body)
    if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body[field]
  }
  return {
    key_id: await made('/v0/api_keys', { name: 'walk', scopes: ['read'] }, 'keyId'),
    brand_id: await made('/v0/brands', { name: 'Walk' }, 'brandId'),
    page_id: await made('/v0/pages', { name: 'Walk', pageType: 'custom' }, 'pageId'),
    tenant_domain_id: await made('/v0/tenant_domains', { hostname: 'walk.example' }, 'tenantDomainId'),
  }
}
