import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import type { OpenApiDocument } from '../../shared/openApi.ts'
import { problems } from '../../shared/problem.ts'
import { world } from '../test/world.ts'
import { Library } from './docs/library.ts'
import { drawCode, drawMarkdown } from './docs/markdown.ts'
import { Reference } from './docs/model.ts'
import { type DocsPage, drawPage, markdownOf } from './docs/page.ts'
import { range, typeOf } from './docs/reference.ts'
import { samplesOf } from './docs/samples.ts'

const root = join(import.meta.dirname, '..', '..')

test('the root of the service links to the console and the reference', async () => {
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
  for (const { slug, operations } of new Reference(document as OpenApiDocument).chapters) {
    const chapter = await (await fetch(`${baseUrl}/docs/api/${slug}`)).text()
    const entries = chapter.split('<section id="')
    for (const { operationId, method, path, ...operation } of operations) {
      const entry = entries.find((text) => text.startsWith(`${operationId}"`)) ?? ''
      assert.ok(chapter.includes(`href="#${operationId}"`), operationId)
      assert.ok(entry.includes(`>${method}</span>`), operationId)
      assert.ok(entry.replaceAll('<wbr>', '').includes(path), operationId)
      assert.ok(entry.includes(`<code>${operation['x-scope']}</code>`), operationId)
      for (const language of ['sh', 'ts', 'python', 'go', 'php'])
        assert.ok(entry.includes(`data-language="${language}"`), `${operationId} in ${language}`)
      for (const { name } of operation.parameters ?? [])
        assert.ok(entry.includes(`<code>${name}</code>`), `${operationId} ${name}`)
      for (const status of Object.keys(operation.responses).filter((status) => status.startsWith('2')))
        assert.ok(entry.includes(`<code>${status}</code>`), operationId)
    }
  }
})

test('every problem code has an entry where its type points, and every event has an entry', async () => {
  const { baseUrl, acme, document } = await world()
  const page = await (await fetch(`${baseUrl}/docs/errors`)).text()
  for (const code of Object.keys(problems)) assert.ok(page.includes(`<section id="${code}"`), code)
  const { body } = await acme.get('/v0/nothing')
  assert.equal(body.type, '/docs/errors#route_not_found')
  assert.equal((await fetch(`${baseUrl}/docs/nothing`)).status, 404)
  const { events } = new Reference(document as OpenApiDocument)
  const list = await (await fetch(`${baseUrl}/docs/events`)).text()
  assert.ok(events.length > 20)
  for (const { name } of events) assert.ok(list.includes(`<section id="${name}"`), name)
})

test('links of all pages have a target, and each page exists as Markdown and in llms.txt', async () => {
  const { baseUrl, document } = await world()
  const library = new Library(document as OpenApiDocument, () => baseUrl)
  const { pages, groups } = library
  const read = async (path: string) => {
    const answer = await fetch(baseUrl + path)
    assert.equal(answer.status, 200, path)
    return answer.text()
  }
  const index = await read('/llms.txt')
  const texts = new Map<string, string>()
  for (const page of pages) {
    const { path, title } = page
    // Drawn here, as the service would compress all of them.
    texts.set(path, drawPage(groups, page, '').split('<script>')[0] ?? '')
    if (path !== '/docs') assert.ok(index.includes(`](${path}.md)`), `${path} in llms.txt`)
    assert.ok(markdownOf(page).startsWith(`# ${title}\n`), path)
  }
  assert.match(await read('/docs.md'), /^# Foyer documentation\n/)
  assert.equal(await read('/docs/batches.md'), markdownOf(library.find('/docs/batches') as DocsPage))
  assert.match(await read('/docs/api/keys.md'), /^# Keys\n[\s\S]*```python\n/)
  for (const file of globSync('docs/*.md', { cwd: root }))
    assert.ok(texts.has(`/${file.slice(0, -3)}`), `${file} is missing in server/web/docs/guides.ts`)
  const idsOf = (text: string) => new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  const ids = new Map([...texts].map(([path, text]) => [path, idsOf(text)]))
  for (const [path, text] of texts)
    for (const [, found = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const { pathname, hash, origin } = new URL(found, baseUrl + path)
      if (origin !== baseUrl || pathname === '/console') continue
      if (!ids.has(pathname)) ids.set(pathname, idsOf(await read(pathname)))
      assert.ok(!hash || ids.get(pathname)?.has(hash.slice(1)), `${path} links to ${found}`)
    }
  const moved = await fetch(`${baseUrl}/docs/keys`, { redirect: 'manual' })
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, '/docs/api/keys'])
})

test('the search knows every guide, operation and error', async () => {
  const { baseUrl, document } = await world()
  const entries: { id: string }[] = await (await fetch(`${baseUrl}/docs/search.json`)).json()
  const ids = new Set(entries.map(({ id }) => id))
  assert.equal(ids.size, entries.length)
  const { chapters } = new Reference(document as OpenApiDocument)
  const operations = chapters.flatMap(({ slug, operations }) =>
    operations.map(({ operationId }) => `/docs/api/${slug}#${operationId}`),
  )
  const errors = Object.keys(problems).map((code) => `/docs/errors#${code}`)
  for (const id of [...operations, ...errors, '/docs/batches', '/docs/batches#the-file'])
    assert.ok(ids.has(id), id)
})

test('pages are compressed and revalidated, and may run and load only their own content', async () => {
  const { baseUrl } = await world()
  const answer = await fetch(`${baseUrl}/docs`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'strict-dynamic'; connect-src 'self'; /,
  )
  assert.ok(!policy.includes('unsafe'))
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  const text = await answer.text()
  assert.ok(!/src="https?:/.test(text))
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

test('content of a page is escaped', () => {
  const hostile = '<script>alert(1)</script>'
  for (const kind of ['guide', 'reference'] as const)
    assert.ok(!drawMarkdown(`a ${hostile} \`${hostile}\`\n\n${hostile}`, kind).text.includes('<script'), kind)
  assert.ok(
    !drawCode({ title: hostile, language: '"', code: `"${hostile}" # ${hostile}` }).text.includes('<script'),
  )
})

test('types and limits are described in words, also of recursive schemas', () => {
  const Tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  }
  const info = { title: 'T', version: '1' }
  const document = { info, paths: {}, components: { schemas: { Tree } } }
  const reference = new Reference(document)
  const tree = { $ref: '#/components/schemas/Tree' }
  assert.equal(typeOf(reference, { type: ['string', 'null'] }), 'string or null')
  assert.equal(typeOf(reference, { type: 'array', items: tree }), 'array of [Tree](/docs/api/objects#Tree)')
  assert.equal(typeOf(reference, { anyOf: [{ type: 'integer' }, { type: 'null' }] }), 'integer or null')
  assert.equal(range(1, 255, 'character'), '1 to 255 characters')
  assert.equal(range(undefined, 1, 'item'), 'at most 1 item')
  assert.equal(range(1, undefined, 'character'), '1 or more characters')
  assert.equal(range(0), '0 or more')
  assert.equal(range(), undefined)
  const { pages } = new Library(document, () => '')
  assert.match(pages.at(-1)?.sections[0]?.text ?? '', /children/)
})

test('a request to paste survives quotes in its body', () => {
  const reference = new Reference({
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: {} },
  })
  const operation = {
    operationId: 'say',
    method: 'POST',
    path: '/v0/things/{thing_id}',
    parameters: [{ name: 'thing_id', in: 'path' as const, schema: {}, example: 'thing_1' }],
    requestBody: { content: { 'application/json': { example: { text: "it's" } } } },
    responses: {},
  }
  assert.equal(
    samplesOf(reference, 'http://localhost:3000', operation)[0]?.code,
    `curl -X POST http://localhost:3000/v0/things/thing_1 \\\n  -H "x-api-key: $FOYER_API_KEY" \\\n  -H 'content-type: application/json' \\\n  -d '{"text":"it'\\''s"}'`,
  )
})
