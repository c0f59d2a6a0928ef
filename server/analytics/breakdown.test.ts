import assert from 'node:assert/strict'
import { test } from 'node:test'
import { from, makePlace, makeReport, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { countClicks, countSessions, sampleSize } from './breakdown.ts'

type Given = {
  origin?: object | null
  actions?: string[]
  links?: string[]
  scroll?: number
  forms?: number
  ago?: number
}

async function setUp() {
  const here = await world(visited)
  const { acme, db } = here
  const place = await makePlace(here, acme)
  const path = `/v0/pages/${place.pageId}`
  let number = 0
  /** Sessions as the recorder would leave them. */
  const add = (...given: Given[]) => {
    const rows = given.map(
      ({ origin = null, actions = [], links = [], scroll = 10, forms = 0, ago = 0.01 }) => ({
        ...{ tenantId: acme.tenantId, pageId: place.pageId, audienceId: place.audienceId },
        ...{
          sessionId: crypto.randomUUID(),
          number: ++number,
          verdict: 'human',
          views: 1,
          visibleMs: 20_000,
        },
        ...{
          startedAtMs: Math.round(Date.now() - ago * 86_400_000),
          lastSeenAtMs: Date.now(),
          interactions: 0,
        },
        ...{ scroll, actionClicks: actions.length, linkClicks: links.length, formSubmits: forms },
        origin: db.read.json(origin),
        clickedActions: db.read.json(actions.length > 0 ? actions : null),
        clickedLinks: db.read.json(links.length > 0 ? links : null),
      }),
    )
    return db.inTransaction((tx) => tx`insert into visit_sessions ${tx.values(rows)}`)
  }
  const ask = async (query = '') => {
    const answer = await acme.get(`${path}/analytics/breakdown?${query}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  return { ...here, here, place, path, add, ask }
}

const counts = (rows: { value: string; sessions: number }[]) =>
  Object.fromEntries(rows.map(({ value, sessions }) => [value, sessions]))

test('breakdowns are exact, filters combine, and a filtered list still shows its other values', async () => {
  const { acme, globex, path, add, ask } = await setUp()
  const german = { device: 'desktop', country: 'DE', browser: 'Chrome' }
  await add(
    { origin: { ...german, referrer: 'www.linkedin.com/feed' }, actions: ['book', 'book'], scroll: 80 },
    {
      origin: { ...german, referrer: 'linkedin.com' },
      links: ['#prices', 'https://x.example/a'],
      scroll: 60,
    },
    { origin: { ...german, utm: { source: 'Mail', campaign: 'spring' } }, forms: 1, scroll: 90 },
    { origin: { device: 'mobile', country: 'NL', referrer: 'linkedin.com' }, links: ['#prices'] },
    { origin: { device: 'desktop', country: 'NL' }, scroll: 100 },
    {},
    { origin: german, ago: 40 },
  )
  const all = await ask()
  assert.deepEqual([all.sessions, all.funnel], [6, [6, 2]])
  assert.deepEqual(counts(all.dimensions.source), { 'linkedin.com': 3, mail: 1, '': 2 })
  assert.deepEqual(all.dimensions.source[0], { value: 'linkedin.com', sessions: 3, goals: 1 })
  assert.deepEqual(counts(all.dimensions.campaign), { spring: 1, '': 5 })
  assert.deepEqual(counts(all.dimensions.device), { desktop: 4, mobile: 1, '': 1 })
  assert.deepEqual(counts(all.dimensions.country), { DE: 3, NL: 2, '': 1 })
  assert.deepEqual(all.actions, [{ value: 'book', times: 2, sessions: 1 }])
  assert.deepEqual(all.links, [
    { value: '#prices', times: 2, sessions: 2 },
    { value: 'https://x.example/a', times: 1, sessions: 1 },
  ])
  assert.equal(all.points.length, 30)
  assert.equal(
    all.points.reduce((sum: number, one: any) => sum + one.totalSessions, 0),
    6,
  )

  // And between kinds, or within one; the filtered kind keeps the values that are left out.
  const some = await ask('device=desktop&country=DE&country=NL')
  assert.deepEqual([some.sessions, some.summary.totalSessions, some.funnel], [4, 4, [4, 2]])
  assert.deepEqual(counts(some.dimensions.country), { DE: 3, NL: 1 })
  assert.deepEqual(counts(some.dimensions.device), { desktop: 4, mobile: 1 })
  assert.deepEqual(counts(some.dimensions.source), { 'linkedin.com': 2, mail: 1, '': 1 })
  assert.equal(some.summary.avgScrollDepthPercentage, (80 + 60 + 90 + 100) / 4)
  assert.deepEqual((await ask('source=')).sessions, 2, 'unknown is a value, too')
  assert.deepEqual((await ask('link=%23prices')).sessions, 2)
  const acted = await ask('action=book')
  assert.deepEqual(
    [acted.sessions, acted.actions.length, counts(acted.dimensions.country)],
    [1, 1, { DE: 1 }],
  )
  assert.deepEqual([(await ask('form=true')).sessions, (await ask('form=false')).sessions], [1, 5])
  assert.equal((await globex.get(`${path}/analytics/breakdown`)).status, 404)

  // A goal is a funnel: a session reaches a step if it did all before it.
  const steps = [{ kind: 'opened' }, { kind: 'read', atLeast: 50 }, { kind: 'clickedAction', value: 'book' }]
  const made = await acme.post(`${path}/goals`, { name: 'Booked', steps })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { goalId } = made.body
  const reached = await ask(`goalId=${goalId}`)
  assert.deepEqual(reached.funnel, [6, 4, 1])
  assert.deepEqual(
    reached.dimensions.country.map(({ value, goals }: any) => [value, goals]),
    [
      ['DE', 1],
      ['NL', 0],
      ['', 0],
    ],
  )
  const changed = [{ kind: 'stayed', atLeast: 10 }, { kind: 'clickedLink' }, { kind: 'submittedForm' }]
  await acme.put(`/v0/goals/${goalId}`, { name: 'Sent', steps: changed })
  assert.deepEqual((await ask(`goalId=${goalId}&country=DE`)).funnel, [3, 1, 0])
  for (const wrong of [
    [],
    [{ kind: 'read' }],
    [{ kind: 'opened', atLeast: 3 }],
    Array(6).fill({ kind: 'opened' }),
  ])
    assert.equal((await acme.post(`${path}/goals`, { name: 'Wrong', steps: wrong })).status, 400)
  assert.equal((await globex.put(`/v0/goals/${goalId}`, { name: 'Theirs', steps })).status, 404)
  assert.equal((await acme.delete(`/v0/goals/${goalId}`)).status, 204)
  assert.equal((await acme.get(`${path}/analytics/breakdown?goalId=${goalId}`)).status, 400)
})

test('a clicked link is recorded once, in any number and order of reports, without its query', async () => {
  const { here, acme, place, ask } = await setUp()
  const site = openSite(here, acme)
  const report = makeReport(here, place, { links: ['/plans?token=secret#top', 'mailto:jonas@acme.example'] })
  const earlier = { ...report, links: report.links?.slice(0, 1) }
  for (const one of [report, earlier, report]) assert.equal(await site.report(one, from('192.0.2.1')), 204)
  const second = makeReport(here, place, { links: ['/plans'] })
  assert.equal(await site.report(second, from('192.0.2.1')), 204)
  const { links, sessions } = await ask()
  assert.equal(sessions, 1, 'one visitor, one session')
  assert.deepEqual(links, [
    { value: '/plans', times: 1, sessions: 1 },
    { value: '/plans#top', times: 1, sessions: 1 },
    { value: 'mailto:jonas@acme.example', times: 1, sessions: 1 },
  ])
  const old: Partial<typeof report> = makeReport(here, place)
  delete old.links
  assert.equal(await site.report(old, from('192.0.2.2')), 204, 'an older script says nothing of links')
  for (const wrong of [['x'.repeat(151)], Array(21).fill('#a'), ['\u0000']])
    assert.equal(await site.report({ ...report, links: wrong }, from('192.0.2.3')), 400)
})

test('very many sessions are counted from an even sample and extrapolated', async () => {
  const { acme, db, place, add, ask } = await setUp()
  const hourMs = 3_600_000
  // Ten hours of 40 sessions: a quarter from Germany, a tenth with a click.
  const all = Array.from({ length: 400 }, (_, nth) => ({
    origin: { country: nth % 4 === 0 ? 'DE' : 'FR' },
    actions: nth % 10 === 3 ? ['book'] : [],
    ago: (30 + (nth % 10) + nth / 4_000) / 24,
  }))
  await add(...all)
  const { tenantId } = acme
  await db.inTransaction(
    (tx) => tx`
      insert into visit_figures (tenant_id, page_id, audience_id, grain, starts_at_ms, sessions, bounces, interactions,
        scroll, visible_ms, conversions, form_sessions)
      select tenant_id, page_id, '', 'hour', started_at_ms / ${hourMs} * ${hourMs}, count(*), 0, 0, 0, 0, 0, 0
      from visit_sessions where tenant_id = ${tenantId} group by tenant_id, page_id, 5`,
  )
  const range = { from: Date.now() - 60 * hourMs, to: Date.now() }
  const where = { tenantId, pageId: place.pageId, range, total: 400, mostSessions: 100 }
  assert.equal(sampleSize(where), 100)
  const asked = { filters: {}, steps: undefined, moments: [range.from] }
  const { values, points } = await countSessions(db.read, where, asked)
  const sessions = (value: string) => values.find((row) => row.value === value)?.sessions ?? 0
  assert.equal(points[0]?.sessions, 400)
  assert.ok(Math.abs(sessions('DE') - 100) <= 25, JSON.stringify(values))
  assert.equal(sessions('DE') + sessions('FR'), 400)
  const filtered = await countSessions(db.read, where, { ...asked, filters: { country: ['DE'] } })
  assert.equal(filtered.points[0]?.sessions, sessions('DE'))
  const [book] = await countClicks(db.read, where, {}, 'action')
  assert.ok(book && Math.abs(book.clicks - 40) <= 20, JSON.stringify(book))
  // Few enough are counted one by one.
  assert.equal((await ask()).sampledSessions, null)
})
