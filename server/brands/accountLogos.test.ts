import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { eventually } from '../test/eventually.ts'
import { createAsset, upload } from '../test/files.ts'
import { newPicture } from '../test/pictures.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">${inside}</svg>`

type Made = Awaited<ReturnType<typeof newAudience>>

async function republish(client: Client, pageId: string, { audienceId, publishedVersion }: Made) {
  const path = `/v0/pages/${pageId}/audiences/${audienceId}/versions/${publishedVersion.versionId}/publish`
  assert.equal((await client.post(path, {})).status, 200)
}

test('pages made for an account show its logo beside the brand’s, and a monogram without one', async () => {
  const { acme, get } = await site()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'nordwind.example', name: 'Nordwind' }))
    .body
  const { personId } = (await acme.post('/v0/persons', { email: 'ingrid@nordwind.example' })).body
  const pageId = await newPage(acme)
  const [account, person] = [
    await newAudience(acme, pageId, { accountId }),
    await newAudience(acme, pageId, { personId }),
  ]
  await newLink(acme, '/account', account.audienceId)
  await newLink(acme, '/person', person.audienceId)
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
  assert.match((await them('/account')) ?? '', /^<svg class="mono"/, 'live pages change with a publish')
  for (const audience of [account, person]) await republish(acme, pageId, audience)
  for (const path of ['/account', '/person'])
    await eventually(async () =>
      assert.match((await them(path)) ?? '', new RegExp(`^<img src="/_s/f/${fileId}".* alt="Nordwind">`)),
    )
  assert.equal(await them('/all'), undefined)

  await acme.put(logo, { logoAssetId: null })
  await republish(acme, pageId, account)
  await eventually(async () => assert.match((await them('/account')) ?? '', /^<svg class="mono"/))
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
