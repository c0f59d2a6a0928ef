import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedDemo } from '../demo/seed.ts'
import { until } from '../test/eventually.ts'
import { openReleasedPage, pageSaying, undo } from '../test/releases.ts'
import { makePlace, makeReport, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'
import type { RecentSession } from './queries.ts'
import { byDay, dayMs, findHotAccounts } from './summary.ts'

test('the overview excludes sample pages, and shows waiting and upcoming work', async () => {
  const here = await world(visited)
  const { acme, globex, withScope } = here
  await here.db.inTransaction((tx) => seedDemo(here.context, tx, acme.tenantId))
  const home = async (query = '') => (await acme.get(`/v0/home${query}`)).body
  const empty = await home()
  assert.deepEqual([empty.ownPages, empty.figures.visits, empty.before.visits], [0, 0, 0])
  assert.deepEqual(empty.firstSteps, {
    ...{ brand: false, page: false, audience: false, live: false, visit: false, pageId: null },
  })
  assert.deepEqual([empty.hotAccounts, empty.waiting, empty.upcoming], [[], [], []])

  const { accountId } = (await acme.post('/v0/accounts', { domain: 'hot.example', name: 'Hot' })).body
  const place = await makePlace(here, acme, { accountId })
  const site = openSite(here, acme)
  assert.equal(await site.report(makeReport(here, place, { actions: ['book'], scroll: 80 })), 204)
  const { audienceId } = (
    await acme.post(`/v0/pages/${place.pageId}/audiences`, { accountId, publish: true })
  ).body
  const path = `/v0/pages/${place.pageId}/audiences/${audienceId}`
  const document = { theme: {}, blocks: [{ id: 'a', type: 'text', props: { body: 'Hi' }, sources: [] }] }
  assert.equal((await acme.post(`${path}/versions`, { document })).status, 201)
  const runAt = `+${Date.now() + dayMs}`
  const planned = await acme.post(`/v0/pages/${place.pageId}/schedules`, { action: 'archivePage', runAt })
  assert.equal(planned.status, 201, JSON.stringify(planned.body))

  const now = await home('?since=2020-01-01T00:00:00Z')
  assert.deepEqual(now.figures, { visits: 1, companies: 1, readShare: 0.8, responses: 1 })
  assert.deepEqual([now.ownPages, now.livePages, now.days.at(-1)], [1, 1, 1])
  assert.deepEqual(now.firstSteps, {
    ...{ brand: false, page: true, audience: true, live: true, visit: true, pageId: place.pageId },
  })
  // A brand that was entered by hand is chosen, also if all it has is the name of the team.
  const { name } = (await acme.get('/v0/tenant_settings')).body
  assert.equal((await acme.post('/v0/brands', { name, primaryColor: '#1f6f5c' })).status, 201)
  assert.equal((await home()).firstSteps.brand, true)
  const [hot] = now.hotAccounts
  assert.deepEqual([hot.name, hot.visits, hot.clicks, hot.lastScrollDepthPercentage], ['Hot', 1, 1, 80])
  assert.deepEqual(
    now.waiting.map(({ kind, count, pageId }: any) => [kind, count, pageId]),
    [['drafts', 1, place.pageId]],
  )
  assert.deepEqual([now.upcoming[0].kind, now.upcoming[0].pageName], ['archivePage', 'Visited'])
  assert.equal((await (await withScope(globex, 'read')).get('/v0/home')).body.figures.visits, 0)
  assert.equal((await acme.get('/v0/home?since=yesterday')).status, 400)
})

test('a finished release to one audience names it, and shows whether it was undone', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Before'))
  const ada = await page.add('Ada')
  await page.add('Ben')
  await page.save(pageSaying('After'))
  const toOne = await page.release({ audiences: { audienceIds: [ada] } })
  const happened = async () =>
    (await acme.get('/v0/home')).body.finished.map(({ kind, audienceName, count, left }: any) => [
      ...[kind, audienceName, count, left],
    ])
  assert.deepEqual(await happened(), [['release', 'Ada', 1, 0]])
  await undo(acme, toOne.releaseId)
  assert.deepEqual(await happened(), [['undo', 'Ada', 1, 0]])
  await page.release()
  assert.deepEqual(await happened(), [
    ['release', null, 2, 0],
    ['undo', 'Ada', 1, 0],
  ])
})

test('a batch counts the pages it made, without rows that repeat another one', async () => {
  const { acme } = await world()
  const { pageId } = await openReleasedPage(acme, pageSaying('Hello'))
  const rows = [
    'name,email',
    'Ann,ann@one.example',
    'Ben,ben@two.example',
    'Ann again,ann@one.example',
    ',no',
  ]
  const { fileId } = (await acme.upload('people.csv', rows.join('\r\n'), 'text/csv')).body
  const started = await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { csvFileId: fileId })
  assert.equal(started.status, 202)
  const finished = await until('the batch has ended', async () => {
    const { body } = await acme.get('/v0/home')
    return body.finished.length > 0 && body.finished
  })
  assert.deepEqual(
    finished.map(({ kind, count, left }: any) => [kind, count, left]),
    [['batch', 2, 2]],
  )
})

test('live audiences behind their page are listed as waiting, also before a comparison', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Before'))
  const waiting = async () =>
    (await acme.get('/v0/home')).body.waiting.map(({ kind, count, pageId }: any) => [kind, count, pageId])
  await page.add('Ada')
  const detached = await page.add('Grace')
  await page.add('Not live', { publish: false })
  assert.equal((await acme.post(`${page.path}/audiences/${detached}/detach`, {})).status, 200)
  assert.deepEqual(await waiting(), [])
  await page.save(pageSaying('After'))
  assert.deepEqual(await waiting(), [['behind', 1, page.pageId]])
  const [standing] = (await acme.get(`/v0/standings/pages?pageId=${page.pageId}`)).body.items
  assert.equal(standing.isBehind, true)
  await page.states()
  assert.deepEqual(await waiting(), [['behind', 1, page.pageId]])
  // Back to the audience's own content: after a comparison it lacks nothing, although its revision is older.
  await page.save(pageSaying('Before'))
  await page.states()
  assert.deepEqual(await waiting(), [])
  await page.save(pageSaying('At last'))
  await page.release()
  assert.deepEqual(await waiting(), [])
})

test('hot accounts are sorted by forms, then clicks, then visits', () => {
  const now = 100 * dayMs + 1000
  const session = (accountId: string, changes: Partial<RecentSession> = {}): RecentSession => ({
    ...{ accountId, accountName: accountId, personId: null, pageName: 'Page', startedAtMs: now - 5000 },
    ...{ scroll: 10, visibleMs: 1000, forms: 0, clicks: 0, audienceCreatedAt: '+1' },
    ...changes,
  })
  const sessions = [
    session('visits'),
    session('visits'),
    session('visits', { personId: 'p', audienceCreatedAt: `+${now - 10}` }),
    session('clicks', { clicks: 1 }),
    session('forms', { forms: 1 }),
    session('old', { startedAtMs: now - 8 * dayMs, forms: 9 }),
  ]
  const hot = findHotAccounts(sessions, now)
  assert.deepEqual(
    hot.map(({ name }) => name),
    ['forms', 'clicks', 'visits'],
  )
  assert.deepEqual([hot[2]?.visits, hot[2]?.newPeople], [3, 1])
  assert.deepEqual(byDay(now, [{ atMs: now - 2 * dayMs, count: 4 }]), [0, 0, 0, 0, 4, 0, 0])
})
