import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageIdentity } from '../site/draw.ts'
import type { Client } from '../test/client.ts'
import { eventually } from '../test/eventually.ts'
import { browserAgent, from, makePlace, makeReport, newStay, openSite, visited } from '../test/visits.ts'
import { waitForMinute } from '../test/waitForMinute.ts'
import { type World, world } from '../test/world.ts'
import { AnonymousLimits, reportRates } from './anonymousLimits.ts'
import { openVisits } from './open.ts'

async function setUp(given: Parameters<typeof makePlace>[2] = {}) {
  const here = await world(visited)
  const place = await makePlace(here, here.acme, given)
  const site = openSite(here, here.acme)
  const summary = async () => (await here.acme.get(`/v0/pages/${place.pageId}/analytics/summary`)).body
  return { ...here, here, place, site, summary, report: (changes = {}) => makeReport(here, place, changes) }
}

async function rowsOf({ db }: World, { tenantId, audienceId }: PageIdentity) {
  return await db.read`
    select verdict, reason, views, visible_ms, interactions from visit_sessions
    where tenant_id = ${tenantId} and audience_id = ${audienceId} order by started_at_ms, verdict`
}

async function newPerson(acme: Client) {
  const domain = `${newStay().slice(0, 8)}.example`
  const { accountId } = (await acme.post('/v0/accounts', { domain })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe', email: `jane@${domain}` })).body
  return { accountId, personId }
}

test('a report is stored before it is acknowledged and shows in the summary at once', async () => {
  const { site, report, summary } = await setUp()
  assert.equal(await site.report(report()), 204)
  assert.deepEqual(await summary(), {
    avgInteractionsPerSession: 0,
    avgScrollDepthPercentage: 40,
    avgTimeSpentSeconds: 1,
    bounceRate: 1,
    conversionRate: 0,
    formSubmitRate: 0,
    totalSessions: 1,
  })
})

test('repeated, late or unordered reports of a stay only add information', async () => {
  const { here, place, site, report } = await setUp()
  const stay = newStay()
  const early = report({ stay, age: 2000, span: 2000, visible: 2000 })
  const late = report({ stay, age: 9000, span: 9000, visible: 7000, views: 2, interactions: 3 })
  for (const one of [late, early, late, early]) assert.equal(await site.report(one), 204)
  assert.deepEqual(
    [...(await rowsOf(here, place))],
    [{ verdict: 'human', reason: null, views: 2, visibleMs: 7000, interactions: 3 }],
  )
})

test('twenty visitors with repeated reports at the same time are twenty sessions', async () => {
  const { site, report, summary } = await setUp()
  const reports = Array.from({ length: 20 }, () => report())
  const statuses = await Promise.all(
    [...reports, ...reports, ...reports].map((one, index) => site.report(one, from(`192.0.2.${index % 20}`))),
  )
  assert.deepEqual(new Set(statuses), new Set([204]))
  const { totalSessions, avgTimeSpentSeconds } = await summary()
  assert.deepEqual([totalSessions, avgTimeSpentSeconds], [20, 1])
})

test('a non-human visit is stored with a verdict and a reason, and counted nowhere', async () => {
  const { here, place, site, report, summary, subscribe, events, acme } = await setUp()
  await subscribe(acme)
  const cases: [Record<string, string>, object, string, RegExp][] = [
    [{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, {}, 'bot', /Googlebot/i],
    [{ 'user-agent': '' }, {}, 'bot', /no user agent/],
    [{ 'user-agent': 'curl/8.5.0' }, {}, 'bot', /curl/],
    [{}, { automated: true }, 'headless', /webdriver/],
    [{ 'sec-purpose': 'prefetch;prerender' }, {}, 'prefetch', /prefetch/],
    [from('148.163.130.7'), {}, 'scanner', /Proofpoint/],
    [{ 'user-agent': 'Mozilla/5.0 (Windows; Barracuda Sentinel)' }, {}, 'scanner', /barracuda/i],
  ]
  for (const [headers, changes] of cases) assert.equal(await site.report(report(changes), headers), 204)
  const rows = await rowsOf(here, place)
  for (const [, , verdict, reason] of cases)
    assert.ok(
      rows.some((row) => row.verdict === verdict && reason.test(row.reason)),
      `${verdict} ${reason}`,
    )
  assert.ok(rows.every(({ verdict }) => verdict !== 'human'))
  assert.equal((await summary()).totalSessions, 0)
  assert.deepEqual(await events(acme), [])
})

test('an invalid report is refused, and nothing is stored', async () => {
  const { here, place, site, report } = await setUp()
  const wrong: [unknown, number][] = [
    ['', 400],
    ['null', 400],
    ['[]', 400],
    ['{"token":', 400],
    [Buffer.from([0xff, 0xfe, 0x00]), 400],
    [{ ...report(), extra: 1 }, 400],
    [report({ views: 0 }), 400],
    [report({ views: 1e9 }), 400],
    [report({ visible: -1 }), 400],
    [report({ visible: 0.5 }), 400],
    [report({ scroll: 101 }), 400],
    [report({ age: 86_400_001 }), 400],
    [report({ stay: `${newStay()}'` }), 400],
    [report({ stay: newStay().toUpperCase() }), 400],
    [report({ actions: Array(51).fill('book') }), 400],
    [report({ actions: ['a\u0000b'] }), 400],
    [report({ actions: ['x'.repeat(101)] }), 400],
    [JSON.stringify(report({ actions: ['?'] })).replace('?', '\\ud800'), 400],
    [report({ token: 'x' }), 403],
    [report({ token: report().token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }), 403],
    [JSON.stringify(report()).padEnd(9_000), 413],
  ]
  for (const [body, status] of wrong)
    assert.equal(await site.report(body), status, String(JSON.stringify(body)).slice(0, 200))
  assert.equal((await site.ask('/_t')).status, 405)
  assert.equal(await site.report(report(), { 'sec-fetch-site': 'cross-site' }), 403)
  assert.deepEqual([...(await rowsOf(here, place))], [])
  assert.equal(await site.report(report({ actions: ['"quoted\\", {null}, 行動 👋'] })), 204)
})

test("a page's token is invalid on another tenant's site", async () => {
  const { here, place, report, summary } = await setUp()
  assert.equal(await openSite(here, here.globex).report(report()), 403)
  assert.equal((await summary()).totalSessions, 0)
  assert.deepEqual([...(await rowsOf(here, place))], [])
})

test('a visitor may send 120 reports a minute; others are not held up', async () => {
  const { site, report } = await setUp()
  await waitForMinute(10)
  const visitor = from('198.51.100.77')
  const statuses = await Promise.all(Array.from({ length: 125 }, () => site.report(report(), visitor)))
  assert.equal(statuses.filter((status) => status === 204).length, 120)
  assert.equal(statuses.filter((status) => status === 429).length, 5)
  const refused = await site.ask('/_t', { method: 'POST', headers: visitor, body: JSON.stringify(report()) })
  assert.match(refused.headers['retry-after'] as string, /^\d+$/)
  assert.equal(await site.report(report(), from('198.51.100.78')), 204)
})

test('a network may send 600 reports a minute, with any addresses and browsers', async () => {
  const { site, report } = await setUp()
  await waitForMinute(15)
  const send = (address: string, agent: number) =>
    site.report(report(), { ...from(address), 'user-agent': `Mozilla/5.0 (rotating ${agent})` })
  let taken = 0
  for (let batch = 0; batch < 7; batch++) {
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => send(`198.51.77.${i}`, batch * 100 + i)),
    )
    taken += statuses.filter((status) => status === 204).length
  }
  assert.equal(taken, 600)
  assert.equal(await send('198.51.78.1', 1), 204, 'another network is not held up')
  // Two hex digits below a /56.
  const within = (i: number) => `2001:db8:77:1${(i % 100).toString().padStart(2, '0')}::${i}`
  for (let batch = 0; batch < 6; batch++)
    await Promise.all(Array.from({ length: 100 }, (_, i) => send(within(i), i)))
  assert.equal(await send('2001:db8:77:1ff::1', 1), 429, 'a /56 is one network')
})

test('a page takes 60,000 reports a minute from all senders together; other pages are not delayed', async (t) => {
  const limits = new AnonymousLimits(reportRates)
  const now = Date.now()
  for (let i = 0; i < 60_000; i++) assert.ok(limits.takePage('busy', now))
  assert.equal(limits.takePage('busy', now), false)
  assert.ok(limits.takePage('other', now))
  assert.ok(limits.takePage('busy', now + 60_000))

  const { here, place } = await setUp()
  const visits = openVisits(here.context, { ...reportRates, page: 5 })
  t.after(() => visits.close())
  const send = (to: PageIdentity, address: string, at = now) =>
    visits.report(
      {
        method: 'POST',
        path: '/_t',
        headers: { 'user-agent': browserAgent },
        address,
        tenantId: here.acme.tenantId,
        body: Buffer.from(JSON.stringify(makeReport(here, to))),
      },
      at,
    )
  for (let network = 0; network < 5; network++)
    assert.equal((await send(place, `203.0.${network}.1`)).status, 204)
  const refused = await send(place, '203.0.200.1')
  assert.equal(refused.status, 429)
  assert.match(refused.headers['retry-after'] as string, /^\d+$/)
  assert.equal((await rowsOf(here, place)).length, 5)
  assert.equal((await send(await makePlace(here, here.acme), '203.0.200.1')).status, 204)
  assert.equal((await send(place, '203.0.200.1', now + 60_000)).status, 204)
})

test('a browser is identified by the first 512 characters of its user agent', async () => {
  const { here, place, site, report } = await setUp()
  for (const end of ['a', 'b'])
    assert.equal(
      await site.report(report({ stay: newStay() }), {
        'user-agent': `Mozilla/5.0 ${'x'.repeat(600)}${end}`,
      }),
      204,
    )
  const [{ visitors }] = await here.db.read<[{ visitors: number }]>`
    select count(distinct visitor) as visitors from visit_sessions
    where tenant_id = ${place.tenantId} and audience_id = ${place.audienceId}`
  assert.equal(visitors, 1)
})

test('only actions of the page count, and pages that are not served take no reports', async () => {
  const first = await setUp()
  const { acme, here, subscribe, events } = first
  const { personId } = await newPerson(acme)
  const place = await makePlace(here, acme, { personId })
  await subscribe(acme)
  const report = (actions: string[]) => makeReport(here, place, { actions })
  assert.equal(await first.site.report(report(['made-up', 'x'.repeat(100)])), 204)
  const told = await events(acme)
  assert.deepEqual(
    told.map(({ type }) => type),
    ['visit.started'],
  )
  assert.equal((await acme.post(`/v0/pages/${place.pageId}/archive`, {})).status, 200)
  await eventually(async () => assert.equal(await first.site.report(report([])), 410))
})

test("a visit and a click are recorded in the person's account activity and as events, once each", async () => {
  const first = await setUp()
  const { acme, here, subscribe, events } = first
  const { accountId, personId } = await newPerson(acme)
  const place = await makePlace(here, acme, { personId })
  await subscribe(acme)
  const stay = newStay()
  const report = makeReport(here, place, { stay })
  for (const one of [report, report, { ...report, actions: ['book'], interactions: 1 }, report])
    assert.equal(await first.site.report(one), 204)
  const told = await events(acme)
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.personId, data.accountId, data.actionId]),
    [
      ['visit.started', personId, accountId, undefined],
      ['action.clicked', personId, accountId, 'book'],
    ],
  )
  const { items } = (await acme.get(`/v0/accounts/${accountId}/activity?includePersonActivity=true`)).body
  assert.deepEqual(
    items.map(({ type, source, personName }: any) => [type, source, personName]),
    [
      ['action.clicked', 'visitor', 'Jane Doe'],
      ['page.viewed', 'visitor', 'Jane Doe'],
    ],
  )
  assert.equal(items[0].payload.actionId, 'book')
  assert.equal(items[1].payload.audienceId, place.audienceId)
  const alone = (await acme.get(`/v0/accounts/${accountId}`)).body
  assert.equal(alone.latestActivityAt, items[0].createdAt)
})

test('erasing a person erases their visits, including those in the figures of the page', async () => {
  const { acme, here, db, place, site, report, summary } = await setUp()
  const { personId } = await newPerson(acme)
  const theirs = await makePlace(here, acme, { personId, pageId: place.pageId })
  assert.equal(await site.report(report(), from('192.0.2.1')), 204)
  assert.equal(
    await site.report(makeReport(here, theirs, { visible: 60_000, age: 60_000 }), from('192.0.2.2')),
    204,
  )
  assert.equal((await summary()).totalSessions, 2)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const { totalSessions, avgTimeSpentSeconds } = await summary()
  assert.deepEqual([totalSessions, avgTimeSpentSeconds], [1, 1])
  assert.deepEqual([...(await rowsOf(here, theirs))], [])
  const [figures] = await db.read`
    select count(*) from visit_figures where tenant_id = ${acme.tenantId} and audience_id = ${theirs.audienceId}`
  assert.equal(figures?.count, 0)
  // A tab that is still open on an erased page gets this response within a moment.
  assert.ok([204, 410].includes(await site.report(makeReport(here, theirs))))
  assert.equal((await summary()).totalSessions, 1)
})

test('erasing a person while open tabs send reports leaves no visit and no figure', async () => {
  const { acme, here, db, place, site } = await setUp()
  const { personId } = await newPerson(acme)
  const theirs = await makePlace(here, acme, { personId, pageId: place.pageId })
  const stays = Array.from({ length: 12 }, newStay)
  const tell = (stay: string, seconds: number, index: number) =>
    site.report(
      makeReport(here, theirs, { stay, age: seconds * 1000, span: seconds * 1000, visible: seconds * 1000 }),
      from(`198.51.100.${index}`),
    )
  for (const [index, stay] of stays.entries()) assert.equal(await tell(stay, 1, index), 204)
  const answers = stays.map(async (stay, index) => {
    const statuses: number[] = []
    for (let seconds = 2; seconds < 20; seconds++) statuses.push(await tell(stay, seconds, index))
    return statuses
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.ok((await Promise.all(answers)).flat().every((status) => status === 204 || status === 410))
  assert.deepEqual([...(await rowsOf(here, theirs))], [])
  const figures = await db.read`
    select * from visit_figures where tenant_id = ${acme.tenantId} and page_id = ${place.pageId}
      and (audience_id <> '' or sessions <> 0 or visible_ms <> 0 or scroll <> 0)`
  assert.deepEqual([...figures], [])
})

test('neither the address of a visitor nor the version of their browser is stored', async () => {
  const { site, report, db, acme } = await setUp()
  assert.equal(await site.report(report(), from('203.0.113.199')), 204)
  const [session] = await db.read`
    select s::text as columns from visit_sessions s where s.tenant_id = ${acme.tenantId}`
  // A version in its own column or within text, but not digits of a hash, an id or a time.
  assert.doesNotMatch(session?.columns ?? assert.fail(), /203\.0\.113|Mozilla|Chrome\/|[(," ]141[),." ]/)
})
