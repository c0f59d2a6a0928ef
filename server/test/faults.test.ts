import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, rm, statfs, writeFile } from 'node:fs/promises'
import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../database/database.ts'
import { openSession } from '../database/session.ts'
import { onlyThorough } from './environment.ts'
import { eventually, until } from './eventually.ts'
import { emptyFolder, freePort, freshDatabase, launch, preparedFolder } from './launch.ts'
import { visit } from './visitor.ts'
import { world } from './world.ts'

/** A process and its descendants. */
function familyOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    all.filter(([, of]) => of === parent).flatMap(([child]) => [child as number, ...below(child as number)])
  return [pid, ...below(pid)]
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now()
  return { value: await work, ms: performance.now() - began }
}

test('a hanging database is reported as unavailable within 2 s; requests end in time and cached pages are shown', {
  skip: onlyThorough,
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, string>
  }
  const { pageId } = await post('/v0/pages', { name: 'Kept', pageType: 'custom' })
  await post(`/v0/pages/${pageId}/publish`, {})
  const { audienceId, publishedVersion } = (await post(`/v0/pages/${pageId}/audiences`, {})) as any
  await post(`/v0/pages/${pageId}/audiences/${audienceId}/versions/${publishedVersion.versionId}/publish`, {})
  await post('/v0/page_links', { path: '/kept', target: { targetType: 'audience', audienceId } })
  const show = () => visit(service.url, 'demo.localhost', '/kept')
  assert.equal((await show()).status, 200)
  await sleep(500)
  const frozen = familyOf((await service.databasePid()) as number)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    const writing = timed(
      fetch(`${service.url}/v0/accounts`, { method: 'POST', headers, body: '{"domain":"a.example"}' }),
    )
    const signingIn = timed(
      fetch(`${service.url}/console/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-foyer-console': '1', origin: service.url },
        body: JSON.stringify({ key }),
      }),
    )
    for (let i = 0; i < 3; i++) {
      const { value, ms } = await timed(fetch(`${service.url}/readyz`))
      assert.equal(value.status, 503)
      assert.ok(ms < 2_000, `/readyz took ${Math.round(ms)} ms`)
      const shown = await timed(show())
      assert.equal(shown.value.status, 200)
      assert.ok(shown.ms < 2_000, `a cached page took ${Math.round(shown.ms)} ms`)
      await sleep(1_500)
    }
    for (const { value, ms } of await Promise.all([writing, signingIn])) {
      assert.equal(value.status, 503)
      assert.ok(ms < 16_000, `${value.url} took ${Math.round(ms)} ms`)
    }
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }
  await until('it recovers by itself', async () => (await fetch(`${service.url}/readyz`)).status === 200)
  assert.equal((await service.stop()).code, 0)
})

test('a read-only database leads to 503 with the reason, and the service is not ready', async () => {
  const { acme, databaseUrl, baseUrl } = await world(
    { LOG_LEVEL: 'silent', SITE_DOMAIN: 'readonly.test' },
    { works: false },
  )
  const name = new URL(databaseUrl).pathname.slice(1)
  const admin = await openSession({ url: databaseUrl, database: 'postgres' })
  const cut = () => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  await admin`alter database ${admin.identifier(name)} set default_transaction_read_only = on`
  try {
    await cut()
    await eventually(async () => {
      const refused = await acme.post('/v0/accounts', { domain: 'writes.example' })
      assert.equal(refused.status, 503)
      assert.equal(refused.body.detail, 'The database is read-only. Nothing was changed.')
    })
    const ready = await fetch(`${baseUrl}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(await ready.text(), /The database is read-only/)
    assert.equal((await acme.get('/v0/accounts')).status, 200)
  } finally {
    await admin`alter database ${admin.identifier(name)} reset default_transaction_read_only`
    await cut()
    await admin.end()
  }
  await eventually(async () => assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200))
})

/** Mounts a separate disk of this size until the test ends; undefined without permission. */
async function mountDisk(t: TestContext, size: string): Promise<string | undefined> {
  const folder = await emptyFolder()
  const options = ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder]
  if (spawnSync('mount', options).status !== 0) return undefined
  t.after(() => spawnSync('umount', ['--lazy', folder]))
  return folder
}

test('a full disk of the database leads to 503 with the reason, and the service is not ready until there is space', {
  skip: onlyThorough,
}, async (t) => {
  const dataDir = await mountDisk(t, '256m')
  if (!dataDir) return t.skip('mounting a small disk takes root on Linux')
  const { dataDir: prepared, key } = await preparedFolder()
  await cp(prepared, dataDir, { recursive: true, preserveTimestamps: true })
  const service = await launch({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const write = async (nth: number) => {
    const body = JSON.stringify({ domain: `full-${nth}.example`, name: 'x'.repeat(200) })
    const answer = await fetch(`${service.url}/v0/accounts`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  const ballast = join(dataDir, 'ballast')
  const { bavail, bsize } = await statfs(dataDir)
  await writeFile(ballast, Buffer.alloc(bavail * bsize - 128 * 1024))
  let accepted = 0
  let last = await write(accepted)
  while (last.status === 201 && accepted < 2_000) last = await write(++accepted)
  assert.equal(last.status, 503)
  assert.equal(last.body.detail, 'The disk of the database is full. Nothing was changed.')
  for (let looks = 0; looks < 3; looks++) {
    const ready = await fetch(`${service.url}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(await ready.text(), /The disk of the database is full/)
  }
  assert.equal((await fetch(`${service.url}/v0/accounts`, { headers })).status, 200)
  await rm(ballast)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  assert.equal((await write(accepted)).status, 201)
  const { totalCount } = (await (await fetch(`${service.url}/v0/accounts`, { headers })).json()) as any
  assert.equal(totalCount, accepted + 1)
  assert.equal((await service.stop()).code, 0)
})

test('while the service stops, responses close their connections, so that no client meets a reset', {
  skip: onlyThorough,
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  const agent = new Agent({ keepAlive: true, maxSockets: 14 })
  const get = () =>
    new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      const { port } = new URL(service.url)
      const sent = ask(
        { port, host: '127.0.0.1', path: '/v0/me', agent, headers: { 'x-api-key': key } },
        (answer) => {
          answer.resume()
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
          )
        },
      )
      sent.on('error', reject).end()
    })
  await Promise.all(Array.from({ length: 14 }, get))
  service.child.kill('SIGTERM')
  await sleep(200)
  const answers = await Promise.all(Array.from({ length: 14 }, get))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(new Set(answers.map(({ connection }) => connection)), new Set(['close']))
  assert.equal((await service.ended).code, 0)
})

test('a rolling restart of two nodes behind a balancer fails no write', {
  skip: onlyThorough,
}, async (t) => {
  const DATABASE_URL = await freshDatabase()
  const key = 'a-key-for-a-rolling-restart-of-nodes'
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    launch({
      DATABASE_URL,
      FOYER_API_KEY: key,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
      DRAIN_SECONDS: '2',
    })
  const nodes = await Promise.all(ports.map(start))
  const balancer = await openBalancer(ports)
  t.after(() => balancer.close())
  let isOver = false
  const statuses: number[] = []
  const clients = Array.from({ length: 6 }, async (_, client) => {
    for (let turn = 0; !isOver; turn++) {
      const answer = await fetch(`${balancer.url}/v0/accounts`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ domain: `c${client}-${turn}.example` }),
      })
      statuses.push(answer.status)
      const text = await answer.text()
      if (answer.status !== 201) t.diagnostic(`${answer.status} ${text}`)
      await sleep(10)
    }
  })
  await sleep(500)
  for (const [nth, node] of nodes.entries()) {
    assert.equal((await node.stop()).code, 0)
    nodes[nth] = await start(ports[nth] as number)
    await sleep(500)
  }
  isOver = true
  await Promise.all(clients)
  assert.ok(statuses.length > 50, `${statuses.length} writes`)
  assert.deepEqual(new Set(statuses), new Set([201]))
  await Promise.all(nodes.map((node) => node.stop()))
})

/**
 * A load balancer: sends requests alternately to ready nodes over persistent connections. It polls `/readyz` at intervals
 * shorter than the drain time, and repeats a request only if the connection was refused.
 */
async function openBalancer(ports: number[]) {
  const ready = new Set(ports)
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true })]))
  const look = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) ready.add(port)
    else ready.delete(port)
  }
  const looking = setInterval(() => ports.map(look), 200)
  let turn = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const first = turn++
    const { method, url: path, headers } = request
    const send = (tried: number[]) => {
      const left = [...ready].filter((port) => !tried.includes(port))
      const port = left[first % left.length]
      if (port === undefined) return void response.writeHead(502).end('no node is ready')
      const agent = agents.get(port)
      const onward = ask({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502)
        answer.pipe(response)
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return send([...tried, port])
        response.writeHead(502).end(String(error.code))
      })
      onward.end(Buffer.concat(chunks))
    }
    send([])
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(looking)
      for (const agent of agents.values()) agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a run whose worker is frozen inside a transaction is taken over within 30 s', {
  skip: onlyThorough,
}, async () => {
  const DATABASE_URL = await freshDatabase()
  const FOYER_API_KEY = 'a-key-for-workers-that-are-frozen-now'
  const web = await launch({ DATABASE_URL, FOYER_API_KEY }, { args: ['--role', 'web'] })
  const headers = { 'x-api-key': FOYER_API_KEY, 'content-type': 'application/json' }
  const post = async (path: string, body: object) =>
    (await (
      await fetch(web.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as any
  const { pageId } = await post('/v0/pages', { name: 'Frozen', pageType: 'custom' })
  const { audienceId } = await post(`/v0/pages/${pageId}/audiences`, {})
  const messages = `/v0/pages/${pageId}/audiences/${audienceId}/messages`
  await post(messages, { message: 'Change the headline to "Thawed".' })
  // Like a worker that froze in a transaction after claiming the run.
  const admin = await openSession({ url: DATABASE_URL })
  await admin`update jobs set due_at = now() + interval '15 seconds' where kind = 'agent_run'`
  await admin.end()
  const frozen = openDatabase({ url: DATABASE_URL, poolSize: 1 })
  const held = frozen
    .inTransaction(async (tx) => {
      await tx`select from audiences where audience_id = ${audienceId} for update`
      await sleep(60_000, undefined, { ref: false })
    })
    .catch(() => {})
  const began = performance.now()
  const worker = await launch({ DATABASE_URL, FOYER_API_KEY }, { args: ['--role', 'worker'] })
  const versions = `${web.url}/v0/pages/${pageId}/audiences/${audienceId}`
  const status = async () =>
    ((await (await fetch(versions, { headers })).json()) as any).latestVersion.status as string
  await eventually(async () => assert.equal(await status(), 'draft'), 45_000)
  assert.ok(performance.now() - began < 30_000, `${Math.round(performance.now() - began)} ms`)
  await worker.stop()
  await web.stop()
  await held
  await frozen.close()
})
