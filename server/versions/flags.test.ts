import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../test/conversation.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'

const block = (id: string, more: object = {}) => ({
  id,
  type: 'text',
  props: { heading: `About ${id}`, body: `All of ${id}.` },
  sources: [],
  ...more,
})
const page = (...blocks: object[]) => ({ theme: {}, blocks })

async function setUp(document: object) {
  const here = await world()
  const { acme } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'P', pageType: 'custom' })).body
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, document)).status, 200)
  const audience = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
  const path = `/v0/pages/${pageId}/audiences/${audience.audienceId}`
  const draft = (document: object) => acme.post(`${path}/versions`, { document })
  return { ...here, path, draft, firstVersion: audience.latestVersion.versionId }
}

test('a hidden block stays in the document and is not shown', async () => {
  const document = page(block('open'), block('secret', { hidden: true }))
  const { acme, baseUrl, path, draft, firstVersion } = await setUp(document)
  const { versionId } = (await draft(document)).body
  const kept = (await acme.get(`${path}/versions/${versionId}/document`)).body
  assert.deepEqual(kept, document)
  const { url } = (await acme.get(`${path}/versions/${versionId}/preview`)).body
  const { host, pathname, search } = new URL(url)
  const { text: body } = await visit(baseUrl, host, pathname + search)
  const { body: rendering } = await acme.post('/v0/documents/render', { document })
  assert.match(body, /All of open/)
  assert.doesNotMatch(body, /secret/)
  assert.deepEqual(
    rendering.blocks.map(({ blockId }: { blockId: string }) => blockId),
    ['open'],
  )
  const diff = (await acme.get(`${path}/versions/${versionId}/diff?against=${firstVersion}`)).body
  assert.deepEqual(diff.operations, [])
  const shown = (await draft(page(block('open'), block('secret')))).body
  const after = (await acme.get(`${path}/versions/${shown.versionId}/diff?against=${versionId}`)).body
  assert.deepEqual(
    after.operations.map(({ type, blockId, hidden }: any) => [type, blockId, hidden]),
    [['updateBlock', 'secret', false]],
  )
})

test('an audience can neither change, remove nor reorder locked blocks, nor lock or unlock one', async () => {
  const [legal, terms] = [block('legal', { locked: true }), block('terms', { locked: true })]
  const { draft } = await setUp(page(legal, block('free'), terms))
  const refused: [object, string][] = [
    [page(block('free'), terms), '/document/blocks'],
    [page({ ...legal, props: { heading: 'Ours' } }, block('free'), terms), '/document/blocks/0'],
    [page(block('legal'), block('free'), terms), '/document/blocks/0'],
    [page(terms, block('free'), legal), '/document/blocks/0'],
    [page(legal, block('free', { locked: true }), terms), '/document/blocks/1/locked'],
  ]
  for (const [document, path] of refused) {
    const { status, body } = await draft(document)
    assert.deepEqual([status, body.code, body.errors[0].path], [409, 'block_locked', path])
  }
  const around = page(block('free', { props: { heading: 'For you' } }), legal, terms, block('new'))
  assert.equal((await draft(around)).status, 201)
})

test('an agent leaves locked blocks unchanged and mentions it', async () => {
  const { acme, path } = await setUp(page(block('legal', { locked: true }), block('free')))
  await converse(acme, path, 'Remove the section “About legal”')
  const { items } = (await acme.get(`${path}/messages`)).body
  const answer = items.find(({ author }: { author: string }) => author === 'agent')
  assert.match(answer.text, /locked/)
  const { items: versions } = (await acme.get(`${path}/versions`)).body
  assert.deepEqual(
    versions.filter(({ status }: { status: string }) => status === 'draft'),
    [],
  )
})
