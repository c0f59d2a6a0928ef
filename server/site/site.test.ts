import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { newAudience, newLink, newPage, publish, site } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'

test('a link shows the published version of its audience, with all required headers', async () => {
  const { acme, get, host } = await site()
  const pageId = await newPage(acme, 'Hello everybody')
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/hello', audienceId)
  for (const round of ['drawn', 'kept']) {
    const { status, headers, text } = await get('/hello')
    assert.equal(status, 200, round)
    assert.match(text, /<h1[^>]*>Hello everybody<\/h1>/)
    assert.match(text, new RegExp(`<link rel="canonical" href="http://${host}/hello">`))
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, no-cache')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.equal(headers.vary, 'accept-encoding')
    assert.match(headers['content-security-policy'] as string, /default-src 'none'/)
    assert.equal(headers['set-cookie'], undefined)
    assert.match(headers.etag as string, /^"[\w-]{22}"$/)
  }
})

test('a page is sent in the requested encoding, and not again to clients that have it', async () => {
  const { acme, get } = await site()
  const { audienceId } = await newAudience(acme, await newPage(acme))
  await newLink(acme, '/a', audienceId)
  const plain = await get('/a')
  const tags = new Set<unknown>()
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['identity, br;q=0.1', undefined],
    ['deflate', undefined],
    ['', undefined],
    ['br;q=2, gzip;q=x', undefined],
    ['BR', 'br'],
  ] as const) {
    const answer = await get('/a', { headers: { 'accept-encoding': accepted } })
    assert.equal(answer.headers['content-encoding'], encoding, accepted)
    assert.equal(answer.text, plain.text)
    assert.equal(Number(answer.headers['content-length']), answer.bytes.length)
    tags.add(answer.headers.etag)
    const etag = answer.headers.etag as string
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const headers = { 'accept-encoding': accepted, 'if-none-match': condition }
      const again = await get('/a', { headers })
      assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag])
    }
    const other = await get('/a', { headers: { 'accept-encoding': accepted, 'if-none-match': '"x"' } })
    assert.equal(other.status, 200)
  }
  assert.equal(tags.size, 3)
  const head = await get('/a', { method: 'HEAD' })
  assert.deepEqual([head.status, head.bytes.length], [200, 0])
  assert.equal(head.headers['content-length'], String(plain.bytes.length))
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const { status, headers } = await get('/a', { method })
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], method)
  }
})

test('a person’s page is below the link of the page, and is found only with its key', async () => {
  const { acme, get } = await site()
  const pageId = await newPage(acme, 'Hello {{person.firstName|there}}')
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe' })).body
  await newLink(acme, '/spring', (await newAudience(acme, pageId)).audienceId)
  const { personRouteKey } = await newAudience(acme, pageId, { personId })
  assert.match((await get('/spring')).text, /Hello there/)
  const own = await get(`/spring/${personRouteKey}`)
  assert.equal(own.status, 200)
  assert.match(own.text, /Hello Jane/)
  assert.match(own.text, /<meta name="robots" content="noindex, nofollow">/)
  assert.equal(own.headers['cache-control'], 'private, no-cache')

  const other = await newPage(acme, 'Other')
  await newLink(acme, '/other', (await newAudience(acme, other)).audienceId)
  for (const path of [`/other/${personRouteKey}`, `/${personRouteKey}`, '/spring/0123456789', '/spring/x'])
    assert.equal((await get(path)).status, 404, path)
})

test('the home page shows its home audience, or else its oldest audience for everyone', async () => {
  const { acme, get } = await site()
  assert.equal((await get('/')).status, 404)
  const pageId = await newPage(acme, 'Welcome', { flags: ['home_page'] })
  assert.equal((await get('/')).status, 404)
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  const jane = await newAudience(acme, pageId, { personId })
  assert.equal((await get('/')).status, 404)
  const oldest = await newAudience(acme, pageId)
  const newest = await newAudience(acme, pageId)
  await publish(acme, pageId, oldest.audienceId, 'The oldest')
  await publish(acme, pageId, newest.audienceId, 'The newest')
  assert.match((await get('/')).text, /The oldest/)
  assert.equal((await get(`/${jane.personRouteKey}`)).status, 200)
  const at = `/v0/pages/${pageId}/audiences`
  await acme.patch(`${at}/${newest.audienceId}`, { flags: ['home_page'] })
  await eventually(async () => assert.match((await get('/')).text, /The newest/))
  await acme.post(`${at}/${newest.audienceId}/archive`, {})
  await eventually(async () => assert.match((await get('/')).text, /The oldest/))
  await acme.post(`/v0/pages/${pageId}/archive`, {})
  await eventually(async () => assert.equal((await get('/')).status, 410))
})

test('only published pages are shown: drafts are 404, archived pages are 410', async () => {
  const { acme, get } = await site()
  const pageId = (await acme.post('/v0/pages', { name: 'Draft', pageType: 'custom' })).body.pageId
  const { audienceId } = await newAudience(acme, pageId)
  const linkId = await newLink(acme, '/a', audienceId)
  const at = `/v0/pages/${pageId}`
  const becomes = (status: number) => eventually(async () => assert.equal((await get('/a')).status, status))
  await becomes(404)
  await acme.post(`${at}/publish`, {})
  await becomes(200)
  await acme.post(`${at}/audiences/${audienceId}/archive`, {})
  await becomes(410)
  const gone = await get('/a')
  assert.match(gone.text, /no longer available/)
  assert.equal(gone.headers['cache-control'], 'no-store')
  await acme.post(`${at}/audiences/${audienceId}/restore`, {})
  await becomes(200)
  await acme.post(`${at}/archive`, {})
  await becomes(410)
  await acme.post(`${at}/restore`, {})
  await becomes(404)
  await acme.post(`${at}/publish`, {})
  await becomes(200)
  await acme.delete(at)
  await becomes(410)
  await acme.delete(`/v0/page_links/${linkId}`)
  await becomes(404)
})

test('a path has one canonical spelling, and others redirect to it on the same site', async () => {
  const { acme, get } = await site()
  const { audienceId } = await newAudience(acme, await newPage(acme))
  await newLink(acme, '/für/a+b', audienceId)
  const canonical = '/f%C3%BCr/a+b'
  assert.equal((await get(canonical)).status, 200)
  for (const [path, location] of [
    ['/f%c3%bcr/a+b', canonical],
    ['/f%C3%BCr/a+b/', canonical],
    ['//f%C3%BCr/./x/../a%2Bb?utm=1&x=%zz', `${canonical}?utm=1&x=%zz`],
    ['//evil.example/', '/evil.example'],
    ['/%2e%2e//evil.example', '/evil.example'],
  ] as const) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.location], [308, location], path)
  }
  for (const path of ['/%ff', '/%', '/a%00b', '/\\evil.example', '/a#b', `/${'x'.repeat(2000)}`, '/F%C3%9CR'])
    assert.equal((await get(path)).status, 404, path)
})

test('a site and the API never serve each other’s paths', async () => {
  const { acme, baseUrl, get, globex } = await site()
  const { audienceId } = await newAudience(acme, await newPage(acme))
  await newLink(acme, '/hello', audienceId)
  for (const path of [
    '/v0/me',
    '/docs',
    '/openapi.json',
    '/healthz',
    '/metrics',
    '/console',
    '/internal/ask',
  ]) {
    const { status, headers, text } = await get(path, { headers: { 'x-api-key': acme.key } })
    assert.equal(status, 404, path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(text, /Page not found/)
  }
  for (const host of ['localhost', '127.0.0.1', '[::1]:80', 'LOCALHOST:1', 'foyer']) {
    const answer = await visit(baseUrl, host, '/hello')
    assert.deepEqual([answer.status, answer.headers['content-type']], [404, 'application/problem+json'], host)
    assert.equal((await visit(baseUrl, host, '/healthz')).status, 200)
  }
  const others = await visit(baseUrl, `${globex.slug}.localhost`, '/hello')
  assert.equal(others.status, 404)
})

test('an unknown or invalid host gets only a generic 404', async () => {
  const { acme, baseUrl } = await site()
  const { audienceId } = await newAudience(acme, await newPage(acme))
  await newLink(acme, '/hello', audienceId)
  for (const host of [
    'nobody.localhost',
    `x.${acme.slug}.localhost`,
    `${acme.slug}.localhost.evil.example`,
    'evil.example',
    `${acme.slug}.localhost@evil.example`,
    `${acme.slug}.localhost:80:80`,
    '../etc/passwd',
    "a'b.localhost",
    '.localhost',
    '%00.localhost',
  ]) {
    const { status, text } = await visit(baseUrl, host, '/hello')
    assert.equal(status, 404, host)
    assert.doesNotMatch(text, /Hello/)
    assert.doesNotMatch(text, /evil/)
  }
  for (const host of [
    `${acme.slug.toUpperCase()}.LOCALHOST`,
    `${acme.slug}.localhost.`,
    `${acme.slug}.localhost:99`,
  ])
    assert.equal((await visit(baseUrl, host, '/hello')).status, 200, host)
})
