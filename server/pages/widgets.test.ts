import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { newPicture } from '../test/pictures.ts'
import { world } from '../test/world.ts'

test('the logos of an action card are assets, with a working address', async () => {
  const { acme, subscribe, events } = await world()
  const assetId = await newPicture(acme)
  const asset = (await acme.get(`/v0/assets/${assetId}`)).body
  await subscribe(acme)
  const made = await acme.post('/v0/pages', {
    name: 'Spring',
    pageType: 'custom',
    actionCardWidgets: [
      { type: 'logos', title: 'In good company', logos: [{ image: { assetId, altText: 'Acme' } }] },
      {},
    ],
  })
  assert.equal(made.status, 201)
  const [first, second]: any[] = made.body.actionCardWidgets
  const { fileId } = asset.data
  const image = { altText: 'Acme', url: asset.downloadUrl, fileId, assetId }
  assert.deepEqual(first, { type: 'logos', title: 'In good company', logos: [{ image }] })
  assert.deepEqual(second, { type: 'logos', title: '', logos: [] })
  assert.equal((await fetch(image.url)).status, 200)
  assert.deepEqual(await events(acme), [{ type: 'page.created', data: made.body }])

  const at = `/v0/pages/${made.body.pageId}`
  assert.deepEqual((await acme.get(at)).body, made.body)
  assert.deepEqual((await acme.get('/v0/pages')).body.items, [made.body])
  const { actionCardWidgets } = made.body
  assert.deepEqual((await acme.patch(at, { actionCardWidgets })).body, made.body)
  assert.equal((await events(acme)).length, 1)
})

test('a logo that is not a picture of the tenant, or does not match its file, is refused', async () => {
  const { acme, globex } = await world()
  const assetId = await newPicture(acme)
  const deleted = await newPicture(acme)
  await acme.delete(`/v0/assets/${deleted}`)
  const { fileId } = (await acme.upload('x.html', '<!doctype html><p>Hi</p>', 'text/html')).body
  const component = await acme.post(`/v0/files/${fileId}/asset`, {
    assetType: 'custom-component',
    name: 'X',
    purpose: '',
  })
  assert.equal(component.status, 201)
  for (const [field, image] of [
    ['assetId', { assetId: newId('asset') }],
    ['assetId', { assetId: await newPicture(globex) }],
    ['assetId', { assetId: deleted }],
    ['assetId', { assetId: component.body.assetId }],
    ['assetId', { url: 'https://evil.example/logo.png' }],
    ['fileId', { assetId, fileId }],
  ] as const) {
    const refused = await acme.post('/v0/pages', {
      name: 'Spring',
      pageType: 'custom',
      actionCardWidgets: [{ logos: [{ image }] }],
    })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.errors[0].path, `/actionCardWidgets/0/logos/0/image/${field}`)
  }
})
