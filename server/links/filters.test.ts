import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { newAudience, newDomain, to } from '../test/links.ts'
import { world } from '../test/world.ts'

test('links are listed by domain, page and path, and the totals are those of the filter', async () => {
  const { acme } = await world()
  const pageId = (await acme.post('/v0/pages', { name: 'Spring', pageType: 'custom' })).body.pageId
  const [here1, here2, elsewhere] = [
    await newAudience(acme, pageId),
    await newAudience(acme, pageId),
    await newAudience(acme),
  ]
  const tenantDomainId = await newDomain(acme)
  const post = async (path: string, audienceId: string, more: object = {}) =>
    (await acme.post('/v0/page_links', { path, target: to(audienceId), ...more })).body.pageLinkId
  const a = await post('/a', here1)
  const b = await post('/b', elsewhere)
  const c = await post('/c', here2)
  const onDomain = await post('/a', here1, { tenantDomainId })
  const list = async (query: string) => {
    const { status, body } = await acme.get(`/v0/page_links?${query}`)
    assert.equal(status, 200, query)
    return [body.items.map(({ pageLinkId }: any) => pageLinkId), body.totalCount, body.hasMore]
  }
  assert.deepEqual(await list(''), [[c, b, a], 3, false])
  assert.deepEqual(await list(`tenantDomainId=${tenantDomainId}`), [[onDomain], 1, false])
  assert.deepEqual(await list(`pageId=${pageId}`), [[c, a], 2, false])
  assert.deepEqual(await list(`pageId=${pageId}&limit=1`), [[c], 2, true])
  assert.deepEqual(await list(`pageId=${pageId}&tenantDomainId=${tenantDomainId}`), [[onDomain], 1, false])
  assert.deepEqual(await list('path=%2Fb%2F'), [[b], 1, false])
  assert.deepEqual(await list(`path=/b&pageId=${pageId}`), [[], 0, false])
  assert.deepEqual(await list(`path=a&pageId=${pageId}`), [[a], 1, false])
  assert.deepEqual(await list('path=/A'), [[], 0, false])
  assert.deepEqual(await list(`pageId=${newId('page')}`), [[], 0, false])
  assert.deepEqual(await list(`tenantDomainId=${newId('tenant_domain')}`), [[], 0, false])

  await acme.patch(`/v0/page_links/${c}`, { target: to(elsewhere) })
  assert.deepEqual(await list(`pageId=${pageId}`), [[a], 1, false])
  await acme.patch(`/v0/page_links/${b}`, { tenantDomainId })
  assert.deepEqual(await list(`tenantDomainId=${tenantDomainId}`), [[onDomain, b], 2, false])
  await acme.delete(`/v0/page_links/${a}`)
  assert.deepEqual(await list(''), [[c], 1, false])
})

test('the list of link hosts contains the verified domains that have a link', async () => {
  const { acme, globex, withScope, ...here } = await world()
  const audienceId = await newAudience(acme)
  const hostname = `go.${acme.slug}.example`
  const used = await newDomain(acme, hostname)
  const [unused, unverified] = [await newDomain(acme), await newDomain(acme)]
  await here.db.inTransaction(
    (tx) => tx`
      update tenant_domains set verified_at = now()
      where tenant_id = ${acme.tenantId} and tenant_domain_id = any(${[used, unused]})`,
  )
  for (const tenantDomainId of [used, unverified])
    await acme.post('/v0/page_links', { path: '/a', target: to(audienceId), tenantDomainId })
  const gone = await acme.post('/v0/page_links', {
    path: '/b',
    target: to(audienceId),
    tenantDomainId: unused,
  })
  await acme.delete(`/v0/page_links/${gone.body.pageLinkId}`)
  const reader = await withScope(acme, 'read')
  assert.deepEqual((await reader.get('/v0/page_links/hosts')).body, {
    items: [{ tenantDomainId: used, hostname }],
  })
  assert.deepEqual((await globex.get('/v0/page_links/hosts')).body.items, [])
})

test('a cursor of one filter is refused with another', async () => {
  const { acme } = await world()
  const audienceId = await newAudience(acme)
  for (const path of ['/a', '/b', '/c']) await acme.post('/v0/page_links', { path, target: to(audienceId) })
  const { nextCursor } = (await acme.get('/v0/page_links?limit=2')).body
  assert.equal((await acme.get(`/v0/page_links?limit=2&cursor=${nextCursor}`)).body.items[0].path, '/a')
  const other = await acme.get(`/v0/page_links?pageId=${newId('page')}&cursor=${nextCursor}`)
  assert.deepEqual([other.status, other.body.code], [400, 'invalid_cursor'])
})

test('a link must lead to an existing audience, from an existing domain, on a valid path', async () => {
  const { acme, globex } = await world()
  const audienceId = await newAudience(acme)
  const theirAudience = await newAudience(globex)
  const theirDomain = await newDomain(globex)
  const deletedPage = (await acme.post('/v0/pages', { name: 'Gone', pageType: 'custom' })).body.pageId
  const goneAudience = await newAudience(acme, deletedPage)
  await acme.delete(`/v0/pages/${deletedPage}`)
  const good = { path: '/a', target: to(audienceId) }
  const link = (await acme.post('/v0/page_links', good)).body
  for (const [path, wrong] of [
    ['/target/audienceId', { target: to(newId('audience')) }],
    ['/target/audienceId', { target: to(theirAudience) }],
    ['/target/audienceId', { target: to(goneAudience) }],
    ['/target/targetType', { target: { ...to(audienceId), targetType: 'page' } }],
    ['/target/audienceId', { target: { targetType: 'audience' } }],
    ['/tenantDomainId', { tenantDomainId: newId('tenant_domain') }],
    ['/tenantDomainId', { tenantDomainId: theirDomain }],
    ['/path', { path: '' }],
    ['/path', { path: '/_t' }],
    ['/path', { path: '/x/../%5Fs/visit.js' }],
    ['/path', { path: '/.well-known/security.txt' }],
    ['/path', { path: '/%ff' }],
    ['/path', { path: '/a?b=c' }],
    ['/path', { path: `/${'x'.repeat(1024)}` }],
    ['/path', { path: 'https://evil.example/' }],
    ['/pageId', { pageId: newId('page') }],
  ] as const) {
    const created = await acme.post('/v0/page_links', { ...good, path: '/new', ...wrong })
    const patched = await acme.patch(`/v0/page_links/${link.pageLinkId}`, wrong)
    for (const { status, body } of [created, patched]) {
      assert.equal(status, 400, `${path} ${JSON.stringify(wrong)}`)
      assert.equal(body.errors[0].path, path)
    }
  }
  assert.deepEqual((await acme.get('/v0/page_links')).body.items, [link])
  assert.equal((await acme.get('/v0/page_links?path=/%25zz%ff')).status, 400)
})
