import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exampleId } from '../../shared/ids.ts'
import { fromConsole, openBrowser } from '../test/console.ts'
import { visit } from '../test/visitor.ts'
import { type World, world } from '../test/world.ts'
import { scopes } from '../web/auth.ts'

type Route = { method: string; path: string; scope: (typeof scopes)[number] }

/** Every operation of the API, as the console calls it. */
function routesOf({ document }: World): Route[] {
  return Object.entries<any>(document.paths).flatMap(([template, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: template.replace(/\{\w+\}/g, exampleId('page')),
      scope: operation['x-scope'],
    })),
  )
}

test('every API operation is available to the console, for signed-in users only', async () => {
  const here = await world()
  const stranger = openBrowser(here.baseUrl)
  const routes = routesOf(here)
  assert.ok(routes.length > 50)
  for (const { method, path } of routes) {
    const answer = await stranger.send(path, { method })
    assert.equal(answer.status, 401, `${method} ${path}`)
    assert.equal(answer.body.code, 'session_missing')
  }
  const unknown = await stranger.send('/v0/nothing')
  assert.equal(unknown.status, 404)
  assert.equal(unknown.body.detail, 'No route matches /console/api/v0/nothing.')
  for (const path of ['/v1/me', '/%76%30/me', '/v0me', '/v0%2fme', '/', '/sessions'])
    for (const method of ['GET', 'POST'])
      assert.equal((await stranger.send(path, { method })).body.code, 'route_not_found', path)
  assert.equal((await stranger.send('/v0/me', { method: 'PUT' })).status, 405)
})

test('the API document does not contain console routes', async () => {
  const { document } = await world()
  assert.deepEqual(
    Object.keys(document.paths).filter((path) => !path.startsWith('/v0/')),
    [],
  )
})

test('a session may do what its key may, and no more', async () => {
  const here = await world()
  for (const narrow of scopes.slice(0, -1)) {
    const browser = openBrowser(here.baseUrl)
    const { body } = await browser.signIn((await here.withScope(here.acme, narrow)).key)
    assert.deepEqual(body.scopes, [narrow])
    const wider = scopes.slice(scopes.indexOf(narrow) + 1)
    for (const { method, path, scope } of routesOf(here).filter(({ scope }) => wider.includes(scope))) {
      const answer = await browser.send(path, { method })
      assert.equal(answer.status, 403, `${method} ${path} needs ${scope}`)
      assert.equal(answer.body.code, 'scope_missing')
    }
  }
})

test('changes must come from the console itself, and no request may come from another site', async () => {
  const { acme, baseUrl } = await world()
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const { host } = new URL(baseUrl)
  const send = (method: string, headers: Record<string, string>, path = '/console/api/v0/accounts') =>
    visit(baseUrl, host, path, { method, headers: { cookie: browser.cookie(), ...headers } })
  const mark = { 'x-foyer-console': '1' }
  const refused: Record<string, string>[] = [
    {},
    mark,
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', 'x-foyer-console': 'true' },
    { ...mark, 'sec-fetch-site': 'same-site' },
    { ...mark, 'sec-fetch-site': 'cross-site' },
    { ...mark, 'sec-fetch-site': 'none' },
    { ...mark, 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
    { ...mark, origin: 'null' },
    { ...mark, origin: 'https://evil.example' },
    { ...mark, origin: `http://acme.localhost:${new URL(baseUrl).port}` },
    { ...mark, origin: `http://${host}.evil.example` },
    { ...mark, origin: `http://evil.example/http://${host}` },
    { origin: `http://${host}` },
  ]
  for (const headers of refused)
    for (const [method, path] of [
      ['POST', '/console/api/v0/accounts'],
      ['DELETE', `/console/api/v0/webhook_subscriptions/${exampleId('webhook')}`],
      ['POST', '/console/api/session'],
      ['DELETE', '/console/api/session'],
    ] as const) {
      const answer = await send(method, headers, path)
      assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(headers)}`)
      assert.equal(JSON.parse(answer.text).code, 'forbidden_origin')
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  for (const site of ['same-site', 'cross-site'])
    assert.equal((await send('GET', { 'sec-fetch-site': site })).status, 403, site)
  assert.equal((await send('GET', { origin: 'https://evil.example' })).status, 403)
  const reads: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of reads) assert.equal((await send('GET', headers)).status, 200)
  for (const headers of [
    fromConsole,
    { ...mark, origin: `http://${host}` },
    { ...mark, origin: `https://${host}` },
  ])
    assert.equal((await send('POST', headers)).status, 400, JSON.stringify(headers))
  assert.equal((await browser.send('/session')).status, 200)
})

test('objects created through the console equal those created with its key', async () => {
  const { acme, baseUrl } = await world()
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const body = { domain: 'initech.example', name: 'Initech' }
  const made = await browser.send('/v0/accounts', { method: 'POST', body })
  assert.equal(made.status, 201)
  const { accountId } = made.body
  assert.deepEqual((await acme.get(`/v0/accounts/${accountId}`)).body, made.body)
  const log = async (send: () => Promise<{ body: any }>) => {
    const { accountLogId, createdAt, updatedAt, ...rest } = (await send()).body
    return rest
  }
  const path = `/v0/accounts/${accountId}/logs`
  const text = { text: 'A call.' }
  assert.deepEqual(
    await log(() => browser.send(path, { method: 'POST', body: text })),
    await log(() => acme.post(path, text)),
  )
  const wrong = await browser.send('/v0/accounts', { method: 'POST', body: { name: 7 } })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.headers.get('content-type'), 'application/problem+json')
  assert.equal(wrong.body.requestId, wrong.headers.get('x-request-id'))
})

test('the requests of sessions and of their key count together', async () => {
  const { acme, baseUrl } = await world({ RATE_LIMIT_PER_MINUTE: '1000' })
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  const first = left((await acme.get('/v0/me')).headers)
  const second = left((await browser.send('/v0/me')).headers)
  // A new minute may begin in between.
  assert.ok(second === first - 1 || second > first, `${first}, ${second}`)
})

test('events stream to the console, until its key is revoked', async () => {
  const { acme, baseUrl } = await world()
  const browser = openBrowser(baseUrl)
  const { key, keyId } = (await acme.post('/v0/api_keys', { name: 'Console', scopes: ['read'] })).body
  await browser.signIn(key)
  const { pageId } = (await acme.post('/v0/pages', { name: 'Spring', pageType: 'custom' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
  const answer = await fetch(`${baseUrl}/console/api/v0/pages/${pageId}/audiences/${audienceId}/events`, {
    headers: { cookie: browser.cookie(), 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/event-stream')
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const next = async () => {
    const { value, done } = await reader.read()
    return done ? 'over' : Buffer.from(value).toString()
  }
  assert.match(await next(), /^retry: 1000\n/)
  const messages = `/v0/pages/${pageId}/audiences/${audienceId}/messages`
  await acme.post(messages, { message: 'Shorter, please.' })
  let said = await next()
  assert.match(said, /^id: \d+\nevent: \w+\n/)
  await acme.delete(`/v0/api_keys/${keyId}`)
  await sleep(1000)
  await acme.post(messages, { message: 'And not for you.' })
  // Events written before the revocation may still arrive.
  for (let i = 0; i < 100 && said !== 'over'; i++) said = await next()
  assert.equal(said, 'over')
})
