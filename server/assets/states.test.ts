import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { createAsset, upload } from '../test/files.ts'
import { world } from '../test/world.ts'

async function names(client: Client, query: string) {
  const { status, body } = await client.get(`/v0/assets?${query}`)
  assert.equal(status, 200)
  assert.equal(body.totalCount, body.items.length, query)
  return body.items.map(({ name }: { name: string }) => name)
}

test('every asset that is not deleted is in exactly one list: active, hidden or trashed', async () => {
  const { acme, globex } = await world()
  const { fileId } = await upload(acme)
  const [plain, hidden, trashed, both, gone] = await Promise.all(
    [{}, { hidden: true }, {}, { hidden: true }, {}].map((more, i) =>
      createAsset(acme, { fileId, name: `Picture ${i}`, ...more }),
    ),
  )
  for (const { assetId } of [trashed, both, gone]) await acme.post(`/v0/assets/${assetId}/trash`)
  await acme.delete(`/v0/assets/${gone.assetId}`)
  assert.deepEqual(await names(acme, ''), ['Picture 0'])
  assert.deepEqual(await names(acme, 'state=active'), ['Picture 0'])
  assert.deepEqual(await names(acme, 'state=hidden'), ['Picture 1'])
  assert.deepEqual((await names(acme, 'state=trashed')).sort(), ['Picture 2', 'Picture 3'])
  assert.deepEqual(await names(globex, 'state=trashed'), [])
  await acme.post(`/v0/assets/${both.assetId}/restore`)
  assert.deepEqual((await names(acme, 'state=hidden')).sort(), ['Picture 1', 'Picture 3'])
  await acme.patch(`/v0/assets/${hidden.assetId}`, { hidden: false })
  await acme.patch(`/v0/assets/${plain.assetId}`, { hidden: true })
  assert.deepEqual(await names(acme, 'state=active'), ['Picture 1'])
  assert.equal((await acme.get('/v0/assets?state=deleted')).status, 400)
})

test('the trash is searched, filtered by type and paged newest first, like the other lists', async () => {
  const { acme } = await world()
  const { fileId } = await upload(acme)
  for (const [name, assetType] of [
    ['Blue logo', 'logo'],
    ['Red logo', 'logo'],
    ['Blue sky', 'image'],
  ]) {
    const { assetId } = (
      await acme.post(`/v0/files/${fileId}/asset`, { assetType, name, purpose: 'Campaign' })
    ).body
    await acme.post(`/v0/assets/${assetId}/trash`)
  }
  await createAsset(acme, { fileId, name: 'Blue but not trashed' })
  assert.deepEqual(await names(acme, 'state=trashed'), ['Blue sky', 'Red logo', 'Blue logo'])
  assert.deepEqual(await names(acme, 'state=trashed&assetType=logo'), ['Red logo', 'Blue logo'])
  assert.deepEqual(await names(acme, 'state=trashed&query=BLUE'), ['Blue sky', 'Blue logo'])
  assert.deepEqual(await names(acme, 'state=trashed&query=campaign%20red'), ['Red logo'])
  assert.deepEqual(await names(acme, 'state=trashed&query=blue&assetType=logo'), ['Blue logo'])
  const first = (await acme.get('/v0/assets?state=trashed&limit=2')).body
  assert.deepEqual([first.items.length, first.hasMore, first.totalCount], [2, true, 3])
  const rest = (await acme.get(`/v0/assets?state=trashed&limit=2&cursor=${first.nextCursor}`)).body
  assert.equal(rest.items[0].name, 'Blue logo')
  assert.equal((await acme.get(`/v0/assets?state=hidden&limit=2&cursor=${first.nextCursor}`)).status, 400)
})
