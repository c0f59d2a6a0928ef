import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Client } from '../test/client.ts'
import { writeCountryFile } from '../test/countryFile.ts'
import { from, makePlace, makeReport, newStay, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { openCountries } from '../web/countries.ts'
import { endVisits } from './end.ts'

const minute = 60_000
const countryFile = writeCountryFile('DE')
after(async () => rm(await countryFile, { force: true }))

async function setUp() {
  const here = await world({ ...visited, GEOIP_DATABASE: await countryFile })
  const { acme } = here
  const list = async (query: object = {}, client: Client = acme) => {
    const { status, body } = await client.get(`/v0/visits?${new URLSearchParams({ ...query })}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return { ...here, here, list, site: openSite(here, acme) }
}

async function newPerson(acme: Client, name = 'Jane Doe') {
  const domain = `${newStay().slice(0, 8)}.example`
  const { accountId } = (await acme.post('/v0/accounts', { domain, name: 'Vandelay' })).body
  const { personId } = (await acme.post('/v0/persons', { name, email: `jane@${domain}` })).body
  return { accountId, personId }
}

test('a visit contains its person and account, how the page was read, and its origin', async () => {
  const { here, acme, site, list } = await setUp()
  const whom = await newPerson(acme)
  const place = await makePlace(here, acme, { personId: whom.personId })
  const report = makeReport(here, place, {
    ...{
      age: 84_000,
      span: 84_000,
      visible: 62_400,
      scroll: 90,
      interactions: 2,
      actions: ['book', 'unknown'],
    },
    referrer: 'https://www.linkedin.com/feed?session=secret#top',
    query: '?utm_source=newsletter&utm_campaign=Spring%00%20sale&k=personal',
  })
  assert.equal(await site.report(report, from('203.0.113.9')), 204)
  const { items, totalCount } = await list({ accountId: whom.accountId })
  assert.equal(totalCount, 1)
  const { visitId, startedAt, lastSeenAt, ...visit } = items[0]
  assert.match(visitId, /^visit_[a-z0-9]{26}$/)
  assert.equal(Number(lastSeenAt) - Number(startedAt), 84_000)
  assert.deepEqual(visit, {
    pageId: place.pageId,
    pageName: 'Visited',
    audienceId: place.audienceId,
    audienceName: 'Jane Doe · Vandelay',
    ...whom,
    endedAt: null,
    timeSpentSeconds: 62,
    scrollDepthPercentage: 90,
    views: 1,
    interactions: 2,
    actionClicks: 1,
    clickedActions: ['book'],
    formSubmits: 0,
    origin: {
      referrer: 'www.linkedin.com/feed',
      utm: { source: 'newsletter', campaign: 'Spring  sale' },
      device: 'desktop',
      browser: 'Chrome',
      os: 'Linux',
      country: 'DE',
    },
  })
})

test('three parallel windows for 26 seconds are a visit of 26 seconds, in the list and in all figures', async () => {
  const { here, acme, site, list } = await setUp()
  const whom = await newPerson(acme)
  const place = await makePlace(here, acme, { personId: whom.personId })
  const times = { age: 26_000, span: 26_000, visible: 26_000 }
  for (const stay of [newStay(), newStay(), newStay()])
    assert.equal(await site.report(makeReport(here, place, { stay, ...times }), from('203.0.113.77')), 204)
  const { items } = await list({ audienceId: place.audienceId })
  assert.deepEqual(
    items.map(({ timeSpentSeconds, views }: any) => [timeSpentSeconds, views]),
    [[26, 3]],
  )
  const to = Date.now() + minute
  // The first range is read from sessions, the second from whole hours.
  for (const from of [to - 10 * minute, to - 24 * 60 * minute]) {
    const range = new URLSearchParams({
      startDate: new Date(from).toISOString(),
      endDate: new Date(to).toISOString(),
    })
    const { status, body } = await acme.get(`/v0/pages/${place.pageId}/analytics/summary?${range}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Math.round(body.avgTimeSpentSeconds), 26)
  }
})

test('clicks of later reports and of joined sessions are listed in order', async () => {
  const { here, acme, site, list } = await setUp()
  const place = await makePlace(here, acme)
  const stay = newStay()
  for (const actions of [[], ['book'], ['book', 'book']])
    await site.report(
      makeReport(here, place, { stay, actions, age: 2000 + actions.length }),
      from('198.51.100.4'),
    )
  await site.report(makeReport(here, place, { actions: ['book'] }), from('198.51.100.4'))
  const { items } = await list({ audienceId: place.audienceId })
  assert.equal(items.length, 1)
  assert.deepEqual(items[0].clickedActions, ['book', 'book', 'book'])
})

test('pages of one site do not count as referrers, and hostile values never fail a report', async () => {
  const { here, acme, site, list } = await setUp()
  const place = await makePlace(here, acme)
  const hostile: object[] = [
    { referrer: `http://${site.host}/other` },
    { referrer: 'javascript:alert(1)' },
    { referrer: 'not an address', query: '?utm_source=%ED%A0%80&utm_medium=%' },
    { referrer: 'https://x.example/\u{10ffff}', query: `?${'utm_source=a&'.repeat(150)}` },
  ]
  for (const [nth, changes] of hostile.entries())
    assert.equal(await site.report(makeReport(here, place, changes), from(`198.51.100.${nth + 10}`)), 204)
  const tooLong = makeReport(here, place, { referrer: 'a'.repeat(1001) })
  assert.equal(await site.report(tooLong), 400)
  const { items } = await list({ pageId: place.pageId })
  assert.deepEqual(items.map(({ origin }: any) => [origin.referrer, origin.utm?.source]).reverse(), [
    [undefined, undefined],
    [undefined, undefined],
    [undefined, '\ufffd\ufffd\ufffd'],
    ['x.example/%F4%8F%BF%BF', 'a'],
  ])
})

test('the list pages through visits of all pages, newest first, and keeps to its filters and its tenant', async () => {
  const { here, acme, globex, site, list } = await setUp()
  const whom = await newPerson(acme)
  const one = await makePlace(here, acme, { personId: whom.personId })
  const two = await makePlace(here, acme)
  for (let nth = 0; nth < 7; nth++) {
    const place = nth % 2 ? one : two
    const times = { age: (10 - nth) * minute, span: 1000 }
    await site.report(makeReport(here, place, times), from(`192.0.2.${nth}`))
  }
  await site.report(makeReport(here, two, { automated: true }), from('192.0.2.99'))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: '3', ...(cursor ? { cursor } : {}) })
    assert.equal(page.totalCount, 7)
    seen.push(...page.items.map(({ startedAt }: any) => startedAt))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.equal(seen.length, 7)
  assert.deepEqual(seen, seen.toSorted().reverse())
  for (const [filter, expected] of [
    [{ pageId: one.pageId }, 3],
    [{ audienceId: two.audienceId }, 4],
    [{ personId: whom.personId }, 3],
    [{ accountId: whom.accountId }, 3],
    [{ accountId: whom.accountId, pageId: two.pageId }, 0],
  ] as const) {
    const { items, totalCount } = await list(filter)
    assert.deepEqual([items.length, totalCount], [expected, expected], JSON.stringify(filter))
    assert.equal((await list(filter, globex)).totalCount, 0)
  }
  assert.equal((await list({}, globex)).items.length, 0)
})

test('`visit.ended` is written once, with the figures, and only for subscriptions that existed before the visit', async () => {
  const { here, acme, site, subscribe, events, db } = await setUp()
  const place = await makePlace(here, acme)
  await site.report(makeReport(here, place), from('192.0.2.1'))
  await subscribe(acme)
  const stay = newStay()
  await site.report(
    makeReport(here, place, { stay, age: 5000, span: 5000, visible: 5000 }),
    from('192.0.2.2'),
  )
  const ended = async () => (await events(acme)).filter(({ type }) => type === 'visit.ended')
  await endVisits(db)
  assert.deepEqual(await ended(), [])
  const later = Date.now() + 32 * minute
  await endVisits(db, later)
  await endVisits(db, later)
  const [event, ...others] = await ended()
  assert.deepEqual(others, [])
  assert.equal(event?.data.audienceId, place.audienceId)
  assert.equal(event?.data.timeSpentSeconds, 5)
  assert.equal(event?.data.endedAt, event?.data.lastSeenAt)
})

test('an unreadable database of countries stops the start with the reason', async () => {
  await assert.rejects(openCountries('/nowhere/countries.mmdb'), /GEOIP_DATABASE can't be read/)
  const find = await openCountries(undefined)
  assert.equal(find('203.0.113.9'), undefined)
})
