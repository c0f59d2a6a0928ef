import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openSession } from '../database/session.ts'
import { until } from '../test/eventually.ts'
import { world } from '../test/world.ts'

const json = { 'content-type': 'application/json' }
const aKey = { name: 'a key', scopes: ['read'] }

/** Sends raw bytes that no HTTP client would send and returns the response. */
async function sendRaw(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

// Started first, as it takes ten seconds while the other tests run.
const dribbled = world().then(async ({ baseUrl }) => {
  const began = Date.now()
  const answer = await sendRaw(baseUrl, 'GET /healthz HTTP/1.1\r\nhost: x\r\n')
  return { answer, ms: Date.now() - began }
})

test('every failure is a problem document with the request id of its header', async () => {
  const { baseUrl } = await world()
  const response = await fetch(`${baseUrl}/v0/me`)
  const problem = (await response.json()) as Record<string, unknown>
  assert.equal(response.status, 401)
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  assert.deepEqual(Object.keys(problem), ['type', 'title', 'status', 'detail', 'code', 'requestId'])
  assert.equal(problem.requestId, response.headers.get('x-request-id'))
  assert.equal(problem.code, 'key_missing')
})

test('a caller may set the request id, in plain characters only', async () => {
  const { acme } = await world()
  assert.equal(
    (await acme.get('/v0/me', { 'x-request-id': 'trace-1.a' })).headers.get('x-request-id'),
    'trace-1.a',
  )
  assert.notEqual((await acme.get('/v0/me', { 'x-request-id': '<b>' })).headers.get('x-request-id'), '<b>')
})

test('an unknown path is a 404, a wrong method a 405 with the allowed ones', async () => {
  const { acme } = await world()
  for (const path of ['/v0/nothing', '/v1/me', '/nothing', '/v0/me/x', `/v0/${'x'.repeat(3000)}`]) {
    const answer = await acme.get(path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.body.code, 'route_not_found')
  }
  const wrong = await acme.put('/v0/api_keys', {})
  assert.equal(wrong.status, 405)
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD, POST')
  assert.equal((await acme.get('/v0/api_keys/%ff')).status, 404)
})

test('a method the router does not know is 405, and undecodable or overlong addresses have a request id', async () => {
  const { baseUrl } = await world()
  for (const method of ['QUERY', 'PROPFIND', 'TRACE']) {
    const answer = await sendRaw(
      baseUrl,
      `${method} /v0/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 405 /, method)
    assert.match(answer, /\r\nx-request-id: \S/i)
    assert.match(answer, /"code":"method_not_allowed"/)
  }
  for (const path of ['/v0/api_keys/%ff', `/v0/api_keys/${'x'.repeat(300)}`]) {
    const answer = await fetch(baseUrl + path)
    const { requestId } = (await answer.json()) as { requestId: string }
    assert.equal(answer.status, 404)
    assert.equal(answer.headers.get('x-request-id'), requestId)
  }
})

test('a request without Host is refused and CONNECT is not offered, both with a request id', async () => {
  const { baseUrl } = await world()
  const hostless = await sendRaw(baseUrl, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n')
  assert.match(hostless, /^HTTP\/1\.1 400 /)
  assert.match(hostless, /"code":"malformed_request"/)
  const tunnel = await sendRaw(baseUrl, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n')
  assert.match(tunnel, /^HTTP\/1\.1 405 /)
  assert.match(tunnel, /\r\nallow: GET, /i)
  assert.match(tunnel, /"code":"method_not_allowed"/)
  for (const answer of [hostless, tunnel]) assert.match(answer, /\r\nx-request-id: \S/i)
  assert.match(await sendRaw(baseUrl, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
})

test('a repeated host, or one that differs from the address, is refused', async () => {
  const { baseUrl, acme } = await world()
  const { host } = new URL(baseUrl)
  const ask = async (target: string, ...hosts: string[]) => {
    const lines = hosts.map((name) => `host: ${name}\r\n`).join('')
    const head = `GET ${target} HTTP/1.1\r\n${lines}x-api-key: ${acme.key}\r\nconnection: close\r\n\r\n`
    return (await sendRaw(baseUrl, head)).slice(9, 12)
  }
  assert.equal(await ask('/v0/me', host, `${acme.slug}.localhost`), '400')
  assert.equal(await ask('/v0/me', host, host), '400')
  assert.equal(await ask(`http://${acme.slug}.localhost/v0/me`, host), '400')
  assert.equal(await ask('http://localhost/healthz', 'evil.example'), '400')
  assert.equal(await ask(`http://${host}/v0/me`, host), '200')
  assert.equal(await ask('/v0/me', host), '200')
})

test('responses of the API are never cached or sniffed, and have HSTS for a year over https', async () => {
  const plain = await world()
  for (const path of ['/v0/me', '/v0/accounts', '/v0/nothing']) {
    const { headers } = await plain.acme.get(path)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('strict-transport-security'), null)
  }
  const secure = await world({ PUBLIC_URL: 'https://foyer.example' })
  const answer = await fetch(`${secure.baseUrl}/v0/me`)
  assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000')
})

test('a client that disconnects is not logged as an error', async () => {
  const lines: string[] = []
  const { app, baseUrl, acme } = await world()
  const { log } = app
  const error = log.error
  log.error = ((...given: unknown[]) => void lines.push(JSON.stringify(given))) as typeof error
  try {
    const { hostname, port } = new URL(baseUrl)
    for (let i = 0; i < 5; i++) {
      const socket = connect(Number(port), hostname)
      const head = `POST /v0/accounts HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${acme.key}\r\n`
      socket.write(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"domain":`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.resetAndDestroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.deepEqual(lines, [])
  } finally {
    log.error = error
  }
})

test('a quiet connection is closed, one that waits for its answer is not', async () => {
  const { app, baseUrl, acme, databaseUrl } = await world()
  const usual = app.server.timeout
  app.server.timeout = 300
  const { hostname, port } = new URL(baseUrl)
  const open = () => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setEncoding('latin1').on('data', (text) => {
      received += text
    })
    const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(Date.now())))
    return { socket, closed, received: () => received }
  }
  const owner = await openSession({ url: databaseUrl })
  try {
    const visitor = open()
    visitor.socket.write('GET /missing HTTP/1.1\r\nhost: nobody.localhost\r\n\r\n')
    await until('the visitor has the answer', () => visitor.received().includes('</html>'))
    const answeredAt = Date.now()
    assert.match(visitor.received(), /\r\nkeep-alive: timeout=72\r\n/)
    assert.ok((await visitor.closed) - answeredAt < 5_000)

    await owner`begin`
    await owner`lock table accounts in access exclusive mode`
    const caller = open()
    caller.socket.write(`GET /v0/accounts HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${acme.key}\r\n\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 900))
    assert.equal(caller.received(), '')
    await owner`rollback`
    await until('the caller has the answer', () => caller.received().endsWith('}'))
    assert.match(caller.received(), /^HTTP\/1.1 200 .*\r\nkeep-alive: timeout=72\r\n/s)
    await caller.closed
  } finally {
    app.server.timeout = usual
    await owner.end()
  }
})

test('a body that is not JSON, or has another content type, is refused', async () => {
  const { acme } = await world()
  const cases: [body: string, headers: Record<string, string>, status: number, code: string][] = [
    ['{"name":', json, 400, 'invalid_json'],
    ['', json, 400, 'invalid_input'],
    ['null', json, 400, 'invalid_input'],
    ['[]', json, 400, 'invalid_input'],
    ['name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'media_type_unsupported'],
    [JSON.stringify(aKey), { 'content-type': 'text/plain' }, 415, 'media_type_unsupported'],
    [JSON.stringify(aKey), { 'content-type': 'nonsense' }, 415, 'media_type_unsupported'],
    [JSON.stringify({ ...aKey, name: 'x'.repeat(1024 * 1024) }), json, 413, 'body_too_large'],
    [`{"name":${'['.repeat(100_000)}${']'.repeat(100_000)},"scopes":["read"]}`, json, 400, 'invalid_json'],
    [`{"name":${'{"a":'.repeat(70)}1${'}'.repeat(70)},"scopes":["read"]}`, json, 400, 'invalid_json'],
    [JSON.stringify({ ...aKey, more: new Array(50_001).fill({}) }), json, 400, 'invalid_json'],
    [`{${Array.from({ length: 50_001 }, (_, nth) => `"k${nth}":1`).join()}}`, json, 400, 'invalid_json'],
    [`{${Array.from({ length: 40_000 }, (_, nth) => `"k${nth}":1`).join()}}`, json, 400, 'invalid_input'],
    ['{"name":"a\\u0000b","scopes":["read"]}', json, 400, 'invalid_input'],
    ['{"name":"\\ud800","scopes":["read"]}', json, 400, 'invalid_input'],
    ['{"__proto__":{"admin":true},"name":"a","scopes":["read"]}', json, 400, 'invalid_input'],
    ['{"name":null,"scopes":["read"]}', json, 400, 'invalid_input'],
    ['{"name":1,"scopes":["read"]}', json, 400, 'invalid_input'],
    ['{"name":"a","scopes":"read"}', json, 400, 'invalid_input'],
    ['{"name":"a","scopes":["read"],"tenantId":"x"}', json, 400, 'invalid_input'],
  ]
  for (const [body, headers, status, code] of cases) {
    const answer = await acme.post('/v0/api_keys', body, headers)
    assert.equal(answer.status, status, body.slice(0, 60))
    assert.equal(answer.body.code, code, body.slice(0, 60))
  }
  assert.equal((await acme.get('/v0/api_keys')).body.totalCount, 1, 'nothing was made')
})

test('a body that a DELETE does not accept is refused as elsewhere, and the API document says so', async () => {
  const { acme, baseUrl, document } = await world()
  const path = '/v0/page_links/page_link_00000000000000000000000000'
  const remove = (type: string, body: string) =>
    fetch(baseUrl + path, {
      method: 'DELETE',
      headers: { 'x-api-key': acme.key, 'content-type': type },
      body,
    })
  assert.equal((await remove('text/plain', 'x')).status, 415)
  assert.equal((await remove('application/json', '{')).status, 400)
  assert.equal((await remove('application/json', `"${'x'.repeat(1024 * 1024)}"`)).status, 413)
  const responses = document.paths['/v0/page_links/{page_link_id}']?.delete?.responses ?? {}
  for (const status of ['400', '413', '415']) assert.ok(status in responses, status)
})

test('bytes that are not UTF-8 are refused', async () => {
  const { acme, baseUrl } = await world()
  const body = Buffer.from('{"name":"\xff","scopes":["read"]}', 'latin1')
  const answer = await fetch(`${baseUrl}/v0/api_keys`, {
    method: 'POST',
    headers: { ...json, 'x-api-key': acme.key },
    body,
  })
  assert.equal(answer.status, 400)
})

test('all errors of a body are reported, with their paths', async () => {
  const { acme } = await world()
  const { body } = await acme.post('/v0/api_keys', { name: '', scopes: ['read', 'all'], extra: 1 })
  assert.deepEqual(body.errors.map(({ path }: { path: string }) => path).sort(), [
    '/extra',
    '/name',
    '/scopes/1',
  ])
})

test('lengths are counted in characters, not in bytes', async () => {
  const { acme } = await world()
  assert.equal((await acme.post('/v0/api_keys', { ...aKey, name: '😀'.repeat(255) })).status, 201)
  assert.equal((await acme.post('/v0/api_keys', { ...aKey, name: '😀'.repeat(256) })).status, 400)
})

test('limit must be a whole number from 1 to 100', async () => {
  const { acme } = await world()
  for (const limit of ['0', '101', '-1', '1.5', '1e1', '0x10', '', ' 5', 'ten', 'null', '5&limit=6'])
    assert.equal((await acme.get(`/v0/api_keys?limit=${limit}`)).status, 400, `limit=${limit}`)
  for (const limit of ['1', '100']) assert.equal((await acme.get(`/v0/api_keys?limit=${limit}`)).status, 200)
  assert.equal((await acme.get('/v0/api_keys?unknown=1')).status, 400)
  assert.equal((await acme.get('/v0/api_keys?cursor=a%00b')).status, 400)
})

test('an unknown query parameter is refused, also by operations that have none', async () => {
  const { acme } = await world()
  for (const path of [
    '/v0/me?x=1',
    '/v0/templates?x=1',
    '/v0/webhook_subscriptions?limit=1',
    '/v0/pages?x=1',
  ])
    assert.equal((await acme.get(path)).status, 400, path)
})

test('a cursor is valid only for its own list and unaltered', async () => {
  const { acme, globex } = await world()
  for (const client of [acme, globex]) for (let i = 0; i < 3; i++) await client.post('/v0/api_keys', aKey)
  const { nextCursor } = (await acme.get('/v0/api_keys?limit=2')).body
  assert.equal((await acme.get(`/v0/api_keys?limit=2&cursor=${nextCursor}`)).status, 200)
  const flipped = nextCursor.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A'))
  for (const cursor of [
    flipped,
    `${nextCursor}x`,
    `${nextCursor}.`,
    `${nextCursor}.zzz`,
    nextCursor.slice(0, -1),
    'x',
    '.',
    'e30.e30',
  ]) {
    const answer = await acme.get(`/v0/api_keys?cursor=${cursor}`)
    assert.equal(answer.status, 400, cursor)
    assert.equal(answer.body.code, 'invalid_cursor')
  }
  assert.equal((await globex.get(`/v0/api_keys?cursor=${nextCursor}`)).status, 400)
})

test('a request head over 16 KiB, or anything but HTTP, gets a clear response', async () => {
  const { baseUrl } = await world()
  const large = await sendRaw(
    baseUrl,
    `GET /v0/me HTTP/1.1\r\nhost: x\r\nx-fill: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  assert.match(large, /^HTTP\/1\.1 431 /)
  assert.match(large, /"code":"headers_too_large"/)
  const nonsense = await sendRaw(baseUrl, 'nonsense\r\n\r\n')
  assert.match(nonsense, /^HTTP\/1\.1 400 /)
  assert.match(nonsense, /application\/problem\+json/)
})

test('health, readiness and metrics are available without a key', async () => {
  const { baseUrl, acme } = await world()
  await acme.get('/v0/me')
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(baseUrl + path)).status, 200)
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  assert.match(metrics, /foyer_http_request_duration_seconds_bucket\{[^}]*route="\/v0\/me"/)
})

test('a slowly sent request head is cut off after ten seconds', async () => {
  const { answer, ms } = await dribbled
  assert.match(answer, /^HTTP\/1\.1 408 /)
  assert.match(answer, /"code":"request_too_slow"/)
  assert.ok(ms > 9_900 && ms < 15_000, `${ms} ms`)
})

test('the role the service runs as owns no table and can make none', async () => {
  const { db } = await world()
  const [owned] = await db.read<{ tables: number }[]>`
    select count(*)::int as tables from pg_class where relowner = current_user::regrole`
  assert.equal(owned?.tables, 0)
  await assert.rejects(db.read`create table mine (a int)`, /permission denied/)
})

test('the response to an internal failure does not contain its cause', async () => {
  const { acme, databaseUrl, baseUrl } = await world({ LOG_LEVEL: 'silent' })
  const owner = await openSession({ url: databaseUrl })
  await owner`alter table tallies rename to hidden_tallies`
  try {
    const answer = await fetch(`${baseUrl}/v0/api_keys`, { headers: { 'x-api-key': acme.key } })
    const text = await answer.text()
    assert.equal(answer.status, 500)
    assert.equal(JSON.parse(text).code, 'internal_error')
    assert.doesNotMatch(text, /tallies|relation|select/)
  } finally {
    await owner`alter table hidden_tallies rename to tallies`
    await owner.end()
  }
})

test('without its database the service answers 503 and is alive but not ready', async () => {
  // Without workers, so that only the request uses the database.
  const { acme, databaseUrl, baseUrl } = await world({ LOG_LEVEL: 'silent' }, { works: false })
  const [, name] = new URL(databaseUrl).pathname.split('/')
  const admin = await openSession({ url: databaseUrl, database: 'postgres' })
  await admin`alter database ${admin.identifier(name as string)} rename to ${admin.identifier(`${name}_gone`)}`.catch(
    async () => {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name as string}`
      await admin`alter database ${admin.identifier(name as string)} rename to ${admin.identifier(`${name}_gone`)}`
    },
  )
  try {
    const answer = await acme.get('/v0/me')
    assert.equal(answer.status, 503)
    assert.equal(answer.body.code, 'unavailable')
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    assert.equal((await fetch(`${baseUrl}/readyz`)).status, 503)
    assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200)
  } finally {
    await admin`alter database ${admin.identifier(`${name}_gone`)} rename to ${admin.identifier(name as string)}`
    await admin.end()
  }
  assert.equal((await acme.get('/v0/me')).status, 200, 'it recovers by itself')
})

test('every client whose body is too large reads the answer, however long it goes on sending', async () => {
  const { acme, baseUrl } = await world()
  const body = Buffer.alloc(8 * 1024 * 1024, ' ')
  const send = async (headers: Record<string, string>, sent: Buffer | ReadableStream) => {
    const init = { method: 'POST', headers, body: sent, duplex: 'half' } as RequestInit
    return await fetch(`${baseUrl}/v0/accounts`, init).then(
      ({ status }) => status,
      (error) => String(error.cause?.code ?? error),
    )
  }
  const json = { 'x-api-key': acme.key, 'content-type': 'application/json' }
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => [send(json, body), send(json, new Blob([body]).stream())]).flat(),
  )
  assert.deepEqual([...new Set(answers)], [413])
})
