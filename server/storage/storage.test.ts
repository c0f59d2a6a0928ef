import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, type TestContext, test } from 'node:test'
import { loadConfig } from '../config/config.ts'
import { newId } from '../ids.ts'
import { openBucket } from '../test/bucket.ts'
import { DiskStorage } from './disk.ts'
import { partSize, S3Storage } from './s3.ts'
import type { Storage, StorageLocation } from './storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'foyer-storage-'))
after(() => rm(folder, { recursive: true, force: true }))

async function bytesAt(storage: Storage, place: StorageLocation, range?: { start: number; end: number }) {
  const stream = await storage.read(place, range)
  return stream && (await buffer(stream))
}

function newPlace(): StorageLocation {
  return { tenantId: newId('tenant'), fileId: newId('file'), variant: 'original' }
}

async function keepsItsPromises(storage: Storage) {
  const place = newPlace()
  const preview: StorageLocation = { ...place, variant: 'preview' }
  const bytes = randomBytes(300_000)
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  assert.equal(await storage.read(place), undefined)
  await storage.put(place, path)
  await storage.put(place, path)
  assert.deepEqual(await bytesAt(storage, place), bytes)
  assert.deepEqual(await bytesAt(storage, place, { start: 10, end: 19 }), bytes.subarray(10, 20))
  assert.equal(await storage.read(preview), undefined)
  await storage.put(preview, path)
  await storage.remove(place)
  assert.equal(await storage.read(place), undefined)
  assert.equal(await storage.read(preview), undefined)
  await storage.remove(place)
}

test('the disk returns stored bytes, whole or in part, until they are removed', async () => {
  await keepsItsPromises(new DiskStorage(folder))
})

test('a failed write leaves nothing on the disk', async () => {
  const storage = new DiskStorage(folder)
  const place = newPlace()
  await assert.rejects(storage.put(place, join(folder, 'not there')))
  const left = await readdir(join(folder, 'files', place.tenantId), { recursive: true, withFileTypes: true })
  assert.deepEqual(
    left.filter((entry) => entry.isFile()),
    [],
  )
})

test('bytes are stored only under generated ids, never under names from callers', async () => {
  const storage = new DiskStorage(folder)
  for (const fileId of ['../../etc/passwd', 'file_..', '', `${newId('file')}/x`])
    await assert.rejects(storage.read({ ...newPlace(), fileId }))
})

async function openStorage(t: TestContext) {
  const bucket = await openBucket()
  const { s3 } = loadConfig(bucket.settings)
  const storage = new S3Storage(s3 as NonNullable<typeof s3>)
  t.after(() => {
    storage.close()
    bucket.close()
  })
  return { storage, ...bucket }
}

test('a bucket returns stored bytes, whole or in part, until they are removed', async (t) => {
  const { storage, objects } = await openStorage(t)
  await keepsItsPromises(storage)
  assert.equal(objects.size, 0)
})

test('a bucket stores files under ids, and a failed put is retried', async (t) => {
  const { storage, objects, requests, failNext } = await openStorage(t)
  const place = newPlace()
  const path = join(folder, 'again')
  await writeFile(path, 'bytes')
  failNext(1)
  await storage.put(place, path)
  const key = `/foyer-files/files/${place.tenantId}/${place.fileId.slice(-2)}/${place.fileId}.original`
  assert.deepEqual(
    requests.map(({ method, status }) => [method, status]),
    [
      ['PUT', 500],
      ['PUT', 200],
    ],
  )
  assert.deepEqual([...objects], [[key, Buffer.from('bytes')]])
})

test('an unreachable bucket fails the put and the read', async (t) => {
  const { storage, failNext } = await openStorage(t)
  const path = join(folder, 'lost')
  await writeFile(path, 'bytes')
  failNext(100)
  await assert.rejects(storage.put(newPlace(), path))
  await assert.rejects(storage.read(newPlace()))
})

test('a large file reaches a bucket in parts: a failed part is sent again, and a failed upload leaves no parts', async (t) => {
  const { storage, objects, uploads, requests, failNext } = await openStorage(t)
  const place = newPlace()
  const path = join(folder, 'large')
  const bytes = randomBytes(2 * partSize + 1_000)
  await writeFile(path, bytes)
  await storage.put(place, path)
  assert.deepEqual(await bytesAt(storage, place), bytes)
  const sent = requests.map(({ method }) => method).join(' ')
  assert.equal(sent, 'POST PUT PUT PUT POST GET')
  failNext(2, 2)
  await storage.put(newPlace(), path)
  assert.equal(objects.size, 2)
  failNext(3, 2)
  await assert.rejects(storage.put(newPlace(), path))
  assert.deepEqual([uploads.size, objects.size], [0, 2])
})
