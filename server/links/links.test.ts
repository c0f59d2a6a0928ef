import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAudience, newDomain, to } from '../test/links.ts'
import { world } from '../test/world.ts'

test('a link leads from a canonical path to an audience', async () => {
  const { acme, subscribe, events } = await world()
  const audienceId = await newAudience(acme)
  await subscribe(acme)
  const made = await acme.post('/v0/page_links', { path: 'Acme//%7Ejane/', target: to(audienceId) })
  assert.equal(made.status, 201)
  const { pageLinkId, createdAt, updatedAt, ...rest } = made.body
  assert.match(pageLinkId, /^page_link_[a-z0-9]{26}$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(rest, {
    tenantDomainId: null,
    path: '/Acme/~jane',
    target: { targetType: 'audience', audienceId },
    deletedAt: null,
  })
  assert.deepEqual((await acme.get(`/v0/page_links/${pageLinkId}`)).body, made.body)
  assert.deepEqual(await events(acme), [{ type: 'page_link.created', data: made.body }])
})

test('a patch changes only the named fields of a link, and an empty change has no side effects', async () => {
  const { acme, subscribe, events } = await world()
  const [first, second] = [await newAudience(acme), await newAudience(acme)]
  const tenantDomainId = await newDomain(acme)
  const link = (await acme.post('/v0/page_links', { path: '/a', target: to(first) })).body
  const at = `/v0/page_links/${link.pageLinkId}`
  await subscribe(acme)
  for (const patch of [{}, { path: '/a/' }, { path: 'a', target: to(first), tenantDomainId: null }]) {
    const same = await acme.patch(at, patch)
    assert.equal(same.status, 200)
    assert.deepEqual(same.body, link)
  }
  assert.deepEqual(await events(acme), [])

  let expected = link
  for (const [patch, change] of [
    [{ path: '/b' }, { path: '/b' }],
    [{ tenantDomainId }, { tenantDomainId }],
    [{ target: to(second) }, { target: to(second) }],
    [
      { tenantDomainId: null, path: '/c' },
      { tenantDomainId: null, path: '/c' },
    ],
  ]) {
    const { body } = await acme.patch(at, patch)
    expected = { ...expected, ...change, updatedAt: body.updatedAt }
    assert.deepEqual(body, expected)
    assert.deepEqual((await events(acme)).at(-1), { type: 'page_link.updated', data: body })
  }
  assert.equal((await events(acme)).length, 4)
})

test('a path has one link on each domain, and is free again once that is deleted', async () => {
  const { acme, globex, subscribe, events } = await world()
  const audienceId = await newAudience(acme)
  const tenantDomainId = await newDomain(acme)
  const post = (body: object) => acme.post('/v0/page_links', { target: to(audienceId), ...body })
  const first = await post({ path: '/a' })
  assert.equal((await post({ path: '/a', tenantDomainId })).status, 201)
  const theirs = await globex.post('/v0/page_links', {
    path: '/a',
    target: to(await newAudience(globex)),
  })
  assert.equal(theirs.status, 201)
  const other = await post({ path: '/b' })
  await subscribe(acme)
  for (const refused of [
    await post({ path: '/%61/' }),
    await post({ path: '/a', tenantDomainId }),
    await acme.patch(`/v0/page_links/${other.body.pageLinkId}`, { path: '/a' }),
    await acme.patch(`/v0/page_links/${first.body.pageLinkId}`, { tenantDomainId }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, 'path_taken'])
  assert.deepEqual(await events(acme), [])

  const at = `/v0/page_links/${first.body.pageLinkId}`
  assert.equal((await acme.delete(at)).status, 204)
  assert.equal((await acme.delete(at)).status, 404)
  assert.equal((await acme.get(at)).status, 404)
  assert.equal((await acme.patch(at, { path: '/z' })).status, 404)
  const [deleted] = await events(acme)
  assert.equal(deleted?.type, 'page_link.deleted')
  assert.match(deleted?.data.deletedAt, /^\+\d{13}$/)
  assert.equal((await post({ path: '/a' })).status, 201)
})

test('of 50 links created for one path at the same time, one succeeds', async () => {
  const { acme } = await world()
  const audienceId = await newAudience(acme)
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      acme.post('/v0/page_links', { path: i % 2 ? '/same' : '/s%61me/', target: to(audienceId) }),
    ),
  )
  assert.deepEqual(tries.map(({ status }) => status).sort(), [201, ...Array(49).fill(409)])
  const { items, totalCount } = (await acme.get('/v0/page_links')).body
  assert.deepEqual([items.length, totalCount], [1, 1])
})

test('links that exchange paths in parallel never share a path', async () => {
  const { acme } = await world()
  const audienceId = await newAudience(acme)
  const ids: string[] = []
  for (const path of ['/a', '/b', '/c'])
    ids.push((await acme.post('/v0/page_links', { path, target: to(audienceId) })).body.pageLinkId)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      acme.patch(`/v0/page_links/${ids[i % 3]}`, { path: ['/a', '/b', '/c', '/d'][i % 4] }),
    ),
  )
  for (const { status } of answers) assert.ok(status === 200 || status === 409)
  const paths = (await acme.get('/v0/page_links')).body.items.map(({ path }: any) => path)
  assert.equal(new Set(paths).size, 3)
})

test('a link whose page was deleted can still be moved out of the way', async () => {
  const { acme } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Gone', pageType: 'custom' })).body
  const audienceId = await newAudience(acme, pageId)
  const { pageLinkId } = (await acme.post('/v0/page_links', { path: '/a', target: to(audienceId) })).body
  await acme.delete(`/v0/pages/${pageId}`)
  const moved = await acme.patch(`/v0/page_links/${pageLinkId}`, { path: '/old' })
  assert.deepEqual([moved.status, moved.body.path], [200, '/old'])
})

test('erasing a person removes the links to them', async () => {
  const { acme } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Spring', pageType: 'custom' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { personId })).body
  const { pageLinkId } = (await acme.post('/v0/page_links', { path: '/jane', target: to(audienceId) })).body
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.equal((await acme.get(`/v0/page_links/${pageLinkId}`)).status, 404)
  assert.equal((await acme.get('/v0/page_links')).body.totalCount, 0)
  assert.equal((await acme.get(`/v0/page_links?pageId=${pageId}`)).body.totalCount, 0)
})

test('a domain with links cannot be removed, not even while a link is being created', async () => {
  const { acme } = await world()
  const audienceId = await newAudience(acme)
  for (let round = 0; round < 10; round++) {
    const tenantDomainId = await newDomain(acme)
    const [made, removed] = await Promise.all([
      acme.post('/v0/page_links', { path: '/a', target: to(audienceId), tenantDomainId }),
      acme.delete(`/v0/tenant_domains/${tenantDomainId}`),
    ])
    assert.ok(
      (made.status === 201 && removed.status === 409) || (made.status === 400 && removed.status === 204),
      `${made.status} ${removed.status}`,
    )
    if (made.status !== 201) continue
    assert.deepEqual([removed.body.code, removed.body.linksCount], ['domain_in_use', 1])
    await acme.delete(`/v0/page_links/${made.body.pageLinkId}`)
    assert.equal((await acme.delete(`/v0/tenant_domains/${tenantDomainId}`)).status, 204)
  }
})

test('a link of another tenant is not found, and writing needs a key that writes', async () => {
  const { acme, globex, withScope } = await world()
  const audienceId = await newAudience(acme)
  const link = (await acme.post('/v0/page_links', { path: '/a', target: to(audienceId) })).body
  const at = `/v0/page_links/${link.pageLinkId}`
  assert.equal((await globex.get(at)).status, 404)
  assert.equal((await globex.patch(at, { path: '/b' })).status, 404)
  assert.equal((await globex.delete(at)).status, 404)
  assert.equal((await globex.get('/v0/page_links')).body.totalCount, 0)
  const reader = await withScope(acme, 'read')
  assert.deepEqual((await reader.get(at)).body, link)
  assert.equal((await reader.patch(at, { path: '/b' })).status, 403)
  assert.equal((await reader.delete(at)).status, 403)
})
