import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsset, upload } from '../test/files.ts'
import { newPicture } from '../test/pictures.ts'
import { eventually, newAudience, newLink, newPage, site } from '../test/sites.ts'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">${inside}</svg>`

test('pages made for an account show its logo beside the brand’s, and a monogram without one', async () => {
  const { acme, get } = await site()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'nordwind.example', name: 'Nordwind' }))
    .body
  const { personId } = (await acme.post('/v0/persons', { email: 'ingrid@nordwind.example' })).body
  const pageId = await newPage(acme)
  await newLink(acme, '/account', (await newAudience(acme, pageId, { accountId })).audienceId)
  await newLink(acme, '/person', (await newAudience(acme, pageId, { personId })).audienceId)
  await newLink(acme, '/all', (await newAudience(acme, pageId)).audienceId)
  const them = async (path: string) =>
    /<span class="brand them">(.*?)<\/span>\s*<\/p>/s.exec((await get(path)).text)?.[1]
  assert.match((await them('/account')) ?? '', /^<svg class="mono".*Nordwind/s)

  const { fileId } = await upload(acme, 'logo.svg', svg('<rect width="80" height="20" rx="9"/>'))
  const { assetId } = await createAsset(acme, { fileId })
  const logo = `/v0/accounts/${accountId}/logo`
  assert.deepEqual((await acme.get(logo)).body, { accountId, logoAssetId: null })
  assert.deepEqual((await acme.put(logo, { logoAssetId: assetId })).body, { accountId, logoAssetId: assetId })
  assert.deepEqual((await acme.get(logo)).body, { accountId, logoAssetId: assetId })
  for (const path of ['/account', '/person'])
    await eventually(async () =>
      assert.match((await them(path)) ?? '', new RegExp(`^<img src="/_s/f/${fileId}".* alt="Nordwind">`)),
    )
  assert.equal(await them('/all'), undefined)

  await acme.put(logo, { logoAssetId: null })
  await eventually(async () => assert.match((await them('/account')) ?? '', /^<svg class="mono"/))
})

test('a key without the scope publish sets the logo of an account until a live page shows it', async () => {
  const { acme, get, withScope } = await site()
  const writer = await withScope(acme, 'write')
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'live.example', name: 'Live' })).body
  const logo = `/v0/accounts/${accountId}/logo`
  const logoAssetId = await newPicture(acme)
  assert.equal((await writer.put(logo, { logoAssetId })).status, 200)
  const pageId = await newPage(acme)
  await newLink(acme, '/live', (await newAudience(acme, pageId, { accountId })).audienceId)
  const before = await get('/live')
  assert.equal((await writer.put(logo, { logoAssetId })).status, 200, 'no change takes no scope')
  for (const other of [await newPicture(acme), null])
    assert.equal((await writer.put(logo, { logoAssetId: other })).body.code, 'scope_missing')
  assert.deepEqual((await acme.get(logo)).body, { accountId, logoAssetId })
  assert.equal((await get('/live')).headers.etag, before.headers.etag)
})

test('the logo of an account is a picture of the same tenant', async () => {
  const { acme, globex } = await site()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'x.example' })).body
  const table = (await acme.upload('a.csv', 'name\nx\n', 'text/csv')).body.fileId
  for (const logoAssetId of [await newPicture(globex), table, 'logo', 7]) {
    const refused = await acme.put(`/v0/accounts/${accountId}/logo`, { logoAssetId })
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/logoAssetId'])
  }
  assert.equal((await globex.get(`/v0/accounts/${accountId}/logo`)).status, 404)
  assert.equal((await globex.put(`/v0/accounts/${accountId}/logo`, { logoAssetId: null })).status, 404)
})

test('a renamed account is called by its new name on pages that were shown before', async () => {
  const { acme, get } = await site()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'old.example', name: 'Before' })).body
  const pageId = await newPage(acme)
  await newLink(acme, '/named', (await newAudience(acme, pageId, { accountId })).audienceId)
  assert.match((await get('/named')).text, /Before/)
  await acme.patch(`/v0/accounts/${accountId}`, { name: 'Afterwards' })
  await eventually(async () => assert.match((await get('/named')).text, /<span>Afterwards<\/span>/))
})
