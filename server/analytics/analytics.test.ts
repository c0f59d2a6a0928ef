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

test('a range has valid dates with a time zone, in order; any other range is a 400', async () => {
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

test('the start of a range is inclusive and the end exclusive, to the millisecond', async () => {
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

test('the series has a point for every hour or day, including empty ones, and a maximum length', async () => {
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

test('several pages are summed up in one response, in the requested order and without other pages', async () => {
  const { acme, globex, place, site, here } = await setUp()
  const other = await makePlace(here, acme)
  const theirs = await makePlace(here, globex)
  const gone = await makePlace(here, acme)
  for (const [one, visitors] of [
    [place, 2],
    [other, 1],
    [gone, 1],
  ] as const)
    for (let visitor = 0; visitor < visitors; visitor++)
      assert.equal(await site.report(makeReport(here, one), from(`192.0.2.${visitor}`)), 204)
  await acme.delete(`/v0/pages/${gone.pageId}`)
  const named = [other, theirs, place, gone, other].map(({ pageId }) => `pageId=${pageId}`).join('&')
  const { status, body } = await acme.get(`/v0/analytics/pages?${named}`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map(({ pageId, totalSessions }: any) => [pageId, totalSessions]),
    [
      [other.pageId, 1],
      [place.pageId, 2],
    ],
  )
  const { points, pageId, ...summary } = body.items[1]
  assert.deepEqual(summary, (await acme.get(`/v0/pages/${pageId}/analytics/summary`)).body)
  assert.equal(points.length, 30)
  assert.deepEqual([points[0].totalSessions, points.at(-1).totalSessions], [0, 2])
  const past = 'startDate=2026-01-01T00:00:00Z&endDate=2026-01-03T00:00:00Z'
  const [empty] = (await acme.get(`/v0/analytics/pages?${past}&pageId=${place.pageId}`)).body.items
  assert.deepEqual([empty.totalSessions, empty.avgTimeSpentSeconds, empty.points.length], [0, null, 2])
  for (const wrong of [
    past,
    `pageId=${place.pageId}&startDate=2026-01-01T00:00:00Z&endDate=2026-06-01T00:00:00Z`,
    Array.from({ length: 101 }, () => `pageId=${place.pageId}`).join('&'),
  ])
    assert.equal((await acme.get(`/v0/analytics/pages?${wrong}`)).status, 400)
})

test('days are those of the requested time zone, including days of 23 and 25 hours', async () => {
  const { acme, path, place, db } = await setUp()
  const { tenantId } = acme
  const { pageId } = place
  const figures = { sessions: 1, bounces: 0, interactions: 0, scroll: 0, visibleMs: 0, conversions: 0 }
  // 23:00 in Berlin on the day before the clocks go back, and the 25 hours of the day after it.
  const start = Date.UTC(2026, 9, 24, 21)
  for (let hour = 0; hour < 27; hour++)
    await db.inTransaction(
      (tx) =>
        tx`insert into visit_figures ${tx.values({
          ...{ tenantId, pageId, audienceId: '', grain: 'hour', startsAtMs: start + hour * 3_600_000 },
          ...{ ...figures, formSessions: 0 },
        })}`,
    )
  const range = 'startDate=2026-10-24T00:00:00%2B02:00&endDate=2026-10-27T00:00:00%2B01:00'
  const { body } = await acme.get(`${path}/timeseries?${range}&timeZone=Europe/Berlin`)
  assert.deepEqual(
    body.items.map(({ startsAt, totalSessions }: any) => [
      new Date(Number(startsAt)).toISOString(),
      totalSessions,
    ]),
    [
      ['2026-10-23T22:00:00.000Z', 1],
      ['2026-10-24T22:00:00.000Z', 25],
      ['2026-10-25T23:00:00.000Z', 1],
    ],
  )
  for (const zone of ['Mars/Olympus', '%2B02:00', 'x'.repeat(70)])
    assert.equal((await acme.get(`${path}/timeseries?timeZone=${zone}`)).status, 400, zone)
})

test('figures of audiences can be requested by name', async () => {
  const { acme, path, place, site, here } = await setUp()
  const [second, stranger] = [
    await makePlace(here, acme, { pageId: place.pageId }),
    await makePlace(here, acme),
  ]
  await makePlace(here, acme, { pageId: place.pageId })
  assert.equal(await site.report(makeReport(here, place)), 204)
  const named = [place, second, stranger].map(({ audienceId }) => `audienceId=${audienceId}`).join('&')
  const { body } = await acme.get(`${path}/audiences?${named}`)
  assert.deepEqual(
    body.items.map(({ audienceId, totalSessions }: any) => [audienceId, totalSessions]),
    [
      [second.audienceId, 0],
      [place.audienceId, 1],
    ],
  )
  assert.deepEqual([body.hasMore, body.totalCount], [false, 2])
})
