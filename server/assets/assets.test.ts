import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAsset, statusAt, upload } from '../test/files.ts'
import { mp4 } from '../test/images.ts'
import { world } from '../test/world.ts'

test('an asset has every field of the API, and subscribers are notified of it', async () => {
  const here = await world()
  const { acme, subscribe, events } = here
  await subscribe(acme)
  const fileId = (await upload(acme)).fileId
  const { status, body: asset } = await acme.post('/v0/assets', { assetType: 'image', name: 'Team', fileId })
  assert.equal(status, 201)
  const { assetId, createdAt, updatedAt, downloadUrl, previewDownloadUrl, ...rest } = asset
  assert.match(assetId, /^asset_[a-z0-9]{26}$/)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    tenantId: acme.tenantId,
    name: 'Team',
    purpose: '',
    tags: [],
    aiDescription: null,
    parentAssetId: null,
    hidden: false,
    data: { type: 'image', fileId },
    trashedAt: null,
    deletedAt: null,
    lifecycleState: 'active',
  })
  assert.equal(await statusAt(here, downloadUrl), 200)
  assert.equal(await statusAt(here, previewDownloadUrl), 200)
  assert.ok(downloadUrl.startsWith(here.context.publicUrl()))
  assert.deepEqual((await acme.get(`/v0/assets/${assetId}`)).body, asset)
  assert.deepEqual([...(await events(acme))], [{ type: 'asset.created', data: asset }])
})

test('an asset can be created only from an image of the same tenant', async () => {
  const { acme, globex, db } = await world()
  const image = (await upload(acme)).fileId
  const foreign = (await upload(globex)).fileId
  const parent = await createAsset(globex)
  const html = (await upload(acme, 'a.html', '<p>x</p>')).fileId
  const refused: [object, string][] = [
    [{ fileId: foreign }, '/fileId'],
    [{ fileId: 'file_00000000000000000000000000' }, '/fileId'],
    [{ fileId: 'nonsense' }, '/fileId'],
    [{ fileId: html }, '/assetType'],
    [{ fileId: image, parentAssetId: parent.assetId }, '/parentAssetId'],
    [{ fileId: image, parentAssetId: 'x' }, '/parentAssetId'],
    [{ fileId: image, assetType: 'logo' }, '/assetType'],
    [{ fileId: image, idempotencyKey: '' }, '/idempotencyKey'],
    [{ fileId: image, idempotencyKey: 'x'.repeat(256) }, '/idempotencyKey'],
    [{ fileId: image, name: null }, '/name'],
    [{ fileId: image, tags: ['x'] }, '/tags'],
    [{}, '/fileId'],
  ]
  for (const [more, path] of refused) {
    const { status, body } = await acme.post('/v0/assets', { assetType: 'image', name: 'x', ...more })
    assert.deepEqual([more, status, body.errors?.[0].path], [more, 400, path])
  }
  const rows = await db.read`select asset_id from assets where tenant_id = ${acme.tenantId}`
  assert.equal(rows.length, 0)
})

test('a file can be registered only as an asset type that fits its format', async () => {
  const { acme, globex } = await world()
  const files = {
    image: (await upload(acme)).fileId,
    video: (await upload(acme, 'a.mp4', mp4)).fileId,
    component: (await upload(acme, 'a.html', '<p>x</p>')).fileId,
    table: (await upload(acme, 'a.csv', 'a,b\n1,2')).fileId,
  }
  const fitting: Record<string, string[]> = {
    image: ['image', 'logo', 'icon'],
    video: ['video'],
    component: ['custom-component'],
    table: [],
  }
  for (const [kind, fileId] of Object.entries(files))
    for (const assetType of ['image', 'logo', 'icon', 'video', 'custom-component']) {
      const { status, body } = await acme.post(`/v0/files/${fileId}/asset`, { assetType, name: 'x' })
      assert.deepEqual(
        [kind, assetType, status],
        [kind, assetType, fitting[kind]?.includes(assetType) ? 201 : 400],
      )
      if (status === 201) {
        assert.deepEqual(body.data, { type: assetType, fileId })
        assert.equal(body.previewDownloadUrl !== null, kind === 'image')
      }
    }
  const elsewhere = await globex.post(`/v0/files/${files.image}/asset`, { assetType: 'logo', name: 'x' })
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [404, 'not_found'])
})

test('25 idempotency keys, each in 20 parallel requests, create 25 assets and 25 events, and all repeats get the same response', async () => {
  const { acme, db, subscribe, events } = await world()
  await subscribe(acme)
  const fileId = (await upload(acme)).fileId
  const requests = Array.from({ length: 500 }, (_, i) => i % 25).map(async (n) => {
    const input = {
      assetType: 'image',
      name: `Asset ${n}`,
      fileId,
      idempotencyKey: `key ${n}`,
      hidden: n % 2 === 0,
    }
    return await acme.post('/v0/assets', input)
  })
  const answers = await Promise.all(requests)
  for (const [i, { status, body }] of answers.entries()) {
    assert.equal(status, 201)
    assert.deepEqual(body, answers[i % 25]?.body)
  }
  const rows = await db.read`select asset_id from assets where tenant_id = ${acme.tenantId}`
  assert.equal(rows.length, 25)
  assert.equal((await events(acme)).length, 25)
})

test('an idempotency key returns the asset of its request permanently, and is refused for another request', async () => {
  const { acme, globex } = await world()
  const first = await createAsset(acme, { idempotencyKey: 'k', name: 'One' })
  const { fileId } = first.data
  const again = { assetType: 'image', name: 'One', fileId, idempotencyKey: 'k' }
  const same = await acme.post('/v0/assets', { ...again, purpose: '', hidden: false })
  assert.deepEqual([same.status, same.body.assetId], [201, first.assetId])
  const registered = await acme.post(`/v0/files/${fileId}/asset`, {
    assetType: 'image',
    name: 'One',
    idempotencyKey: 'k',
  })
  assert.deepEqual([registered.status, registered.body.assetId], [201, first.assetId])
  for (const other of [{ name: 'Two' }, { hidden: true }, { fileId: (await upload(acme)).fileId }]) {
    const { status, body } = await acme.post('/v0/assets', { ...again, ...other })
    assert.deepEqual([status, body.code], [422, 'key_reused'])
  }
  assert.notEqual((await createAsset(globex, { idempotencyKey: 'k' })).assetId, first.assetId)
  assert.equal((await acme.delete(`/v0/assets/${first.assetId}`)).status, 204)
  const late = await acme.post('/v0/assets', again)
  assert.deepEqual(
    [late.status, late.body.assetId, late.body.lifecycleState],
    [201, first.assetId, 'deleted'],
  )
})

test('if two requests race for an idempotency key, one of them gets it', async () => {
  const { acme } = await world()
  const files = [(await upload(acme)).fileId, (await upload(acme)).fileId]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      acme.post('/v0/assets', {
        assetType: 'image',
        name: 'x',
        fileId: files[i % 2],
        idempotencyKey: 'raced',
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 422, 422, 422, 422, 422])
  const ids = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.assetId] : [])))
  assert.equal(ids.size, 1)
})

test('a patch changes only the named fields of an asset, and sends one event', async () => {
  const { acme, subscribe, events } = await world()
  const asset = await createAsset(acme, { purpose: 'Header' })
  await subscribe(acme)
  const path = `/v0/assets/${asset.assetId}`
  await sleep(5)
  const patch = { name: 'Crew', tags: ['team', 'Büro'], hidden: true, assetType: 'logo' }
  const { status, body: changed } = await acme.patch(path, patch)
  assert.equal(status, 200)
  const { updatedAt } = changed
  assert.ok(Number(updatedAt) > Number(asset.updatedAt))
  assert.deepEqual(changed, {
    ...asset,
    name: 'Crew',
    tags: ['team', 'Büro'],
    hidden: true,
    data: { ...asset.data, type: 'logo' },
    updatedAt,
  })
  for (const nothing of [{}, patch, { name: 'Crew' }])
    assert.deepEqual((await acme.patch(path, nothing)).body, changed)
  assert.deepEqual([...(await events(acme))], [{ type: 'asset.updated', data: changed }])
})

test('an invalid patch of an asset changes nothing', async () => {
  const { acme } = await world()
  const asset = await createAsset(acme)
  const video = await acme.post(`/v0/files/${(await upload(acme, 'a.mp4', mp4)).fileId}/asset`, {
    assetType: 'video',
    name: 'x',
  })
  const refused: [string, object][] = [
    [asset.assetId, { assetType: 'video' }],
    [asset.assetId, { tags: Array.from({ length: 51 }, (_, i) => `${i}`) }],
    [asset.assetId, { tags: [''] }],
    [asset.assetId, { tags: ['a', 'a'] }],
    [asset.assetId, { tags: ['x'.repeat(101)] }],
    [asset.assetId, { tags: null }],
    [asset.assetId, { name: 'x'.repeat(1025) }],
    [asset.assetId, { aiDescription: 'x' }],
    [asset.assetId, { fileId: asset.data.fileId }],
    [video.body.assetId, { assetType: 'image', name: 'changed' }],
  ]
  for (const [assetId, patch] of refused)
    assert.deepEqual([patch, (await acme.patch(`/v0/assets/${assetId}`, patch)).status], [patch, 400])
  assert.deepEqual((await acme.get(`/v0/assets/${asset.assetId}`)).body, asset)
  assert.deepEqual((await acme.get(`/v0/assets/${video.body.assetId}`)).body, video.body)
})

test('assets of one tenant do not exist for another', async () => {
  const { acme, globex } = await world()
  const asset = await createAsset(acme)
  const path = `/v0/assets/${asset.assetId}`
  for (const answer of [
    await globex.get(path),
    await globex.patch(path, { name: 'x' }),
    await globex.post(`${path}/trash`, {}),
    await globex.post(`${path}/restore`, {}),
    await globex.delete(path),
  ])
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
  assert.equal((await globex.get('/v0/assets/search')).body.totalCount, 0)
  assert.deepEqual((await acme.get(path)).body, asset)
})

test('a read key reads and changes nothing', async () => {
  const { acme, withScope } = await world()
  const asset = await createAsset(acme)
  const reader = await withScope(acme, 'read')
  const path = `/v0/assets/${asset.assetId}`
  assert.equal((await reader.get(path)).status, 200)
  assert.equal((await reader.get('/v0/assets/search')).status, 200)
  for (const answer of [
    await reader.post('/v0/assets', { assetType: 'image', name: 'x', fileId: asset.data.fileId }),
    await reader.post(`/v0/files/${asset.data.fileId}/asset`, { assetType: 'logo', name: 'x' }),
    await reader.patch(path, { name: 'x' }),
    await reader.post(`${path}/trash`, {}),
    await reader.delete(path),
  ])
    assert.equal(answer.status, 403)
})
