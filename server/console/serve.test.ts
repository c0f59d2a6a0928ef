import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { loadConfig } from '../config/config.ts'
import type { App } from '../context.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'
import { answerProblems } from '../web/errors.ts'
import { serveConsole } from './serve.ts'

const page = '<!doctype html><script>dark()</script><script src="/console/assets/a-1.js"></script>Hello'
const script = 'console.log("hello")'.repeat(50)

async function build(folder: string) {
  await mkdir(join(folder, 'assets'), { recursive: true })
  const write = (name: string, bytes: string | Buffer) => writeFile(join(folder, name), bytes)
  await write('assets/a-1.js', script)
  await write('assets/a-1.js.br', brotliCompressSync(script))
  await write('assets/a-1.js.gz', gzipSync(script))
  await write('assets/spellingWorker-1.js', script)
  await write('assets/harper-1.wasm.gz', gzipSync(script))
  await write('favicon.svg', '<svg/>')
  await write('index.html', page)
}

/** The files of a console on a separate port, built or not. */
async function served(t: TestContext, { isBuilt = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-console-'))
  if (isBuilt) await build(folder)
  const app = Fastify({ rewriteUrl: ({ url }) => url ?? '' })
  answerProblems(app)
  const config = loadConfig({ SITE_DOMAIN: 'pages.example' })
  const publicUrl = () => 'https://foyer.example:8443'
  await serveConsole(app as unknown as App, { config, publicUrl }, folder)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return {
    folder,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      visit(baseUrl, 'localhost', path, { headers, method }),
  }
}

test('every console path returns the page, revalidated each time, with a strict policy', async (t) => {
  const { get } = await served(t)
  for (const path of ['/console', '/console/', '/console/pages/page_1?tab=links', '/console/sign-in']) {
    const { status, text, headers } = await get(path)
    assert.equal(status, 200, path)
    assert.equal(text, page)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'same-origin')
    const rules = String(headers['content-security-policy']).split('; ')
    for (const rule of [
      "default-src 'none'",
      `script-src 'self' 'sha256-${createHash('sha256').update('dark()').digest('base64')}'`,
      "connect-src 'self'",
      "img-src 'self' data: blob: https://foyer.example:8443 https://*.pages.example:8443",
      'frame-src https://*.pages.example:8443',
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      assert.ok(rules.includes(rule), `${rule} in ${rules.join('\n')}`)
  }
})

test('assets are cached permanently, in the encoding that the browser prefers', async (t) => {
  const { get } = await served(t)
  const path = '/console/assets/a-1.js'
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ] as const) {
    const { status, text, headers, bytes } = await get(path, { 'accept-encoding': accepted })
    assert.equal(status, 200)
    assert.equal(text, script)
    assert.equal(headers['content-encoding'], encoding)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers.vary, 'accept-encoding')
    const etag = headers.etag as string
    const unchanged = await get(path, { 'accept-encoding': accepted, 'if-none-match': etag })
    assert.equal(unchanged.status, 304)
    assert.equal(unchanged.bytes.length, 0)
    const head = await get(path, { 'accept-encoding': accepted }, 'HEAD')
    assert.equal(head.status, 200)
    assert.equal(head.headers['content-length'], String(bytes.length))
    assert.equal(head.headers.etag, etag)
    assert.equal(head.bytes.length, 0)
  }
  assert.equal((await get('/console/favicon.svg')).headers['content-type'], 'image/svg+xml')
})

test('WebAssembly may run only in the spelling worker, and is sent compressed', async (t) => {
  const { get } = await served(t)
  const policyOf = async (path: string) =>
    String((await get(`/console/${path}`)).headers['content-security-policy'])
  assert.equal(
    await policyOf('assets/spellingWorker-1.js'),
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  )
  for (const path of ['', 'pages', 'assets/a-1.js', 'assets/harper-1.wasm', 'spellingWorker-1.js'])
    assert.doesNotMatch(await policyOf(path), /unsafe-eval/, path)
  for (const accepted of ['gzip, deflate, br', 'gzip', '']) {
    const { status, text, headers } = await get('/console/assets/harper-1.wasm', {
      'accept-encoding': accepted,
    })
    assert.deepEqual([status, text], [200, script])
    assert.deepEqual([headers['content-encoding'], headers['content-type']], ['gzip', 'application/wasm'])
  }
})

test('only built files are served: no missing asset, no file outside the folder, no other method', async (t) => {
  const { get, folder } = await served(t)
  await writeFile(join(folder, 'late.txt'), 'late')
  for (const path of ['/console/assets/b-2.js', '/console/assets/', '/console/assets/a-1.js.br']) {
    const { status, text } = await get(path)
    assert.equal(status, 404, path)
    assert.equal(JSON.parse(text).code, 'route_not_found')
  }
  for (const path of ['/console/../package.json', '/console/%2e%2e/%2e%2e/package.json', '/console/late.txt'])
    assert.equal((await get(path)).text, page, path)
  for (const method of ['POST', 'PUT', 'DELETE'])
    assert.equal((await get('/console/pages', {}, method)).status, 405)
  assert.equal((await get('/consoles')).status, 404)
})

test('a console that was not built names the command to run, and is served after it has run', async (t) => {
  const { get, folder } = await served(t, { isBuilt: false })
  const { status, text, headers } = await get('/console/pages')
  assert.equal(status, 503)
  assert.match(text, /npm run build/)
  assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
  await build(folder)
  assert.equal((await get('/console/pages')).text, page)
})

test('the console is served on the host of the service, never on the sites of tenants', async () => {
  const { acme, baseUrl } = await world()
  const own = await visit(baseUrl, 'localhost', '/console')
  assert.notEqual(own.status, 404)
  assert.match(String(own.headers['content-type']), /^text\/html/)
  for (const host of [`${acme.slug}.localhost`, 'unknown.example'])
    for (const path of ['/console', '/console/assets/a.js', '/console/api/session', '/console/api/v0/me'])
      assert.equal((await visit(baseUrl, host, path)).status, 404, host + path)
})
