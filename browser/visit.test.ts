import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTab, TabClock, type TabOptions } from '../server/test/tab.ts'
import { buildVisitScript } from './build.ts'

const minute = 60_000

function setUp(options: Partial<TabOptions> = {}) {
  const clock = new TabClock(1_794_614_400_000)
  const reports: any[] = []
  const tab = openTab(clock, (body) => reports.push(JSON.parse(body)), { token: 'token', ...options })
  const pass = (ms: number) => clock.advanceTo(clock.nowMs + ms)
  return { clock, reports, tab, pass, last: () => reports.at(-1) }
}

test('the visit script is at most 1.2 KB gzipped, and the committed file matches a fresh build', async () => {
  const committed = readFileSync(new URL('./visit.min.js', import.meta.url), 'utf8')
  assert.ok(
    gzipSync(committed, { level: 9 }).length <= 1228,
    `${gzipSync(committed, { level: 9 }).length} bytes`,
  )
  assert.equal(committed, await buildVisitScript())
})

test('a short visit is reported after one second and again on leaving the page, without a duplicate report', () => {
  const { reports, tab, pass, last } = setUp()
  pass(1000)
  assert.equal(reports.length, 1)
  pass(2500)
  tab.leave()
  assert.equal(reports.length, 2)
  assert.deepEqual(
    { ...last(), stay: undefined },
    {
      age: 3500,
      token: 'token',
      stay: undefined,
      span: 3500,
      views: 1,
      visible: 3500,
      scroll: 25,
      interactions: 0,
      actions: [],
      links: [],
      submits: 0,
      automated: false,
      referrer: '',
      query: '',
    },
  )
  assert.match(last().stay, /^[0-9a-f]{32}$/)
})

test('a slightly fast clock causes no duplicate report', () => {
  const { reports, tab, pass, last } = setUp({ pace: 1.001 })
  pass(3500)
  tab.leave()
  assert.equal(reports.length, 2)
  assert.equal(last().visible, 3500)
})

test('only visible time counts, and a page that was never visible sends no report', () => {
  const { tab, pass, last } = setUp()
  pass(5000)
  tab.hide()
  pass(10 * minute)
  tab.show()
  pass(3000)
  tab.leave()
  assert.equal(last().visible, 8000)
  assert.equal(last().age, 10 * minute + 8000)
  const unseen = setUp({ isVisible: false })
  unseen.pass(minute)
  unseen.tab.leave()
  assert.equal(unseen.reports.length, 0)
})

test('a tab that was hidden for half an hour starts a new stay; a visible tab keeps its stay', () => {
  const { reports, tab, pass, last } = setUp()
  pass(100 * minute)
  const { stay } = last()
  assert.ok(reports.length < 110, `${reports.length} reports in 100 minutes`)
  assert.ok(last().visible >= 99 * minute)
  tab.hide()
  pass(29 * minute)
  tab.show()
  pass(2000)
  assert.equal(last().stay, stay)
  tab.hide()
  pass(30 * minute)
  tab.show()
  pass(2000)
  assert.notEqual(last().stay, stay)
  assert.deepEqual([last().views, last().visible, last().age], [1, 1000, 1000])
})

test('time during which the machine sleeps does not count as visible', () => {
  const { tab, pass, last } = setUp()
  pass(10_000)
  tab.sleep(20 * minute)
  pass(20_000)
  assert.ok(last().visible <= 10_000 + 70_000 + 20_000, String(last().visible))
})

test('clicks on something, form starts and video plays are interactions, each form and video once', () => {
  const { tab, pass, last } = setUp()
  const [form, video] = [{}, {}]
  tab.click()
  tab.clickNothing()
  for (let i = 0; i < 3; i++) {
    tab.fillIn(form)
    tab.play(video)
  }
  tab.fillIn({})
  pass(2000)
  assert.equal(last().interactions, 4)
})

test('an action click and a form submission are reported at once, together with all earlier activity', () => {
  const { reports, tab, last } = setUp()
  tab.scrollTo(80)
  tab.act('book')
  assert.deepEqual([reports.length, last().actions, last().interactions, last().scroll], [1, ['book'], 1, 80])
  tab.act('call')
  assert.deepEqual(last().actions, ['book', 'call'])
  tab.submit(true)
  assert.equal(last().submits, 0, 'a submit that something held back is none')
  tab.submit()
  assert.equal(last().submits, 1)
  for (let i = 0; i < 100; i++) tab.act('again')
  assert.equal(last().actions.length, 50)
})

test('links other than actions are reported with their target, at most twenty per stay', () => {
  const { tab, pass, last } = setUp()
  tab.follow('#prices')
  tab.follow(`https://acme.example/${'a'.repeat(300)}`)
  for (let i = 0; i < 30; i++) tab.follow('mailto:jonas@acme.example')
  pass(2000)
  assert.deepEqual([last().links.length, last().links[0], last().links[1].length], [20, '#prices', 150])
  assert.equal(last().interactions, 32)
})

test('the deepest scroll position counts, and a page that fits the screen counts as completely seen', () => {
  const { tab, pass, last } = setUp()
  tab.scrollTo(90)
  tab.scrollTo(30)
  pass(2000)
  assert.equal(last().scroll, 90)
  const short = setUp({ screens: 0.5 })
  short.pass(2000)
  assert.equal(short.last().scroll, 100)
})

test('history navigation counts as a view, a change of the fragment does not', () => {
  const { tab, pass, last } = setUp()
  tab.moveTo('/for/jane/pricing')
  tab.moveTo('/for/jane/pricing')
  pass(2000)
  assert.equal(last().views, 2)
  tab.leave()
  tab.comeBack()
  pass(2000)
  assert.equal(last().views, 3)
})

test('Do Not Track and Global Privacy Control stop all reports of a page that respects them', () => {
  for (const wish of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
    const asked = setUp({ respectsPrivacy: true, ...wish })
    asked.pass(minute)
    asked.tab.act('book')
    assert.equal(asked.reports.length, 0)
    const ignored = setUp(wish)
    ignored.pass(minute)
    assert.ok(ignored.reports.length > 0)
  }
  const indifferent = setUp({ respectsPrivacy: true })
  indifferent.pass(2000)
  assert.equal(indifferent.reports.length, 1)
})

test('a report says whether the browser is automated, and is sent without beacons if there are none', () => {
  const driven = setUp({ webdriver: true, hasBeacon: false })
  driven.pass(2000)
  assert.equal(driven.last().automated, true)
})

test('a report contains the referrer and the query string, both limited in length', () => {
  const { pass, last } = setUp({
    referrer: `https://news.example/${'a'.repeat(2000)}`,
    query: `?utm_source=mail&${'b'.repeat(3000)}`,
  })
  pass(1000)
  assert.equal(last().referrer.length, 1000)
  assert.match(last().referrer, /^https:\/\/news\.example\/a/)
  assert.equal(last().query.length, 2000)
  assert.match(last().query, /^\?utm_source=mail&b/)
})
