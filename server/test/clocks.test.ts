import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onlyThorough } from './environment.ts'
import { eventually } from './eventually.ts'
import { launch, preparedFolder } from './launch.ts'
import { openSink } from './sink.ts'
import { visit } from './visitor.ts'

const minuteMs = 60_000

/** Node options that shift the clock of a process; the database's clock stays right. */
function skewedBy(ms: number): string {
  const code = `
    const Right = Date
    globalThis.Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${ms}) : super(...given) }
      static now() { return Right.now() + ${ms} }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

for (const minutes of [-5, 5])
  test(`a node whose clock is off by ${minutes} minutes decides by the time of the database`, {
    skip: onlyThorough,
  }, async () => {
    const { dataDir, key } = await preparedFolder()
    const sink = await openSink()
    const settings = {
      DATA_DIR: dataDir,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      NODE_OPTIONS: skewedBy(minutes * minuteMs),
    }
    const service = await launch(settings)
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(service.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
    }
    const inMs = (ms: number) => `+${Date.now() + ms}`
    const isSoon = (actualMs: number, expectedMs: number, what: string) =>
      assert.ok(Math.abs(actualMs - expectedMs) < 30_000, `${what} is off by ${actualMs - expectedMs} ms`)
    try {
      const { pageId } = (await ask('POST', '/v0/pages', { name: 'Clock', pageType: 'custom' })).body
      await ask('POST', `/v0/pages/${pageId}/publish`, {})
      const audiences = `/v0/pages/${pageId}/audiences`
      const made = (await ask('POST', audiences, { publish: true })).body
      const { audienceId, publishedVersion } = made
      const target = { targetType: 'audience', audienceId }
      const { pageLinkId } = (await ask('POST', '/v0/page_links', { path: '/clock', target })).body

      const schedule = (runAt: string) =>
        ask('POST', `/v0/pages/${pageId}/schedules`, { action: 'archivePage', runAt })
      assert.equal((await schedule(inMs(2 * minuteMs))).status, 201)
      assert.equal((await schedule(inMs(-2 * minuteMs))).status, 400)
      const release = (publishAt: string) =>
        ask('POST', `/v0/pages/${pageId}/releases`, { kind: 'base', audiences: { all: true }, publishAt })
      assert.equal((await release(inMs(2 * minuteMs))).status, 202)
      assert.equal((await release(inMs(-2 * minuteMs))).status, 400)

      const expire = (expiresAt: string) => ask('PATCH', `/v0/page_links/${pageLinkId}/gate`, { expiresAt })
      const show = async () => (await visit(service.url, 'demo.localhost', '/clock')).status
      assert.equal((await expire(inMs(-2 * minuteMs))).status, 400)
      assert.equal((await expire(inMs(2 * minuteMs))).status, 200)
      await sleep(300)
      assert.equal(await show(), 200)
      assert.equal((await expire(inMs(2_000))).status, 200)
      await eventually(async () => assert.equal(await show(), 410), 5_000)

      const { versionId } = publishedVersion
      const { url } = (await ask('GET', `${audiences}/${audienceId}/versions/${versionId}/preview`)).body
      const [, expires] = /\.(\d{13})\./.exec(url) ?? []
      isSoon(Number(expires), Date.now() + 60 * minuteMs, 'the end of a preview')
      assert.equal((await visit(service.url, 'demo.localhost', new URL(url).pathname)).status, 200)

      const signIn = await fetch(`${service.url}/console/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-foyer-console': '1', origin: service.url },
        body: JSON.stringify({ key }),
      })
      const [, maxAge] = /Max-Age=(\d+)/.exec(signIn.headers.get('set-cookie') ?? '') ?? []
      isSoon(Number(maxAge) * 1_000, 30 * 24 * 60 * minuteMs, 'the age of a session cookie')

      const hooks = '/v0/webhook_subscriptions'
      const { subscriptionId } = (await ask('POST', hooks, { url: `${sink.url}/`, events: ['webhook.test'] }))
        .body
      await ask('POST', `${hooks}/${subscriptionId}/test`, {})
      const [received] = await sink.waitFor(1)
      isSoon(Number(received?.headers['webhook-timestamp']) * 1_000, Date.now(), 'the time of a signature')
    } finally {
      await service.stop()
      await sink.close()
    }
  })

/** Files that may read the clock of the machine, with the reason. */
const mayReadClock: Record<string, string> = {
  'server/database/clock.ts': 'it measures the difference',
  'server/database/reach.ts': 'waits for the database',
  'server/backup/beforeUpgrade.ts': 'names a file',
  'server/backup/lastBackup.ts': 'tells people when it was',
  'server/embedded/postgres.ts': 'waits for the database',
  'server/embedded/process.ts': 'waits for a process',
  'server/log/output.ts': 'waits for the log',
  'server/agent/model/prompt.ts': 'tells a model which day it is',
  'server/telemetry/failures.ts': 'dates a line of the log',
}

test('times are compared only with the time of the database', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = globSync('{builtin-agent,document,server,shared}/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|^server\/(test|cli|demo|agent\/eval)\/|^builtin-agent\/(evaluation|training)\//.test(
        file,
      ),
  )
  const reading = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /\bDate\.now\(|new Date\(\)/.test(text)
  })
  assert.deepEqual(
    reading.filter((file) => !mayReadClock[file]),
    [],
    'Use databaseNow() of server/database/clock.ts, or performance.now() for durations.',
  )
  assert.deepEqual(
    Object.keys(mayReadClock).filter((file) => !reading.includes(file)),
    [],
  )
})
