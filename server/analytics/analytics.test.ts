import assert from 'node:assert/strict'
import { test } from 'node:test'
import { from, makePlace, makeReport, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'

async function setUp() {
  const here = await world(visited)
  const place = await makePlace(here, here.acme)
  const path = `/v0/pages/${place.pageId}/analytics`
  return { ...here, place, path, site: openSite(here, here.acme), here }
}

test('without sessions the rates are 0 and the averages null', async () => {
  const { acme, path } = await setUp()
  assert.deepEqual((await acme.get(`${path}/summary`)).body, {
    avgInteractionsPerSession: 0,
    avgScrollDepthPercentage: null,
    avgTimeSpentSeconds: null,
    bounceRate: 0,
    conversionRate: 0,
    formSubmitRate: 0,
    totalSessions: 0,
  })
})

test('dates come with a zone, in order, and of the calendar; anything else is 400', async () => {
  const { acme, path } = await setUp()
  for (const query of [
    'startDate=2026-01-01',
    'startDate=2026-01-01T00:00:00',
    'startDate=yesterday',
    'startDate=2026-02-30T00:00:00Z',
    'endDate=2026-13-01T00:00:00Z',
    'startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z',
    'startDate=',
    'since=2026-01-01T00:00:00Z',
  ])
    for (const what of ['summary', 'timeseries', 'audiences'])
      assert.equal((await acme.get(`${path}/${what}?${query}`)).status, 400, `${what} ${query}`)
  for (const query of [
    'startDate=2026-01-01T00:00:00Z&endDate=2026-01-01T00:00:00Z',
    'startDate=2026-01-01T02:00:00%2B02:00&endDate=2026-01-01t00:00:00.123456z',
    'startDate=0001-01-01T00:00:00Z',
    'endDate=9999-12-31T23:59:59Z',
  ])
    assert.equal((await acme.get(`${path}/summary?${query}`)).status, 200, query)
})

test('the start belongs to a range and the end does not, to the millisecond', async () => {
  const { acme, path, place, site, db, here } = await setUp()
  assert.equal(await site.report(makeReport(here, place)), 204)
  const [row] = await db.read<{ startedAtMs: number }[]>`
    select started_at_ms from visit_sessions where tenant_id = ${acme.tenantId}`
  const at = row?.startedAtMs as number
  const count = async (from: number, to: number) => {
    const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
    return (await acme.get(`${path}/summary?startDate=${start}&endDate=${end}`)).body.totalSessions
  }
  assert.deepEqual(
    [
      await count(at, at + 1),
      await count(at - 9, at),
      await count(at + 1, at + 9),
      await count(at - 9, at + 9),
    ],
    [1, 0, 0, 1],
  )
})

test('the series has a point for every hour or day, empty ones too, and is bounded', async () => {
  const { acme, path, place, site, here } = await setUp()
  assert.equal(await site.report(makeReport(here, place)), 204)
  for (const [interval, points] of [
    ['hour', 48],
    ['day', 30],
  ] as const) {
    const { body } = await acme.get(`${path}/timeseries?interval=${interval}`)
    assert.equal(body.items.length, points)
    assert.equal(
      body.items.reduce((sum: number, { totalSessions }: any) => sum + totalSessions, 0),
      1,
    )
    assert.equal(body.items[0].avgTimeSpentSeconds, null)
  }
  const far = 'startDate=2020-01-01T00:00:00Z&endDate=2026-01-01T00:00:00Z'
  assert.equal((await acme.get(`${path}/timeseries?interval=hour&${far}`)).status, 400)
  assert.equal((await acme.get(`${path}/timeseries?interval=week`)).status, 400)
  const stranger = await makePlace(here, acme)
  assert.equal((await acme.get(`${path}/timeseries?audienceId=${stranger.audienceId}`)).status, 400)
  assert.equal((await acme.get(`${path}/timeseries?audienceId=${place.audienceId}`)).status, 200)
})

test('audiences are listed with their own figures, a page at a time', async () => {
  const { acme, path, place, site, here } = await setUp()
  const places = [place]
  for (let turn = 0; turn < 4; turn++) places.push(await makePlace(here, acme, { pageId: place.pageId }))
  for (const [index, one] of places.entries())
    for (let visitor = 0; visitor < index; visitor++)
      assert.equal(await site.report(makeReport(here, one), from(`192.0.2.${visitor}`)), 204)
  const seen: [string, number][] = []
  for (let cursor = ''; ; ) {
    const { body } = await acme.get(`${path}/audiences?limit=2${cursor}`)
    assert.equal(body.totalCount, 5)
    seen.push(...body.items.map(({ audienceId, totalSessions }: any) => [audienceId, totalSessions]))
    if (!body.hasMore) break
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
  assert.deepEqual(seen, places.map(({ audienceId }, index) => [audienceId, index]).toReversed())
})
