import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../ids.ts'
import { newPicture } from '../test/pictures.ts'
import { world } from '../test/world.ts'
import { ensureFirstBrand } from './first.ts'
import { noTokens } from './schema.ts'

test('a brand is created, read, listed newest first and changed field by field', async () => {
  const { acme } = await world()
  const made = await acme.post('/v0/brands', { name: 'Acme', primaryColor: '#AA33CC', font: 'georgia' })
  assert.equal(made.status, 201)
  const { brandId, createdAt, updatedAt, ...rest } = made.body
  assert.match(brandId, /^brand_[a-z0-9]{26}$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(rest, {
    ...noTokens,
    name: 'Acme',
    primaryColor: '#aa33cc',
    font: 'georgia',
    isDemo: false,
  })

  const second = await acme.post('/v0/brands', { name: 'Second' })
  const list = await acme.get('/v0/brands?limit=1')
  assert.deepEqual(list.body.items, [second.body])
  assert.deepEqual([list.body.totalCount, list.body.hasMore], [2, true])
  const rest1 = await acme.get(`/v0/brands?limit=1&cursor=${list.body.nextCursor}`)
  assert.deepEqual(rest1.body.items, [made.body])
  assert.deepEqual([rest1.body.hasMore, rest1.body.nextCursor], [false, null])

  const changed = await acme.patch(`/v0/brands/${brandId}`, { primaryColor: '#0B7285' })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    { ...changed.body, updatedAt: '' },
    { ...made.body, primaryColor: '#0b7285', updatedAt: '' },
  )
  assert.deepEqual((await acme.get(`/v0/brands/${brandId}`)).body, changed.body)
  assert.deepEqual((await acme.patch(`/v0/brands/${brandId}`, {})).body, changed.body)
})

test('an invalid colour, font or name of a brand is refused', async () => {
  const { acme } = await world()
  for (const [path, body] of [
    ['/primaryColor', { name: 'A', primaryColor: 'red' }],
    ['/primaryColor', { name: 'A', primaryColor: '#12345' }],
    ['/primaryColor', { name: 'A', primaryColor: '#123456;}' }],
    ['/font', { name: 'A', font: 'x; } body { display: none' }],
    ['/name', { name: '' }],
    ['/name', {}],
    ['/brandId', { name: 'A', brandId: newId('brand') }],
    ['/tenantId', { name: 'A', tenantId: newId('tenant') }],
  ] as const) {
    const refused = await acme.post('/v0/brands', body)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.errors[0].path, path)
  }
  assert.equal((await acme.get('/v0/brands')).body.totalCount, 0)
})

test('the fields that a brand adds to its pages are stored, changed and reset', async () => {
  const { acme } = await world()
  const tokens = {
    secondaryColor: '#E4572E',
    look: 'editorial',
    headingFont: 'fraunces',
    textFont: 'source-serif',
    cornerStyle: 'square',
    logoAssetId: await newPicture(acme),
    logoDarkAssetId: await newPicture(acme),
    faviconAssetId: await newPicture(acme),
    domain: 'acme.example',
    description: 'Acme makes anvils.',
    language: 'en',
  }
  const made = await acme.post('/v0/brands', { name: 'Acme', ...tokens })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { brandId, createdAt: _, updatedAt: __, name, primaryColor, font, isDemo, ...stored } = made.body
  assert.deepEqual(stored, { ...tokens, secondaryColor: '#e4572e' })
  const bare = await acme.patch(`/v0/brands/${brandId}`, noTokens)
  assert.deepEqual(
    { ...bare.body, updatedAt: '' },
    { ...made.body, ...noTokens, updatedAt: '' },
    'null takes each of them back',
  )
  for (const wrong of [{ look: 'loud' }, { cornerStyle: 'spiky' }, { secondaryColor: 'red' }])
    assert.equal((await acme.patch(`/v0/brands/${brandId}`, wrong)).status, 400)
})

test('a brand of another tenant is not found', async () => {
  const { acme, globex } = await world()
  const { brandId } = (await acme.post('/v0/brands', { name: 'Acme' })).body
  assert.equal((await globex.get(`/v0/brands/${brandId}`)).status, 404)
  assert.equal((await globex.patch(`/v0/brands/${brandId}`, { name: 'Mine' })).status, 404)
  assert.equal((await globex.get('/v0/brands')).body.totalCount, 0)
  assert.equal((await acme.get(`/v0/brands/${brandId}`)).body.name, 'Acme')
})

test('the logo of a brand is a picture of the tenant', async () => {
  const { acme, globex } = await world()
  for (const field of ['logoAssetId', 'logoDarkAssetId', 'faviconAssetId', 'headingFont', 'textFont']) {
    const refused = await acme.post('/v0/brands', { name: 'Acme', [field]: '' })
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, `/${field}`])
  }
  const logoAssetId = await newPicture(acme)
  const made = await acme.post('/v0/brands', { name: 'Acme', logoAssetId })
  assert.deepEqual([made.status, made.body.logoAssetId], [201, logoAssetId])
  const at = `/v0/brands/${made.body.brandId}`
  const deleted = await newPicture(acme)
  await acme.delete(`/v0/assets/${deleted}`)
  for (const wrong of [newId('asset'), await newPicture(globex), deleted, 'x']) {
    for (const refused of [
      await acme.patch(at, { logoAssetId: wrong }),
      await acme.post('/v0/brands', { name: 'B', logoAssetId: wrong }),
    ]) {
      assert.equal(refused.status, 400)
      assert.equal(refused.body.errors[0].path, '/logoAssetId')
    }
  }
  assert.equal((await acme.patch(at, { name: 'New' })).body.logoAssetId, logoAssetId)
  assert.equal((await acme.patch(at, { logoAssetId: null })).body.logoAssetId, null)
})

test('parallel requests for a first brand get the same one', async () => {
  const { acme, db } = await world()
  const brands = await Promise.all(
    Array.from({ length: 50 }, () => db.inTransaction((tx) => ensureFirstBrand(tx, acme.tenantId))),
  )
  assert.equal(new Set(brands.map(({ brandId }) => brandId)).size, 1)
  const list = await acme.get('/v0/brands')
  assert.equal(list.body.totalCount, 1)
  assert.equal(list.body.items[0].name, 'acme')
})

test('reading brands needs a key that reads, writing one that writes', async () => {
  const { acme, withScope } = await world()
  const reader = await withScope(acme, 'read')
  assert.equal((await reader.get('/v0/brands')).status, 200)
  assert.equal((await reader.post('/v0/brands', { name: 'A' })).status, 403)
  const writer = await withScope(acme, 'write')
  assert.equal((await writer.post('/v0/brands', { name: 'A' })).status, 201)
})
