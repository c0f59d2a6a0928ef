import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { problems } from '../../shared/problem.ts'
import { world } from '../test/world.ts'
import { curlOf, exampleOf } from './docs/example.ts'
import { range, typeOf } from './docs/fields.ts'
import { html, prose, shownJson } from './docs/html.ts'
import { type OpenApiDocument, Reference } from './docs/model.ts'

test('the address of the service welcomes with the console and the reference', async () => {
  const { baseUrl } = await world()
  const welcome = await fetch(`${baseUrl}/`)
  assert.equal(welcome.status, 200)
  assert.match(welcome.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const text = await welcome.text()
  for (const href of ['/console', '/docs']) assert.ok(text.includes(`href="${href}"`), href)
  assert.ok(!text.includes('sample page'))
})

test('the reference has a chapter for every tag and an entry for every operation', async () => {
  const { baseUrl, document } = await world()
  const overview = await (await fetch(`${baseUrl}/docs`)).text()
  for (const { slug, operations } of new Reference(document as OpenApiDocument).chapters) {
    const chapter = await (await fetch(`${baseUrl}/docs/${slug}`)).text()
    for (const { operationId, method, path, ...operation } of operations) {
      assert.ok(overview.includes(`href="/docs/${slug}#${operationId}"`), operationId)
      const entry = chapter.split(`id="${operationId}"`)[1]?.split('<section')[0] ?? ''
      assert.ok(entry.includes(`>${method}</span>`), operationId)
      assert.ok(entry.replaceAll('<wbr>', '').includes(path), operationId)
      assert.ok(entry.includes(`<code>${operation['x-scope']}</code>`), operationId)
      assert.ok(entry.includes('curl'), operationId)
      for (const { name } of operation.parameters ?? [])
        assert.ok(entry.includes(`<code class="name">${name}</code>`), name)
      for (const status of Object.keys(operation.responses).filter((status) => status.startsWith('2')))
        assert.ok(entry.includes(`<span class="status">${status}</span>`), operationId)
    }
  }
})

test('every problem code stands where the type of a problem points', async () => {
  const { baseUrl, acme } = await world()
  const page = await (await fetch(`${baseUrl}/docs/errors`)).text()
  for (const [code, { title }] of Object.entries(problems)) {
    assert.ok(page.includes(`<article class="problem" id="${code}"`), code)
    assert.ok(page.includes(html`<strong>${title}.</strong>`.text), title)
  }
  const { body } = await acme.get('/v0/nothing')
  assert.equal(body.type, '/docs/errors#route_not_found')
  assert.equal((await fetch(`${baseUrl}/docs/nothing`)).status, 404)
})

test('pages come compressed, are not sent twice, and may run and load nothing but what they carry', async () => {
  const { baseUrl } = await world()
  const answer = await fetch(`${baseUrl}/docs`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'/,
  )
  assert.ok(!policy.includes('unsafe'))
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  const text = await answer.text()
  assert.ok(!/(src|href)="https?:/.test(text))
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
  assert.equal((await fetch(`${baseUrl}/docs`, { headers })).status, 304)

  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await request(`${baseUrl}/docs`, { headers: { 'accept-encoding': encoding } })
    assert.equal(packed.headers['content-encoding'], encoding)
    assert.equal(unpack(Buffer.from(await packed.body.arrayBuffer())).toString(), text)
  }
  const plain = await request(`${baseUrl}/docs`, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } })
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(await plain.body.text(), text)
})

test('every event is in the reference', async () => {
  const { baseUrl, document } = await world()
  const page = await (await fetch(`${baseUrl}/docs/events`)).text()
  const { events } = new Reference(document as OpenApiDocument)
  assert.ok(events.length > 20)
  for (const { name } of events) assert.ok(page.includes(`<p class="field" id="${name}">`), name)
})

test('what goes into a page is escaped', () => {
  const hostile = '<script>alert(1)</script>'
  assert.equal(
    html`<p title="${'"\''}">${hostile}</p>`.text,
    '<p title="&#34;&#39;">&#60;script&#62;alert(1)&#60;/script&#62;</p>',
  )
  assert.equal(
    prose(`a \`<b>\` ${hostile}`).text,
    'a <code>&#60;b&#62;</code> &#60;script&#62;alert(1)&#60;/script&#62;',
  )
  assert.ok(!shownJson({ [hostile]: [hostile, 1, null, true] }).text.includes('<script'))
})

test('shapes are told in words, and shapes within themselves end', () => {
  const reference = new Reference({
    info: { title: 'T', version: '1' },
    components: {
      schemas: {
        Tree: {
          type: 'object',
          title: 'Tree',
          properties: { kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
        },
      },
    },
  })
  assert.equal(typeOf(reference, { type: ['string', 'null'] }), 'string or null')
  assert.equal(
    typeOf(reference, { type: 'array', items: { $ref: '#/components/schemas/Tree' } }),
    'array of Tree',
  )
  assert.equal(typeOf(reference, { anyOf: [{ type: 'integer' }, { type: 'null' }] }), 'integer or null')
  assert.equal(range(1, 255, 'character', 'characters'), '1 to 255 characters')
  assert.equal(range(undefined, 1, 'item', 'items'), 'at most 1 item')
  assert.equal(range(0), '0 or more')
  assert.equal(range(), undefined)
  assert.ok(exampleOf(reference, { $ref: '#/components/schemas/Tree' }))
})

test('a request to paste survives quotes in its body', () => {
  const reference = new Reference({ info: { title: 'T', version: '1' } })
  const operation = {
    operationId: 'say',
    method: 'POST',
    path: '/v0/things/{thing_id}',
    parameters: [{ name: 'thing_id', in: 'path', example: 'thing_1' }],
    requestBody: { content: { 'application/json': { example: { text: "it's" } } } },
    responses: {},
  }
  assert.equal(
    curlOf(reference, 'http://localhost:3000', operation),
    `curl -X POST http://localhost:3000/v0/things/thing_1 \\\n  -H "x-api-key: $FOYER_API_KEY" \\\n  -H 'content-type: application/json' \\\n  -d '{"text":"it'\\''s"}'`,
  )
})
