import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../database/database.ts'
import { enqueue } from '../queue/jobs.ts'
import { systemTenant } from '../queue/kinds.ts'
import { onlyThorough } from '../test/environment.ts'
import { until } from '../test/eventually.ts'
import { freshDatabase, type Launched, launch, preparedFolder } from '../test/launch.ts'
import { openSink } from '../test/sink.ts'

/** A request without its last byte: it is running when the service is asked to stop. */
async function beginRequest({ url }: Launched, key: string) {
  const body = JSON.stringify({ name: 'last words', scopes: ['read'] })
  const head = [
    'POST /v0/api_keys HTTP/1.1',
    'host: localhost',
    `x-api-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ]
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  // The service sends 100 Continue when it handles the request.
  const [first] = await once(socket, 'data')
  assert.match(String(first), /^HTTP\/1\.1 100 Continue/)
  return { finish: () => socket.write(body.slice(-1)), answer: readAll(socket) }
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close').catch(() => {})
  return text
}

async function isListening({ url }: Launched) {
  return await fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )
}

test('SIGTERM finishes running requests, refuses new ones, stops the database last and exits 0', async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  const running = await beginRequest(service, key)
  service.child.kill('SIGTERM')
  await until('it no longer listens', async () => !(await isListening(service)))
  assert.notEqual(await service.databasePid(), undefined)
  const finished = performance.now()
  running.finish()
  assert.match(await running.answer, /^HTTP\/1\.1 201 /)
  const { code } = await service.ended
  assert.ok(performance.now() - finished < 10_000)
  assert.equal(code, 0)
  assert.equal(await service.databasePid(), undefined)
})

test('while the service drains, `/readyz` answers 503 and logs nothing, for any number of requests', async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir, DRAIN_SECONDS: '30' })
  const running = await beginRequest(service, key)
  service.child.kill('SIGTERM')
  const askIfReady = async () => await fetch(`${service.url}/readyz`, { headers: { connection: 'close' } })
  await until('it is not ready', async () => (await askIfReady()).status === 503)
  for (let polls = 0; polls < 5; polls++) {
    const answer = await askIfReady()
    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /The service is stopping/)
  }
  running.finish()
  assert.match(await running.answer, /^HTTP\/1\.1 201 /)
  assert.equal((await service.ended).code, 0)
  assert.doesNotMatch(service.complaints(), /stopping|stack/)
})

test('Ctrl-C under `npm start`, which signals every process of the group, stops the service in order', {
  skip: onlyThorough,
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir }, { by: 'npm' })
  const running = await beginRequest(service, key)
  service.signalAll('SIGINT')
  await until('it no longer listens', async () => !(await isListening(service)))
  assert.notEqual(await service.databasePid(), undefined)
  running.finish()
  assert.match(await running.answer, /^HTTP\/1\.1 201 /)
  // npm's intermediate shell is ended by the signal, and npm reports that.
  const { code, signal } = await service.ended
  assert.ok(code === 0 || signal === 'SIGINT', `${code} ${signal}`)
  await until('its database has ended', async () => (await service.databasePid()) === undefined)
})

test('a second Ctrl-C ends the service at once, and its database', { skip: onlyThorough }, async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  const running = await beginRequest(service, key)
  service.signalAll('SIGINT')
  await sleep(800)
  assert.equal(service.child.exitCode, null)
  const asked = performance.now()
  service.signalAll('SIGINT')
  const { code } = await service.ended
  assert.equal(code, 130)
  assert.ok(performance.now() - asked < 1500)
  assert.equal(await running.answer, '')
  await until('its database has ended', async () => (await service.databasePid()) === undefined)
})

test('a service whose launcher is killed stops, too', async () => {
  const { dataDir } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir }, { by: 'launcher' })
  service.child.kill('SIGKILL')
  await until('its database has ended', async () => (await service.databasePid()) === undefined)
})

test('web and worker processes share a database: one serves, the other runs the jobs', async () => {
  const url = await freshDatabase()
  const db = openDatabase({ url, asService: true, poolSize: 1 })
  const web = await launch({ DATABASE_URL: url }, { args: ['--role', 'web'] })
  assert.equal((await fetch(`${web.url}/readyz`)).status, 200)
  await db.inTransaction(async (tx) => enqueue(tx, 'remove_files', systemTenant, { data: { fileIds: [] } }))
  const isWaiting = async () => (await db.read`select from jobs where kind = 'remove_files'`).length === 1
  await sleep(2500)
  assert.equal(await isWaiting(), true)
  const worker = await launch({ DATABASE_URL: url }, { args: ['--role', 'worker'] })
  assert.equal(worker.url, undefined)
  await until('the job has run', async () => !(await isWaiting()))
  await db.close()
  assert.equal((await worker.stop()).code, 0)
  assert.equal((await web.stop()).code, 0)
})

test('a receiver that hangs delays a stop by seconds only, and gets the delivery after the next start', {
  skip: onlyThorough,
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const settings = { DATA_DIR: dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const sink = await openSink()
  try {
    const service = await launch(settings)
    const post = async (path: string, body: object) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as any
    }
    sink.answerWith(() => new Promise<number>(() => {}))
    const hooks = '/v0/webhook_subscriptions'
    const { subscriptionId } = await post(hooks, { url: `${sink.url}/`, events: ['webhook.test'] })
    const { deliveryId } = await post(`${hooks}/${subscriptionId}/test`, {})
    await sink.waitFor(1)
    const { code, ms } = await service.stop()
    assert.equal(code, 0)
    assert.ok(ms < 8_000, `it took ${Math.round(ms)} ms to stop`)
    sink.answerWith(() => 204)
    const again = await launch(settings)
    const [, second] = await sink.waitFor(2)
    assert.equal(JSON.parse(second?.body ?? '{}').id, deliveryId)
    await again.stop()
  } finally {
    await sink.close()
  }
})
