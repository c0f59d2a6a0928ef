import { randomBytes } from 'node:crypto'
import { invalid, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import { canonicalHostname, isWithin } from './hostname.ts'
import { createDomain, findDomainByHostname, listDomains, lockDomain, markDomainDeleted } from './queries.ts'
import { TenantDomain, TenantDomainInput, TenantDomainPage, TenantDomainQuery } from './schema.ts'
import { verifyDomain } from './verbs.ts'

export function domainRoutes(app: App, context: AppContext) {
  const { config, db, sign } = context

  /**
   * The canonical host name. Throws for host names of the service, which a tenant could use to impersonate it or
   * another tenant.
   */
  function readHostname(text: string): string {
    const hostname = canonicalHostname(text)
    if (!hostname) throw invalid('/hostname', 'must be a full host name such as go.acme.example')
    if (isWithin(hostname, config.siteDomain) || hostname === new URL(context.publicUrl()).hostname)
      throw invalid('/hostname', 'belongs to this service')
    return hostname
  }

  app.get(
    '/v0/tenant_domains',
    operation('listTenantDomains', 'List domains', {
      scope: 'admin',
      querystring: TenantDomainQuery,
      response: { 200: TenantDomainPage },
    }),
    async ({ tenantId, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listTenantDomains', tenantId)
      const [domains, total] = await Promise.all([
        listDomains(db.read, tenantId, pager.request),
        readTally(db.read, tenantId, 'tenant_domains'),
      ])
      return pager.page(domains, total, ({ tenantDomainId }) => [tenantDomainId])
    },
  )

  app.post(
    '/v0/tenant_domains',
    operation('createTenantDomain', 'Add a domain', {
      scope: 'admin',
      description: 'Pages are served on it after it is verified. Set the TXT record from the response.',
      body: TenantDomainInput,
      response: { 201: TenantDomain },
      problems: ['domain_exists'],
    }),
    async ({ tenantId, body }) => {
      const hostname = readHostname(body.hostname)
      const challenge = `foyer=${randomBytes(24).toString('base64url')}`
      return await db.inTransaction(async (tx) => {
        const made = await createDomain(tx, tenantId, hostname, challenge)
        if (made) return made
        const { tenantDomainId } = (await findDomainByHostname(tx, tenantId, hostname)) ?? {}
        throw new Problem('domain_exists', `${hostname} has already been added.`, { tenantDomainId })
      })
    },
  )

  app.post(
    '/v0/tenant_domains/:tenant_domain_id/verify',
    operation('verifyTenantDomain', 'Verify a domain', {
      scope: 'admin',
      description: 'Looks up the TXT record now. If it is missing, the problem contains what was `found`.',
      body: Empty,
      response: { 200: TenantDomain },
      problems: ['domain_not_verified', 'domain_taken'],
    }),
    async ({ tenantId, params }) => verifyDomain(db, context.resolveTxt, tenantId, params.tenant_domain_id),
  )

  app.delete(
    '/v0/tenant_domains/:tenant_domain_id',
    operation('deleteTenantDomain', 'Remove a domain', {
      scope: 'admin',
      description: 'Refused while links use it.',
      problems: ['domain_in_use'],
    }),
    async ({ tenantId, params: { tenant_domain_id: domainId } }) => {
      await db.inTransaction(async (tx) => {
        const domain = await lockDomain(tx, tenantId, domainId)
        const links = await readTally(tx, tenantId, `page_links:${domainId}`)
        if (links > 0)
          throw new Problem(
            'domain_in_use',
            `${links === 1 ? '1 link uses' : `${links} links use`} ${domain.hostname}.`,
            { linksCount: links },
          )
        await markDomainDeleted(tx, tenantId, domain)
      })
    },
  )
}
