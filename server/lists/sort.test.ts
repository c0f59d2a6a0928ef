import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engagementScores } from '../activity/engagement.ts'
import { databaseNow } from '../database/clock.ts'
import { openReleasedPage, pageSaying } from '../test/releases.ts'
import { world } from '../test/world.ts'
import { FigureChanges } from '../visits/figures.ts'
import type { VisitSession } from '../visits/sessions.ts'
import { addFigures } from '../visits/write.ts'

type Walk = { path: string; id: string; limit?: number }

test('lists sort by column and by activity, page by page, with filters, in both directions', async () => {
  const { acme, globex, db } = await world()
  const walk = async ({ path, id, limit = 2 }: Walk): Promise<string[]> => {
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await acme.get(
        `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`,
      )
      assert.equal(status, 200, JSON.stringify(body))
      found.push(...body.items.map((item: any) => item[id]))
      if (!body.nextCursor) return found
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
    }
  }
  const names = ['Delta', 'alpha', 'Échelon', 'beta', 'Charlie']
  const accounts: Record<string, string> = {}
  for (const name of names) {
    const domain = `${name
      .normalize('NFKD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase()}.test`
    accounts[name] = (await acme.post('/v0/accounts', { domain, name })).body.accountId
  }
  const nameOf = new Map(Object.entries(accounts).map(([name, id]) => [id, name]))
  const sorted = async (sort: string, more = '') =>
    (await walk({ path: `/v0/accounts?sort=${sort}${more}`, id: 'accountId' })).map((id) => nameOf.get(id))
  const byName = ['alpha', 'beta', 'Charlie', 'Delta', 'Échelon']
  assert.deepEqual(await sorted('name'), byName)
  assert.deepEqual(await sorted('-name'), byName.toReversed())
  assert.deepEqual(await sorted('domain'), byName)
  assert.deepEqual(await sorted('createdAt'), names)
  assert.deepEqual(await sorted('-name', '&query=a'), ['Delta', 'Charlie', 'beta', 'alpha'])

  // Visits: those with the most first, then everybody without one.
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const visit = async (accountId: string, days: number[], form = false) => {
    const { audienceId } = (await acme.post(`${page.path}/audiences`, { accountId })).body
    const rows = days.map((ago) => ({
      ...{ tenantId: acme.tenantId, pageId: page.pageId, audienceId, sessionId: crypto.randomUUID() },
      ...{
        startedAtMs: Date.now() - ago * 86_400_000,
        lastSeenAtMs: Date.now(),
        verdict: 'human',
        number: 1,
      },
      ...{ views: 1, visibleMs: 1, scroll: 1, interactions: 0, actionClicks: 2, formSubmits: form ? 1 : 0 },
    }))
    await db.inTransaction(async (tx) => {
      await tx`insert into visit_sessions ${tx.values(rows)}`
      const changes = new FigureChanges()
      for (const row of rows) changes.add(row as unknown as VisitSession, 1)
      await addFigures(tx, changes.list())
    })
    return audienceId
  }
  await visit(accounts.beta as string, [0.001, 0.002, 0.003])
  await visit(accounts.Delta as string, [0.001, 2, 4, 5, 20], true)
  await visit(accounts.alpha as string, [9, 10, 11, 12, 13])
  const rest = ['Charlie', 'Échelon', 'alpha']
  assert.deepEqual(await sorted('-visits'), ['Delta', 'beta', ...rest])
  assert.deepEqual(await sorted('visits'), [...rest.toReversed(), 'beta', 'Delta'])
  assert.deepEqual((await sorted('-forms')).slice(0, 2), ['Delta', 'Charlie'])
  assert.deepEqual((await sorted('-returns'))[0], 'Delta')
  const asked = Object.values(accounts).map((id) => `accountId=${id}`)
  const { items } = (await acme.get(`/v0/analytics/engagement?${asked.join('&')}`)).body
  assert.deepEqual(
    items.find(({ id }: any) => id === accounts.Delta),
    { id: accounts.Delta, visits: 4, visitedPages: 1, returns: 3, forms: 4, actionClicks: 8 },
  )
  assert.equal(items.length, 2)
  assert.deepEqual((await globex.get(`/v0/analytics/engagement?${asked.join('&')}`)).body.items, [])

  for (const name of ['Zoe', 'Adam']) await acme.post('/v0/persons', { name })
  const persons = await acme.get('/v0/persons?sort=name')
  assert.deepEqual(
    persons.body.items.map(({ name }: any) => name),
    ['Adam', 'Zoe'],
  )
  await acme.post('/v0/pages', { name: 'Second', pageType: 'custom' })
  const pages = async (sort: string) =>
    (await acme.get(`/v0/pages/search?sort=${sort}`)).body.items.map(({ name }: any) => name)
  assert.deepEqual(await pages('name'), ['Released', 'Second'])
  assert.deepEqual(await pages('-updatedAt'), ['Second', 'Released'])
  assert.deepEqual(await pages('-audiences'), ['Released', 'Second'])
  assert.deepEqual(await pages('sessions'), ['Second', 'Released'])

  // A cursor belongs to its sort.
  const first = (await acme.get('/v0/accounts?sort=name&limit=1')).body.nextCursor
  const other = await acme.get(`/v0/accounts?sort=-name&limit=1&cursor=${encodeURIComponent(first)}`)
  assert.equal(other.body.code, 'invalid_cursor')
})

test('sorting by visits reads one row per hour of an audience, for any number of sessions', async () => {
  const { acme, db } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'busy.test' })).body
  const { audienceId } = (await acme.post(`${page.path}/audiences`, { accountId })).body
  const now = databaseNow()
  await db.inTransaction(async (tx) => {
    const changes = new FigureChanges()
    for (let i = 0; i < 2_000; i++)
      changes.add(
        {
          ...{ tenantId: acme.tenantId, pageId: page.pageId, audienceId },
          ...{ startedAtMs: now - i * 60_000, lastSeenAtMs: now, views: 1, visibleMs: 1, scroll: 1 },
          interactions: 0,
          ...{ actionClicks: 0, formSubmits: 0 },
        } as VisitSession,
        1,
      )
    await addFigures(tx, changes.list())
  })
  for (const sort of ['visits', 'returns', 'forms'] as const) {
    const scores = engagementScores(db.read, acme.tenantId, { now, owner: 'account', sort })
    const plan = await db.read`
      -- every tenant: the plan of a statement of one
      explain (analyze, format json) ${scores}`
    const rows = [...JSON.stringify(plan).matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) =>
      Number(count),
    )
    assert.ok(rows.length > 0 && Math.max(...rows) <= 35, `${sort}: ${rows}`)
  }
  assert.equal((await acme.get('/v0/accounts?sort=-visits&limit=1')).body.items[0].accountId, accountId)
})

test('views are saved by name for the whole tenant, and only for it', async () => {
  const { acme, globex } = await world()
  const save = (name: string, search: string) => acme.post('/v0/views', { list: 'accounts', name, search })
  const hot = await save('Hot this week', 'sort=-visits')
  assert.equal(hot.status, 201, JSON.stringify(hot.body))
  const again = await save('Hot this week', 'sort=-returns')
  assert.equal(again.body.viewId, hot.body.viewId, 'the same name is the same view')
  await acme.post('/v0/views', { list: 'pages', name: 'Hot this week', search: '' })
  assert.deepEqual(
    (await acme.get('/v0/views?list=accounts')).body.items.map(({ search }: any) => search),
    ['sort=-returns'],
  )
  assert.deepEqual((await globex.get('/v0/views')).body.items, [])
  assert.equal((await globex.delete(`/v0/views/${hot.body.viewId}`)).status, 404)
  assert.equal((await acme.delete(`/v0/views/${hot.body.viewId}`)).status, 204)
  assert.equal((await acme.delete(`/v0/views/${hot.body.viewId}`)).status, 404)
  assert.equal((await save(' ', '')).status, 400)
})
