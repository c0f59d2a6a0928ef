import assert from 'node:assert/strict'
import { test } from 'node:test'
import { times } from '../effort.ts'
import { world } from '../world.ts'
import { fuzz } from './fuzz.ts'

test('every request, valid or not, gets a response that matches its schema, and none a 5xx', async () => {
  const { acme, baseUrl, document } = await world()
  const { siteUrl } = (await acme.get('/v0/me')).body
  const report = await fuzz({
    baseUrl,
    key: acme.key,
    siteHost: new URL(siteUrl).host,
    document,
    requests: times(20_000, 1_500),
    seed: 20_261_115,
    // Other tests run concurrently; the limit of `npm run fuzz` is two seconds.
    slowMs: 10_000,
  })
  assert.deepEqual(report.faults.slice(0, 5), [])
  assert.ok(
    (report.byStatus[200] ?? 0) + (report.byStatus[201] ?? 0) > report.requests / 6,
    JSON.stringify(report.byStatus),
  )
})
