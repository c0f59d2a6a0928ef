import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { writeAgentFile } from '../config/agentFile.ts'
import { migrate, pendingSteps } from '../database/migrate.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { onlyThorough } from '../test/environment.ts'
import { emptyFolder, foyer, launch, preparedFolder } from '../test/launch.ts'
import { uploadLogo } from '../test/uploadLogo.ts'
import { backUpBeforeUpgrade } from './beforeUpgrade.ts'
import { readLastBackup } from './lastBackup.ts'
import { restoreBackup } from './restore.ts'

test('a backup of a running service, restored into an empty folder, has everything that was acknowledged', async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  const call = callerOf(service.url, key)
  const file = await uploadLogo(service.url, key)

  // Writes continue during the backup.
  const made: { domain: string; at: number }[] = []
  let isOver = false
  const writing = (async () => {
    for (let count = 0; !isOver; count++) {
      const domain = `company-${count}.example`
      const { status } = await call('/v0/accounts', { domain })
      assert.equal(status, 201)
      made.push({ domain, at: performance.now() })
      await sleep(10)
    }
  })()
  while (made.length < 20) await sleep(5)
  const target = join(await emptyFolder(), 'backup.tar.gz')
  const began = performance.now()
  const run = await foyer(['backup', target, '--json'], { DATA_DIR: dataDir })
  assert.equal(run.code, 0, run.stderr)
  isOver = true
  await writing
  await service.stop()

  const restored = join(await emptyFolder(), 'data')
  const words = await foyer(['restore', target], { DATA_DIR: restored })
  assert.equal(words.code, 0, words.stderr)
  assert.match(words.stdout, /^Restored \d+ files to .*Start Foyer/)
  const second = await launch({ DATA_DIR: restored })
  assert.equal(second.key, undefined)
  const callAgain = callerOf(second.url, key)
  const before = made.filter(({ at }) => at < began)
  assert.ok(before.length >= 20)
  for (const { domain } of before) {
    const found = await callAgain(`/v0/accounts?query=${domain}`)
    assert.equal(found.body.items.length, 1, domain)
  }
  const asset = await callAgain('/v0/assets', { assetType: 'image', name: 'Logo', purpose: '', fileId: file })
  assert.equal(asset.status, 201, JSON.stringify(asset.body))
  const there = (await readdir(restored, { recursive: true })).filter((name) => name.includes(file))
  assert.ok(there.length > 0)
  assert.deepEqual(
    await readFile(join(restored, there[0] as string)),
    await readFile(join(dataDir, there[0] as string)),
  )
  await second.stop()

  const refused = await foyer(['restore', target], { DATA_DIR: restored })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /is not empty\. Set DATA_DIR to a new folder/)
})

test('a backup has no usable key: neither the encryption key nor the one of the language model', async () => {
  const { dataDir } = await preparedFolder()
  await writeAgentFile(dataDir, { provider: 'anthropic', model: 'x', apiKey: 'sk-secret', seesImages: true })
  await writeFile(join(dataDir, 'encryption.key'), Buffer.alloc(32, 7).toString('base64'))
  const target = join(await emptyFolder(), 'backup.tar.gz')
  assert.equal((await foyer(['backup', target], { DATA_DIR: dataDir })).code, 0)
  const restored = join(await emptyFolder(), 'data')
  assert.equal((await foyer(['restore', target], { DATA_DIR: restored })).code, 0)
  const names = await readdir(restored)
  assert.deepEqual(
    names.filter((name) => /agent\.env|encryption\.key/.test(name)),
    [],
  )
})

test('an incomplete or foreign backup is refused and leaves no files behind', async () => {
  const folder = await emptyFolder()
  const bad: [string, Buffer][] = [
    ['text.tar.gz', Buffer.from('not an archive')],
    ['empty.tar.gz', gzipSync(Buffer.alloc(1024))],
  ]
  for (const [name, bytes] of bad) {
    const path = join(folder, name)
    await writeFile(path, bytes)
    const refused = await foyer(['restore', path], { DATA_DIR: join(folder, 'data') })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /can't be read as a backup|is not a complete Foyer backup/)
  }
  assert.deepEqual((await readdir(folder)).sort(), ['empty.tar.gz', 'text.tar.gz'])
})

function callerOf(url: string, key: string) {
  return async (path: string, body?: object) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as { items: unknown[] } }
  }
}

test('an embedded database is backed up before an upgrade, and the backup can be restored', {
  skip: onlyThorough,
}, async () => {
  const dataDir = await emptyFolder()
  const shipped = new URL('../../migrations/', import.meta.url)
  const older = pathToFileURL(`${await emptyFolder()}/`)
  const steps = (await readdir(shipped)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of steps.slice(0, -1)) await copyFile(new URL(name, shipped), new URL(name, older))
  const database = await startPostgres(dataDir)
  assert.equal(await backUpBeforeUpgrade(dataDir, database.url), undefined, 'a new database')
  await migrate(database.url, { folder: older })
  const file = (await backUpBeforeUpgrade(dataDir, database.url)) as string
  await migrate(database.url)
  assert.equal(await backUpBeforeUpgrade(dataDir, database.url), undefined, 'nothing pending')
  await database.stop()
  assert.equal((await readLastBackup(dataDir))?.file, file)

  const restored = join(await emptyFolder(), 'data')
  await restoreBackup(file, restored)
  const former = await startPostgres(restored)
  const { pending } = await pendingSteps(former.url)
  await former.stop()
  assert.deepEqual(pending, steps.slice(-1))
})
