import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeFiles, removeUnusedUploads } from '../files/removal.ts'
import { count } from '../lists/tallies.ts'
import { until } from '../test/eventually.ts'
import { createAsset, onDisk, statusAt, upload } from '../test/files.ts'
import { world } from '../test/world.ts'

test('an asset is trashed and restored, and can be deleted permanently from any state', async () => {
  const here = await world()
  const { acme, subscribe, events } = here
  const asset = await createAsset(acme)
  await subscribe(acme)
  const path = `/v0/assets/${asset.assetId}`
  assert.deepEqual((await acme.post(`${path}/restore`, {})).body, asset)
  const trashed = (await acme.post(`${path}/trash`)).body
  assert.equal(trashed.lifecycleState, 'trashed')
  assert.match(trashed.trashedAt, /^\+\d+$/)
  assert.equal(await statusAt(here, trashed.downloadUrl), 200)
  assert.deepEqual((await acme.post(`${path}/trash`, {})).body, trashed)
  const restored = (await acme.post(`${path}/restore`, {})).body
  assert.deepEqual([restored.lifecycleState, restored.trashedAt], ['active', null])
  await acme.post(`${path}/trash`, {})
  assert.equal((await acme.delete(path)).status, 204)
  const deleted = (await acme.get(path)).body
  const { lifecycleState, downloadUrl, previewDownloadUrl, deletedAt, trashedAt } = deleted
  assert.deepEqual([lifecycleState, downloadUrl, previewDownloadUrl], ['deleted', null, null])
  assert.ok(deletedAt && trashedAt)
  for (const [verb, body] of [
    ['trash', {}],
    ['restore', {}],
  ] as const) {
    const refused = await acme.post(`${path}/${verb}`, body)
    assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict'])
  }
  assert.equal((await acme.patch(path, { name: 'x' })).status, 409)
  assert.equal((await acme.delete(path)).status, 204)
  const told = (await events(acme)).map(({ type, data }) => [type, data.lifecycleState])
  assert.deepEqual(told, [
    ['asset.updated', 'trashed'],
    ['asset.updated', 'active'],
    ['asset.updated', 'trashed'],
    ['asset.updated', 'deleted'],
  ])
  assert.equal(await statusAt(here, asset.downloadUrl), 404)
})

test('the bytes of a file are deleted with the last asset that uses them, and not before', async () => {
  const here = await world()
  const { acme } = here
  const fileId = (await upload(acme)).fileId
  const [one, two] = [await createAsset(acme, { fileId }), await createAsset(acme, { fileId })]
  assert.equal((await onDisk(here, acme)).length, 2)
  await acme.delete(`/v0/assets/${one.assetId}`)
  await here.settled(acme)
  assert.equal((await onDisk(here, acme)).length, 2)
  assert.equal(await statusAt(here, two.downloadUrl), 200)
  await acme.delete(`/v0/assets/${two.assetId}`)
  assert.equal(await statusAt(here, two.downloadUrl), 404)
  await until('the bytes are gone', async () => (await onDisk(here, acme)).length === 0)
  const refused = await acme.post('/v0/assets', { assetType: 'image', name: 'x', fileId })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/fileId'])
})

test('no order of parallel creations and deletions on one file leaves an asset without its bytes', async () => {
  const here = await world()
  const { acme } = here
  for (let round = 0; round < 5; round++) {
    const { assetId, data } = await createAsset(acme)
    const input = { assetType: 'image', name: 'x', fileId: data.fileId, parentAssetId: assetId }
    const [, ...made] = await Promise.all([
      acme.delete(`/v0/assets/${assetId}`),
      ...Array.from({ length: 4 }, () => acme.post('/v0/assets', input)),
    ])
    await here.settled(acme)
    for (const { status, body } of made)
      if (status === 201) assert.equal(await statusAt(here, body.downloadUrl), 200)
      else assert.equal(status, 400)
  }
})

test('an interrupted removal is resumed and deletes the bytes', async () => {
  const here = await world()
  const { acme, context, db } = here
  const { tenantId } = acme
  const fileId = (await upload(acme)).fileId
  const down = { ...context.storage, remove: async () => Promise.reject(new Error('out of reach')) }
  const { assetId } = await createAsset(acme, { fileId })
  // As if the service died between the deletion and its job: the file is marked as removed, but its bytes still exist.
  await db.inTransaction(async (tx) => {
    await tx`update assets set deleted_at = now() where tenant_id = ${tenantId} and asset_id = ${assetId}`
    count(tx, tenantId, { 'assets:image': -1 })
    await tx`update files set removed_at = now() - interval '2 hours' where tenant_id = ${tenantId} and file_id = ${fileId}`
  })
  await assert.rejects(removeFiles({ db, storage: down }, { tenantId, data: { fileIds: [fileId] } }))
  assert.equal((await onDisk(here, acme)).length, 2)
  await removeUnusedUploads(context)
  await until('the bytes are gone', async () => (await onDisk(here, acme)).length === 0)
  await removeFiles(context, { tenantId, data: { fileIds: [fileId] } })
  const [row] =
    await db.read`select erased_at from files where tenant_id = ${tenantId} and file_id = ${fileId}`
  assert.ok(row?.erasedAt)
})

test('an upload that nothing used within a day is removed without a trace; a used or a newer one stays', async () => {
  const here = await world()
  const { acme, context, db } = here
  const { tenantId } = acme
  const [old, fresh, used] = [
    (await upload(acme)).fileId,
    (await upload(acme)).fileId,
    (await upload(acme)).fileId,
  ]
  await createAsset(acme, { fileId: used })
  await db.inTransaction(
    (tx) => tx`update files set created_at = now() - interval '25 hours'
      where tenant_id = ${tenantId} and file_id in (${old}, ${used})`,
  )
  await removeUnusedUploads(context)
  await until('its bytes are gone', async () => (await onDisk(here, acme)).length === 4)
  await until('its row is gone', async () => {
    const rows = await db.read`select file_id from files where tenant_id = ${tenantId}`
    return rows.length === 2
  })
  const names = (await onDisk(here, acme)).map((name) => name.split('.')[0])
  assert.deepEqual(new Set(names), new Set([fresh, used]))
})
