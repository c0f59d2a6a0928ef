import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hero } from '../test/refusals.ts'
import { world } from '../test/world.ts'

const saying = (headline: string) => ({ theme: {}, blocks: [hero({ headline })] })

async function setUp() {
  const here = await world()
  const { pageId } = (await here.acme.post('/v0/pages', { name: 'P', pageType: 'custom' })).body
  const path = `/v0/pages/${pageId}/document`
  const save = (headline: string, query = '', headers = {}) =>
    here.acme.put(`${path}${query}`, saying(headline), headers)
  const numbers = async () =>
    (await here.acme.get(`${path}/revisions`)).body.items.map(({ revision }: any) => revision)
  return { ...here, pageId, path, save, numbers }
}

test('every change of a page’s document is a revision that can be read, compared and restored', async () => {
  const { acme, path, save, numbers } = await setUp()
  await save('One', '?note=First')
  await save('One')
  const second = await save('Two')
  assert.equal(second.headers.get('x-revision'), '3')
  const { items, totalCount } = (await acme.get(`${path}/revisions`)).body
  assert.deepEqual(
    items.map(({ revision, note, isOpen }: any) => [revision, note, isOpen]),
    [
      [3, null, false],
      [2, 'First', false],
      [1, null, false],
    ],
  )
  assert.equal(totalCount, 3)
  assert.equal(`"${items[0].hash}"`, second.headers.get('etag'))
  assert.equal(typeof items[0].madeBy, 'string')
  const one = (await acme.get(`${path}/revisions/2`)).body
  assert.deepEqual(one.document, saying('One'))
  const { operations } = (await acme.get(`${path}/revisions/3/diff/2`)).body
  assert.deepEqual(
    operations.map(({ type, props }: any) => [type, props]),
    [['updateBlock', { headline: 'Two' }]],
  )
  const restored = await acme.post(`${path}/revisions/2/restore`)
  assert.deepEqual(
    [restored.status, restored.body.revision, restored.body.note],
    [200, 4, 'Restored revision 2'],
  )
  assert.deepEqual((await acme.get(path)).body, saying('One'))
  assert.equal((await acme.post(`${path}/revisions/2/restore`)).body.revision, 4)
  assert.deepEqual(await numbers(), [4, 3, 2, 1])
  const { items: page, nextCursor } = (await acme.get(`${path}/revisions?limit=3`)).body
  const rest = (await acme.get(`${path}/revisions?limit=3&cursor=${nextCursor}`)).body
  assert.deepEqual([page.length, rest.items[0].revision, rest.hasMore], [3, 1, false])
})

test('the changes of one sitting are one revision, until it is closed, another user saves, or ten minutes pass', async () => {
  const { acme, db, path, save, numbers } = await setUp()
  for (const headline of ['A', 'B', 'C']) await save(headline, '?sitting=mine')
  assert.deepEqual(await numbers(), [2, 1])
  assert.equal((await acme.get(`${path}/revisions/2`)).body.isOpen, true)
  await save('Theirs', '?sitting=theirs')
  await save('D', '?sitting=mine')
  assert.deepEqual(await numbers(), [4, 3, 2, 1])
  assert.equal((await acme.post(`${path}/close_revision`, { sitting: 'mine' })).status, 204)
  await save('E', '?sitting=mine')
  assert.deepEqual(await numbers(), [5, 4, 3, 2, 1])
  await db.inTransaction(
    (tx) => tx`
      update page_revisions set updated_at = now() - interval '11 minutes' where tenant_id = ${acme.tenantId}`,
  )
  await save('F', '?sitting=mine')
  assert.deepEqual(await numbers(), [6, 5, 4, 3, 2, 1])
})

test('saving over a newer document is refused, and no edit is lost', async () => {
  const { acme, path, save } = await setUp()
  const etag = (await acme.get(path)).headers.get('etag') as string
  assert.equal((await save('Mine', '?sitting=mine', { 'if-match': etag })).status, 200)
  const late = await save('Theirs', '?sitting=theirs', { 'if-match': etag })
  assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
  assert.deepEqual((await acme.get(path)).body, saying('Mine'))
  // Two hundred quick saves of one editor lose nothing.
  let tag = (await acme.get(path)).headers.get('etag') as string
  for (let count = 0; count < 200; count++) {
    const saved = await save(`Edit ${count}`, '?sitting=mine', { 'if-match': tag })
    assert.equal(saved.status, 200)
    tag = saved.headers.get('etag') as string
  }
  assert.deepEqual((await acme.get(path)).body, saying('Edit 199'))
  assert.equal((await acme.get(`${path}/revisions`)).body.totalCount, 2)
})

test('operations change the document all or none, into one revision of a sitting', async () => {
  const { acme, path, save, numbers } = await setUp()
  await save('One')
  const change = (operations: object[], headers = {}) =>
    acme.post(`${path}/operations`, { operations, sitting: 'mine' }, headers)
  const steps = Array.from({ length: 20 }, (_, count) => ({
    type: 'updateBlock',
    blockId: 'hero',
    props: { headline: `Edit ${count}` },
  }))
  const saved = await change(steps)
  assert.deepEqual([saved.status, saved.body.revision, saved.body.isOpen], [200, 3, true])
  assert.equal(saved.headers.get('etag'), `"${saved.body.hash}"`)
  assert.deepEqual((await acme.get(path)).body, saying('Edit 19'))

  const refused = await change([
    { type: 'updateBlock', blockId: 'hero', props: { headline: 'Not this' } },
    { type: 'updateBlock', blockId: 'hero', props: { headline: null } },
  ])
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/operations/1/props/headline'])
  for (const wrong of [{}, { type: 'constructor' }, { type: 'moveBlock', blockId: 'gone', afterId: null }])
    assert.equal((await change([wrong])).status, 400, JSON.stringify(wrong))
  assert.deepEqual((await acme.get(path)).body, saying('Edit 19'))

  await save('Theirs')
  const late = await change(steps, { 'if-match': saved.headers.get('etag') as string })
  assert.deepEqual([late.status, late.body.revision, typeof late.body.madeBy], [412, 4, 'string'])
  const now = { 'if-match': `"${late.body.hash}"` }
  const locked = await change([{ type: 'updateBlock', blockId: 'hero', props: {}, locked: true }], now)
  assert.equal(locked.status, 200)
  assert.equal((await acme.get(path)).body.blocks[0].locked, true)
  assert.deepEqual(await numbers(), [5, 4, 3, 2, 1])
})
