import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { reachDatabase } from '../database/reach.ts'
import { openSession } from '../database/session.ts'
import { findBinaries } from '../embedded/files.ts'
import { onlyThorough, testServerUrl } from '../test/environment.ts'
import { emptyFolder, freePort, freshDatabase, launch, preparedFolder, spawnService } from '../test/launch.ts'

async function me({ url, key }: { url: string; key?: string }) {
  return await fetch(`${url}/v0/me`, { headers: { 'x-api-key': key ?? '' } })
}

test('of two first starts at the same moment one wins, with a key that works, and the other is refused', {
  skip: onlyThorough,
}, async () => {
  const dataDir = await emptyFolder()
  const both = [spawnService({ DATA_DIR: dataDir }), spawnService({ DATA_DIR: dataDir })]
  const lines = await Promise.all(both.map((one) => one.firstLine()))
  const winner = lines.findIndex(Boolean)
  const loser = both[1 - winner]
  assert.equal(lines.filter(Boolean).length, 1)
  assert.equal((await loser?.ended)?.code, 1)
  assert.match(
    loser?.complaints() ?? '',
    /is already running with .* \(process \d+\)\. Stop it first, or set DATA_DIR/,
  )

  const ready = JSON.parse(lines[winner] as string)
  assert.equal((await me(ready)).status, 200)
  const third = spawnService({ DATA_DIR: dataDir })
  assert.equal((await third.ended).code, 1)
  assert.equal((await me(ready)).status, 200)
  assert.equal((await both[winner]?.stop())?.code, 0)
})

test('a start after kill -9 of everything works, even if the old pid belongs to another process now', {
  skip: onlyThorough,
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const first = await launch({ DATA_DIR: dataDir })
  await first.killAll()
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(process.pid)))
  const second = await launch({ DATA_DIR: dataDir })
  assert.equal((await me({ ...second, key })).status, 200)
  assert.equal(second.key, undefined)
  assert.equal((await second.stop()).code, 0)
})

test('a database whose service was killed is taken over while it runs, and stopped with the new service', {
  skip: onlyThorough,
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const first = await launch({ DATA_DIR: dataDir })
  const pid = await first.databasePid()
  first.child.kill('SIGKILL')
  await first.ended
  assert.equal(await first.databasePid(), pid)
  const second = await launch({ DATA_DIR: dataDir })
  assert.equal(await second.databasePid(), pid)
  assert.equal((await me({ ...second, key })).status, 200)
  assert.equal((await second.stop()).code, 0)
  assert.equal(await second.databasePid(), undefined)
})

test('a service whose database is killed reports it and ends', async () => {
  const { dataDir } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  process.kill((await service.databasePid()) as number, 'SIGKILL')
  assert.equal((await service.ended).code, 1)
})

test('a taken port is replaced by the next free one, unless it was set explicitly', {
  skip: onlyThorough,
}, async () => {
  const url = await freshDatabase()
  const blocker = createServer()
  // Another process may hold it already, which has the same effect.
  await new Promise<void>((resolve) =>
    blocker.once('error', () => resolve()).listen(3000, '127.0.0.1', resolve),
  )
  const service = await launch({ DATABASE_URL: url, PORT: '' })
  assert.match(service.url, /^http:\/\/localhost:30(0[1-9]|1\d|20)$/)
  const refused = spawnService({ DATABASE_URL: url, PORT: '3000' })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.complaints(), /Port 3000 on 127\.0\.0\.1 is in use\. Set PORT to a free port/)
  blocker.close()
  await service.stop()
})

test('every invalid setting is reported at once, with the allowed values', async () => {
  const refused = spawnService({ PORT: 'http', WEB_CONCURRENCY: '0', DATABASE_URL: 'mysql://root:secret@db' })
  assert.equal((await refused.ended).code, 1)
  const { error } = JSON.parse(refused.complaints())
  assert.equal(error.code, 'settings')
  assert.match(error.message, /^3 settings are invalid/)
  assert.match(error.message, /PORT must be a whole number from 0 to 65535/)
  assert.match(error.message, /DATABASE_URL must be a postgres:\/\/ or postgresql:\/\/ address/)
  assert.match(error.message, /WEB_CONCURRENCY must be a whole number from 1 to 64/)
  assert.ok(!error.message.includes('secret'))
})

test('an unusable database is refused with the reason and without its password', async () => {
  const real = new URL(testServerUrl())
  const address = (change: (url: URL) => void) => {
    const url = new URL(real)
    url.password = 'hunter2'
    change(url)
    return url.href
  }
  const cases: [string, RegExp][] = [
    [address((url) => (url.port = '1')), /at \w+@[^:]+:1\/\w+ can't be reached: connection refused/],
    [address((url) => (url.hostname = 'db.invalid')), /unknown host name|the host name can’t be resolved/],
    // A server without password authentication accepts any.
    ...(real.password ? [[address(() => {}), /the user or password is wrong/] as [string, RegExp]] : []),
    [
      address((url) => Object.assign(url, { password: real.password, pathname: '/nowhere' })),
      /the database does not exist/,
    ],
  ]
  for (const [url, reason] of cases)
    await assert.rejects(reachDatabase(url, { withinMs: 300 }), (error: Error) => {
      assert.match(error.message, reason)
      assert.match(error.message, /Check DATABASE_URL/)
      for (const password of ['hunter2', real.password].filter(Boolean))
        assert.ok(!error.message.includes(password))
      return true
    })
})

test('a PostgreSQL older than needed is refused, without its password', async () => {
  const url = testServerUrl()
  await reachDatabase(url)
  const { username, host, pathname } = new URL(url)
  const place = RegExp.escape(`${username}@${host}${pathname}`)
  await assert.rejects(reachDatabase(url, { oldestVersion: 99 }), {
    message: new RegExp(
      `^The database at ${place} is PostgreSQL \\d+\\.\\d+.*; Foyer needs version 99 or later\\.$`,
    ),
  })
})

test('a platform without a bundled database is asked to provide one', async () => {
  await assert.rejects(
    findBinaries('sunos', 'mips'),
    /no bundled PostgreSQL for sunos on mips\. Set DATABASE_URL/,
  )
})

test('a role other than the default requires DATABASE_URL', async () => {
  const refused = spawnService({ DATA_DIR: await emptyFolder() }, { args: ['--role', 'worker'] })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.complaints(), /--role worker needs DATABASE_URL/)
})

test('a database of a later version is refused', async () => {
  const url = await freshDatabase()
  const sql = await openSession({ url })
  await sql`insert into migrations (name, sha256) values ('9999_future.sql', '')`
  await sql.end()
  const refused = spawnService({ DATABASE_URL: url })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.complaints(), /by a later version of Foyer \(9999_future\.sql\)/)
})

test('root without user namespaces starts the database as another user, or gets instructions', {
  skip: onlyThorough || (process.getuid?.() !== 0 && 'only root has this difficulty'),
}, async () => {
  // Temporary folders belong to root; without `unshare` another user must be able to enter them.
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir, PATH: await pathWith('sh', 'setpriv') })
  assert.equal((await me({ ...service, key })).status, 200)
  assert.notEqual((await stat(join(dataDir, 'postgres'))).uid, 0)
  assert.equal((await service.stop()).code, 0)

  const refused = spawnService({ DATA_DIR: await emptyFolder(), PATH: await pathWith('sh') })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.complaints(), /can’t run as root.*Run Foyer as a regular user.*or set DATABASE_URL/)
})

async function pathWith(...programs: string[]): Promise<string> {
  const folder = await emptyFolder()
  for (const program of programs) {
    const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
    await symlink(found, join(folder, program))
  }
  await chmod(folder, 0o755)
  return folder
}

/** Polls until the service responds, then calls `then` immediately, at the first moment it could fail. */
async function atFirstReady(url: string, then: () => Promise<number>): Promise<number> {
  for (let asks = 0; asks < 6_000; asks++) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return await then()
    await sleep(5)
  }
  throw new Error('it did not become ready')
}

test('when a first start is ready its key works and its sample data exists', async () => {
  const key = 'a-key-that-is-known-before-the-start'
  const port = await freePort()
  const settings = {
    DATA_DIR: await emptyFolder(),
    FOYER_DEMO: 'true',
    FOYER_API_KEY: key,
    PORT: String(port),
  }
  const service = spawnService(settings)
  const url = `http://127.0.0.1:${port}`
  const counted = await atFirstReady(url, async () => {
    const answer = await fetch(`${url}/v0/pages`, { headers: { 'x-api-key': key } })
    assert.equal(answer.status, 200)
    return ((await answer.json()) as { totalCount: number }).totalCount
  })
  assert.ok(counted > 0)
  await service.stop()
})

test('a first start that is killed before it shows its key is finished by the next', {
  skip: onlyThorough,
}, async () => {
  const DATABASE_URL = await freshDatabase()
  const port = await freePort()
  // Held open, so that the start stops in the middle: after everything is created, before the ready message.
  const held = await new Promise<Server>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })
  const cut = spawnService({ DATABASE_URL, FOYER_DEMO: 'true', PORT: String(port) })
  assert.equal((await cut.ended).code, 1)
  await new Promise((resolve) => held.close(resolve))
  const service = await launch({ DATABASE_URL, FOYER_DEMO: 'true', PORT: String(port) })
  assert.match(service.key ?? '', /^foyer_/)
  const ask = (path: string) => fetch(service.url + path, { headers: { 'x-api-key': service.key as string } })
  assert.equal((await ask('/v0/me')).status, 200)
  assert.ok(((await (await ask('/v0/pages')).json()) as { totalCount: number }).totalCount > 0)
  const { items } = (await (await ask('/v0/api_keys')).json()) as { items: unknown[] }
  assert.equal(items.length, 1, 'the key that nobody saw is revoked')
  await service.stop()
  const again = await launch({ DATABASE_URL, FOYER_DEMO: 'true', PORT: String(port) })
  assert.equal(again.key, undefined)
  await again.stop()
})

test('a configured key that was revoked stays revoked, and the start reports it', {
  skip: onlyThorough,
}, async () => {
  const DATABASE_URL = await freshDatabase()
  const FOYER_API_KEY = 'a-key-of-the-settings-to-be-revoked'
  const first = await launch({ DATABASE_URL, FOYER_API_KEY })
  const headers = { 'x-api-key': FOYER_API_KEY, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'another', scopes: ['admin'] })
  assert.equal((await fetch(`${first.url}/v0/api_keys`, { method: 'POST', headers, body })).status, 201)
  const { keyId } = (await (await fetch(`${first.url}/v0/me`, { headers })).json()) as { keyId: string }
  assert.equal(
    (
      await fetch(`${first.url}/v0/api_keys/${keyId}`, {
        method: 'DELETE',
        headers: { 'x-api-key': FOYER_API_KEY },
      })
    ).status,
    204,
  )
  await first.stop()
  const second = await launch({ DATABASE_URL, FOYER_API_KEY })
  assert.equal((await fetch(`${second.url}/v0/me`, { headers })).status, 401)
  assert.match(second.complaints(), /FOYER_API_KEY was revoked/)
  await second.stop()
})
