import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoRelease } from '../releases/create.ts'
import { revokeKey } from '../tenants/keyQueries.ts'
import type { Client } from '../test/client.ts'
import { until } from '../test/eventually.ts'
import { block, openReleasedPage, pageSaying, rowsOf, undo, waitForRelease } from '../test/releases.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'

const soon = () => `+${Date.now() + 1_000}`
const later = () => `+${Date.now() + 3_600_000}`

async function setUp() {
  const here = await world()
  const page = await openReleasedPage(here.acme, pageSaying('Approved'))
  const writer = await here.withScope(here.acme, 'write')
  return { ...here, page, writer }
}

async function schedule(client: Client, pagePath: string, body: object): Promise<string> {
  const made = await client.post(`${pagePath}/schedules`, { runAt: later(), ...body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.scheduleId
}

/** Moves a schedule to the next second and waits for its result. */
async function runSchedule(client: Client, pagePath: string, scheduleId: string) {
  const moved = await client.patch(`/v0/schedules/${scheduleId}`, { runAt: soon() })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  return await until('the schedule has run', async () => {
    const { items } = (await client.get(`${pagePath}/schedules`)).body
    return items.find((one: any) => one.scheduleId === scheduleId && one.status !== 'scheduled')
  })
}

async function plan(client: Client, pagePath: string, body: object): Promise<string> {
  const made = await client.post(`${pagePath}/releases`, {
    audiences: { all: true },
    publishAt: later(),
    ...body,
  })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  return made.body.releaseId
}

/** Moves a release to the next second and returns the status and reason of each row by audience. */
async function runRelease(client: Client, releaseId: string) {
  const moved = await client.patch(`/v0/releases/${releaseId}`, { publishAt: soon() })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const { status } = await waitForRelease(client, releaseId)
  const rows = await rowsOf(client, releaseId)
  return { status, rows: Object.fromEntries(rows.map((row) => [row.audienceId, row])) }
}

const headline = (document: any) => document.blocks[0].props.headline

test('a release of drafts publishes the drafts and audiences that existed when it was made', async () => {
  const { acme, page, writer } = await setUp()
  const [ada, grace] = [await page.add('Ada'), await page.add('Grace')]
  for (const id of [ada, grace]) await page.edit(id, pageSaying('Draft'), { publish: false })
  const releaseId = await plan(acme, page.path, { kind: 'drafts' })
  const versions = `${page.path}/audiences/${ada}/versions`
  assert.equal((await writer.post(versions, { document: pageSaying('Replaced') })).status, 201)
  const linus = (await writer.post(`${page.path}/audiences`, {})).body.audienceId

  const { status, rows } = await runRelease(acme, releaseId)
  assert.equal(status, 'finished')
  assert.deepEqual(Object.keys(rows).sort(), [ada, grace].sort())
  assert.equal(rows[grace]?.status, 'published')
  assert.equal(rows[ada]?.status, 'overtaken')
  assert.match(rows[ada]?.reason ?? '', /Version 3 .* after the release was made\. Release it again/)
  assert.equal(headline(await page.documentOf(ada)), 'Approved')
  assert.equal(headline(await page.documentOf(grace)), 'Draft')
  const { items } = (await acme.get(`/v0/audiences?audienceId=${linus}`)).body
  assert.equal(items[0].isLive, false)
})

test('a release applies the decisions that were made before it', async () => {
  const { acme, page, writer } = await setUp()
  const [ada, grace] = [await page.add('Ada'), await page.add('Grace')]
  for (const id of [ada, grace]) await page.edit(id, pageSaying('Their own'))
  await page.save(pageSaying('New'))
  await page.states()
  const decisions = `${page.path}/conflicts/decisions`
  const { items } = (await acme.get(`${page.path}/conflicts`)).body
  const { conflictId } = items[0]
  assert.equal((await acme.post(decisions, [{ conflictId, decision: 'take' }])).status, 200)
  const releaseId = await plan(acme, page.path, { kind: 'base', conflicts: 'decided' })
  const changed = [{ audienceId: ada, conflictId, decision: 'text', text: 'Written later' }]
  assert.equal((await writer.post(decisions, changed)).status, 200)

  const { rows } = await runRelease(acme, releaseId)
  assert.equal(rows[grace]?.status, 'published')
  assert.equal(headline(await page.documentOf(grace)), 'New')
  assert.equal(rows[ada]?.status, 'overtaken')
  assert.equal(headline(await page.documentOf(ada)), 'Their own')
})

test('a release fills in the facts, overrides and protection that existed when it was made', async () => {
  const { acme, page, writer } = await setUp()
  await page.save(pageSaying('Hello {{person.name|you}}', block('a', 'One')))
  const add = async (name: string) => {
    const { personId } = (await acme.post('/v0/persons', { name })).body
    const { audienceId } = (await acme.post(`${page.path}/audiences`, { personId })).body
    return { personId, audienceId: audienceId as string, path: `${page.path}/audiences/${audienceId}` }
  }
  const [renamed, redirected, same] = [await add('Ada'), await add('Grace'), await add('Linus')]
  await page.save(pageSaying('Good morning {{person.name|you}}', block('a', 'One')))
  const releaseId = await plan(acme, page.path, { kind: 'base' })
  assert.equal((await writer.patch(`/v0/persons/${renamed.personId}`, { name: 'Changed' })).status, 200)
  const override = { actionUrlOverride: 'https://evil.example/' }
  assert.equal((await writer.patch(redirected.path, override)).status, 200)

  const { rows } = await runRelease(acme, releaseId)
  assert.equal(rows[same.audienceId]?.status, 'published')
  for (const { audienceId } of [renamed, redirected]) {
    assert.equal(rows[audienceId]?.status, 'overtaken')
    assert.match(rows[audienceId]?.reason ?? '', /changed after the release was made/)
    assert.equal((await acme.get(`/v0/audiences?audienceId=${audienceId}`)).body.items[0].isLive, false)
  }
})

test('a release does not publish pages whose link has lost its password since', async () => {
  const { acme, writer, baseUrl } = await setUp()
  const page = await openReleasedPage(acme, pageSaying('Approved'))
  const everyone = (await acme.post(`${page.path}/audiences`, {})).body.audienceId
  const target = { targetType: 'audience', audienceId: everyone }
  const { pageLinkId } = (await acme.post('/v0/page_links', { path: '/guarded', target })).body
  await acme.patch(`/v0/page_links/${pageLinkId}/gate`, { password: 'correct horse' })
  const ada = await page.add('Ada', { publish: false })
  const releaseId = await plan(acme, page.path, { kind: 'drafts' })
  assert.equal((await writer.patch(`/v0/page_links/${pageLinkId}/gate`, { password: null })).status, 200)
  const { rows } = await runRelease(acme, releaseId)
  assert.deepEqual([rows[ada]?.status, rows[everyone]?.status], ['overtaken', 'overtaken'])
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  assert.equal((await visit(baseUrl, host, '/guarded')).status, 404)
})

test('a person’s page is not published after the person, or the gate of the account, has moved', async () => {
  const { acme, page, writer } = await setUp()
  let accounts = 0
  const make = async () => {
    const newAccount = async () =>
      (await acme.post('/v0/accounts', { domain: `moving${++accounts}.example` })).body.accountId as string
    const [accountId, otherId] = [await newAccount(), await newAccount()]
    const add = async (body: object) =>
      (await acme.post(`${page.path}/audiences`, body)).body.audienceId as string
    const target = (audienceId: string) => ({ targetType: 'audience', audienceId })
    const [gated, elsewhere] = [await add({ accountId }), await add({ accountId: otherId })]
    const link = { path: `/moving${accounts}`, target: target(gated) }
    const { pageLinkId } = (await acme.post('/v0/page_links', link)).body
    await acme.patch(`/v0/page_links/${pageLinkId}/gate`, { password: 'correct horse' })
    const { personId } = (await acme.post('/v0/persons', { name: 'Ada', accountId })).body
    const audienceId = await add({ personId })
    const versionId = await page.edit(audienceId, pageSaying('Later'), { publish: false })
    const scheduleId = await schedule(acme, page.path, { action: 'publishVersion', audienceId, versionId })
    return {
      ...{ scheduleId, audienceId },
      movePerson: () => writer.patch(`/v0/persons/${personId}`, { accountId: otherId }),
      moveLink: () => writer.patch(`/v0/page_links/${pageLinkId}`, { target: target(elsewhere) }),
    }
  }
  for (const change of ['movePerson', 'moveLink'] as const) {
    const made = await make()
    assert.equal((await made[change]()).status, 200, change)
    const { status } = await runSchedule(acme, page.path, made.scheduleId)
    assert.equal(status, 'overtaken', change)
    assert.equal((await acme.get(`/v0/audiences?audienceId=${made.audienceId}`)).body.items[0].isLive, false)
  }
  const { scheduleId } = await make()
  assert.equal((await runSchedule(acme, page.path, scheduleId)).status, 'done')
})

test('a scheduled page is published only if it is unchanged since it was scheduled', async () => {
  const { acme, writer } = await setUp()
  const { brandId } = (await acme.post('/v0/brands', { name: 'Approved' })).body
  const make = async () => {
    const input = { name: 'Launch', pageType: 'custom', brandId }
    return `/v0/pages/${(await acme.post('/v0/pages', input)).body.pageId}`
  }
  const changes: [string, (page: string) => Promise<{ status: number }>][] = [
    [
      'scripts',
      (page) => writer.patch(page, { scripts: [{ name: 'x', content: 'alert(1)', enabled: true }] }),
    ],
    ['title', (page) => writer.patch(page, { title: 'Changed' })],
    ['metadata', (page) => writer.patch(page, { metadata: { title: 'Changed' } })],
    [
      'restored',
      async (page) => {
        await acme.post(`${page}/archive`)
        return await writer.post(`${page}/restore`, {})
      },
    ],
    ['brand', () => writer.patch(`/v0/brands/${brandId}`, { primaryColor: '#ff0000' })],
  ]
  for (const [what, change] of changes) {
    const page = await make()
    const scheduleId = await schedule(acme, page, { action: 'publishPage' })
    assert.equal((await change(page)).status, 200, what)
    const { status, reason } = await runSchedule(acme, page, scheduleId)
    assert.equal(status, 'overtaken', what)
    assert.match(reason, /changed after it was scheduled.* schedule it again/s)
    assert.equal((await acme.get(page)).body.status, 'draft', what)
  }
  const page = await make()
  const scheduleId = await schedule(acme, page, { action: 'publishPage' })
  assert.equal((await writer.patch(page, { name: 'Renamed', pageContext: 'Notes' })).status, 200)
  assert.equal((await writer.put(`${page}/document`, pageSaying('Next'))).status, 200)
  assert.equal((await runSchedule(acme, page, scheduleId)).status, 'done')
})

test('settings that determine what an unpublished page will show can be changed only with `publish`', async () => {
  const { acme, writer } = await setUp()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Launch', pageType: 'custom' })).body
  const path = `/v0/pages/${pageId}/audiences`
  const { audienceId } = (await acme.post(path, { publish: true })).body
  const target = { targetType: 'audience', audienceId }
  const override = { actionUrlOverride: 'https://evil.example/' }
  assert.equal((await writer.patch(`${path}/${audienceId}`, override)).status, 403)
  assert.equal((await writer.post('/v0/page_links', { path: '/launch', target })).status, 403)
})

test('a scheduled version is published only with the overrides and account it was scheduled with', async () => {
  const { acme, page, writer } = await setUp()
  const make = async (domain: string) => {
    const { accountId } = (await acme.post('/v0/accounts', { domain, name: 'Approved' })).body
    const { audienceId } = (await acme.post(`${page.path}/audiences`, { accountId })).body
    const versionId = await page.edit(audienceId, pageSaying('Later'), { publish: false })
    const scheduleId = await schedule(acme, page.path, { action: 'publishVersion', audienceId, versionId })
    return { accountId, audienceId, versionId, scheduleId }
  }
  const changes: ((made: Awaited<ReturnType<typeof make>>) => Promise<{ status: number }>)[] = [
    ({ accountId }) => writer.patch(`/v0/accounts/${accountId}`, { name: 'Changed' }),
    ({ audienceId }) =>
      writer.patch(`${page.path}/audiences/${audienceId}`, { actionUrlOverride: 'https://evil.example/' }),
  ]
  for (const [index, change] of changes.entries()) {
    const made = await make(`pinned${index}.example`)
    assert.equal((await change(made)).status, 200)
    const { status } = await runSchedule(acme, page.path, made.scheduleId)
    assert.equal(status, 'overtaken')
    assert.equal((await acme.get(`/v0/audiences?audienceId=${made.audienceId}`)).body.items[0].isLive, false)
  }
  // A newer draft doesn't matter: the schedule names its version.
  const made = await make('unchanged.example')
  await writer.post(`${page.path}/audiences/${made.audienceId}/versions`, { document: pageSaying('Newer') })
  assert.equal((await runSchedule(acme, page.path, made.scheduleId)).status, 'done')
  assert.equal(headline(await page.documentOf(made.audienceId)), 'Later')
})

test('schedules and releases of a revoked key do not run, and contain the reason', async () => {
  const { acme, page, withScope } = await setUp()
  const ada = await page.add('Ada')
  const versionId = await page.edit(ada, pageSaying('Later'), { publish: false })
  const publisher = await withScope(acme, 'publish')
  const planned = [
    await schedule(publisher, page.path, { action: 'publishVersion', audienceId: ada, versionId }),
    await schedule(publisher, page.path, { action: 'archivePage' }),
  ]
  const releaseId = await plan(publisher, page.path, { kind: 'drafts' })
  const { keyId } = (await publisher.get('/v0/me')).body
  assert.equal((await acme.delete(`/v0/api_keys/${keyId}`)).status, 204)
  for (const scheduleId of planned) {
    const { status, reason } = await runSchedule(acme, page.path, scheduleId)
    assert.equal(status, 'failed')
    assert.match(reason, /API key .* revoked/)
  }
  const { status, rows } = await runRelease(acme, releaseId)
  assert.equal(status, 'cancelled')
  assert.equal(rows[ada]?.status, 'cancelled')
  assert.match(rows[ada]?.reason ?? '', /API key .* revoked/)
  assert.equal(headline(await page.documentOf(ada)), 'Approved')
  assert.equal((await acme.get(page.path)).body.status, 'published')
})

test('an undo stops when the key that asked for it is revoked, and another key can go on', async () => {
  const { acme, page, withScope, db } = await setUp()
  const ada = await page.add('Ada')
  await page.edit(ada, pageSaying('Released'), { publish: false })
  const { releaseId } = await page.release({ kind: 'drafts' })
  assert.equal(headline(await page.documentOf(ada)), 'Released')
  const { keyId } = (await (await withScope(acme, 'publish')).get('/v0/me')).body
  const { tenantId } = acme
  // In one transaction, so that no worker runs a step before the key is revoked.
  await db.inTransaction(async (tx) => {
    await undoRelease(tx, tenantId, releaseId, keyId)
    await revokeKey(tx, tenantId, keyId)
  })
  assert.equal((await waitForRelease(acme, releaseId)).status, 'finished')
  const [row] = await rowsOf(acme, releaseId)
  assert.deepEqual([row?.status, row?.undo], ['published', null])
  assert.match(row?.reason ?? '', /Not undone: .*API key .* revoked/)
  assert.equal(headline(await page.documentOf(ada)), 'Released')

  assert.equal((await undo(acme, releaseId)).status, 'undone')
  assert.equal(headline(await page.documentOf(ada)), 'Approved')
})
