import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeDocument, templates, validateDocument } from '../../document/index.ts'
import type { Client } from '../test/client.ts'
import { world } from '../test/world.ts'

const document = {
  theme: { primaryColor: '#112233', radius: 4 },
  blocks: [
    { id: 'hero', type: 'hero', props: { headline: 'Hello, {{person.firstName|there}}' }, sources: [] },
    { id: 'more', type: 'text', props: { body: 'One **bold** word' }, sources: [] },
  ],
}

async function newPage(client: Client, more: object = {}): Promise<string> {
  return (await client.post('/v0/pages', { name: 'Spring', pageType: 'custom', ...more })).body.pageId
}

test('a page starts with the document of its type, or of the template it names', async () => {
  const { acme } = await world()
  for (const [more, template] of [
    [{ pageType: 'sales_deck' }, 'sales_deck'],
    [{ pageType: 'custom', template: 'outbound' }, 'outbound'],
  ] as const) {
    const { body, status } = await acme.get(`/v0/pages/${await newPage(acme, more)}/document`)
    assert.equal(status, 200)
    assert.deepEqual(body, completeDocument(templates[template]))
  }
  const refused = await acme.post('/v0/pages', { name: 'A', pageType: 'custom', template: 'constructor' })
  assert.equal(refused.body.errors[0].path, '/template')
})

test('every template is a valid document', () => {
  for (const template of Object.values(templates))
    assert.deepEqual(validateDocument(template), completeDocument(template))
})

test('the document of a page is read and replaced as a whole, and an event is sent', async () => {
  const { acme, subscribe, events } = await world()
  const at = `/v0/pages/${await newPage(acme)}`
  await subscribe(acme)
  const replaced = await acme.put(`${at}/document`, document)
  assert.equal(replaced.status, 200)
  assert.deepEqual(replaced.body, document)
  const read = await acme.get(`${at}/document`)
  assert.deepEqual(read.body, document)
  assert.match(read.headers.get('etag') ?? '', /^"[0-9a-f]{64}"$/)
  assert.equal(read.headers.get('etag'), replaced.headers.get('etag'))
  assert.deepEqual(await events(acme), [{ type: 'page.updated', data: (await acme.get(at)).body }])

  const { theme, blocks } = document
  assert.equal((await acme.put(`${at}/document`, { blocks, theme })).status, 200)
  assert.equal((await events(acme)).length, 1)
})

test('an invalid document changes nothing and is refused with the path of the error', async () => {
  const { acme } = await world()
  const at = `/v0/pages/${await newPage(acme)}/document`
  const before = (await acme.get(at)).body
  const [hero] = document.blocks
  for (const [path, wrong] of [
    ['/blocks/1/id', { theme: {}, blocks: [hero, hero] }],
    ['/blocks/0/type', { theme: {}, blocks: [{ ...hero, type: 'html' }] }],
    ['/blocks', { theme: {} }],
    ['/html', { theme: {}, blocks: [], html: '<b>' }],
    ['/theme/primaryColor', { theme: { primaryColor: 'red' }, blocks: [] }],
  ] as const) {
    const refused = await acme.put(at, wrong)
    assert.equal(refused.status, 400, path)
    assert.equal(refused.body.errors[0].path, path)
  }
  const long = { id: 'more', type: 'text', props: { body: 'x'.repeat(600_000) }, sources: [] }
  assert.equal((await acme.put(at, { theme: {}, blocks: [long] })).status, 400)
  assert.deepEqual((await acme.get(at)).body, before)
})

test('of parallel replacements of a document with the same etag, one succeeds', async () => {
  const { acme } = await world()
  const at = `/v0/pages/${await newPage(acme)}/document`
  const etag = (await acme.get(at)).headers.get('etag') as string
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, radius) =>
      acme.put(at, { ...document, theme: { radius } }, { 'if-match': etag }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'precondition_failed'))
  assert.equal((await acme.put(at, document, { 'if-match': 'W/"x"' })).status, 400)
  assert.equal((await acme.put(at, document, { 'if-match': '*' })).status, 200)
})

test('a document is read with a key that reads, replaced with one that writes, and not accessible to other tenants', async () => {
  const { acme, globex, withScope } = await world()
  const at = `/v0/pages/${await newPage(acme)}/document`
  const reader = await withScope(acme, 'read')
  assert.equal((await reader.get(at)).status, 200)
  assert.equal((await reader.put(at, document)).status, 403)
  assert.equal((await globex.get(at)).status, 404)
  assert.equal((await globex.put(at, document)).status, 404)
})
