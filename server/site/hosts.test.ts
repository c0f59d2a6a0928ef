import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { eventually } from '../test/eventually.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'

test('a domain shows its own links from its verification until its deletion', async () => {
  const { acme, globex, baseUrl, db } = await site()
  const hostname = `${newId('tenant_domain').slice(-10)}.example`
  const { tenantDomainId } = (await acme.post('/v0/tenant_domains', { hostname })).body
  const { audienceId } = await newAudience(acme, await newPage(acme, 'On our own domain'))
  const linkId = await newLink(acme, '/own', audienceId, { tenantDomainId })
  await newLink(acme, '/fallback', audienceId)
  const own = () => visit(baseUrl, hostname, '/own')
  const ask = (domain: string) => visit(baseUrl, 'localhost', `/internal/ask?domain=${domain}`)
  assert.equal((await own()).status, 404)
  assert.equal((await ask(hostname)).status, 404)
  await db.inTransaction(async (tx) => {
    await tx`insert into verified_hostnames ${tx.values({ hostname, tenantId: acme.tenantId, tenantDomainId })}`
    await tx`update tenant_domains set verified_at = now()
      where tenant_id = ${acme.tenantId} and tenant_domain_id = ${tenantDomainId}`
  })
  assert.match((await own()).text, /On our own domain/)
  assert.equal((await visit(baseUrl, hostname, '/fallback')).status, 404)
  assert.equal((await visit(baseUrl, `${acme.slug}.localhost`, '/own')).status, 404)
  for (const [domain, status] of [
    [hostname, 200],
    [`${acme.slug}.localhost`, 200],
    [`${globex.slug}.localhost`, 200],
    ['nobody.localhost', 404],
    ['localhost', 404],
    ['evil.example', 404],
    ['', 404],
    [`${hostname}&domain=x`, 404],
  ] as const)
    assert.equal((await ask(domain)).status, status, domain)
  await acme.delete(`/v0/page_links/${linkId}`)
  await eventually(async () => assert.match((await own()).text, /class="brand"/))
  assert.equal((await acme.delete(`/v0/tenant_domains/${tenantDomainId}`)).status, 204)
  await eventually(async () => assert.doesNotMatch((await own()).text, /class="brand"/))
})

test('the sitemap contains only public pages that allow indexing', async () => {
  const { acme, get, host } = await site()
  const pageId = await newPage(acme)
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  await newLink(acme, '/open', (await newAudience(acme, pageId)).audienceId)
  await newLink(acme, '/jane', (await newAudience(acme, pageId, { personId })).audienceId)
  const shy = await newAudience(acme, pageId)
  await newLink(acme, '/shy', shy.audienceId)
  const at = `/v0/pages/${pageId}/audiences/${shy.audienceId}`
  const { latestVersion } = (await acme.patch(at, { metadataOverride: { robots: ['noindex'] } })).body
  await acme.post(`${at}/versions/${latestVersion.versionId}/publish`, {})
  const draft = (await acme.post('/v0/pages', { name: 'Draft', pageType: 'custom' })).body.pageId
  await newLink(acme, '/draft', (await newAudience(acme, draft)).audienceId)
  const places = async () =>
    [...(await get('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  await eventually(async () => assert.deepEqual(await places(), [`http://${host}/open`]))
  await acme.post(`/v0/pages/${draft}/publish`, {})
  await eventually(async () =>
    assert.deepEqual(await places(), [`http://${host}/draft`, `http://${host}/open`]),
  )
  const home = await newPage(acme, 'Home', { flags: ['home_page'] })
  assert.equal((await places()).length, 2)
  await newAudience(acme, home)
  await eventually(async () => assert.equal((await places())[0], `http://${host}/`))
  const robots = await get('/robots.txt')
  assert.equal(robots.headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(robots.text, new RegExp(`Sitemap: http://${host}/sitemap.xml`))
})
