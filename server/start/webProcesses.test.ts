import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onlyThorough } from '../test/environment.ts'
import { until } from '../test/eventually.ts'
import { freshDatabase, type Launched, launch, spawnService } from '../test/launch.ts'

function forksOf({ child }: Launched): number[] {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout
  return [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s.*--role web/gm)]
    .filter(([, , parent]) => Number(parent) === child.pid)
    .map(([, pid]) => Number(pid))
}

test('two web processes share a port and their metrics, a killed one is replaced, and both stop', async () => {
  const service = await launch({ DATABASE_URL: await freshDatabase(), WEB_CONCURRENCY: '2' })
  const before = forksOf(service)
  assert.equal(before.length, 2)
  // Each connection may reach another process; the count must be the sum of both.
  for (let i = 0; i < 12; i++)
    assert.equal((await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } })).status, 200)
  const figures = await (await fetch(`${service.url}/metrics`, { headers: { connection: 'close' } })).text()
  assert.match(
    figures,
    /^foyer_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 12$/m,
  )

  process.kill(before[0] as number, 'SIGKILL')
  await until('it is replaced', () => {
    const forks = forksOf(service)
    return forks.length === 2 && !forks.includes(before[0] as number)
  })
  for (let i = 0; i < 8; i++)
    assert.equal((await fetch(`${service.url}/readyz`, { headers: { connection: 'close' } })).status, 200)
  service.signalAll('SIGINT')
  assert.equal((await service.ended).code, 0)
  assert.deepEqual(forksOf(service), [])
})

test('every request is answered although a web process freezes and is killed', {
  skip: onlyThorough,
}, async () => {
  const service = await launch({ DATABASE_URL: await freshDatabase(), WEB_CONCURRENCY: '2' })
  const [frozen] = forksOf(service)
  process.kill(frozen as number, 'SIGSTOP')
  const asked = Array.from({ length: 6 }, () =>
    fetch(`${service.url}/healthz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(15_000),
    }),
  )
  await sleep(1_000)
  process.kill(frozen as number, 'SIGKILL')
  for (const answer of asked) assert.equal((await answer).status, 200)
  await service.stop()
})

test('several web processes refuse a taken port as one does', { skip: onlyThorough }, async () => {
  const url = await freshDatabase()
  const first = await launch({ DATABASE_URL: url })
  const { port } = new URL(first.url)
  const refused = spawnService({ DATABASE_URL: url, PORT: port, WEB_CONCURRENCY: '2' })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.complaints(), new RegExp(`Port ${port} on 127.0.0.1 is in use`))
  await first.stop()
})
