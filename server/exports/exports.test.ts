import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Client } from '../test/client.ts'
import { until } from '../test/eventually.ts'
import { createAsset, upload } from '../test/files.ts'
import { from, makePlace, makeReport, newStay, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { exportNames } from './tables.ts'

type Rows = Record<string, string>[]

async function setUp() {
  const here = await world(visited)
  const read = async (path: string, client: Client = here.acme): Promise<Rows> => {
    const answer = await fetch(`${here.baseUrl}${path}`, { headers: { 'x-api-key': client.key } })
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="[\w-]+\.csv"$/)
    return parse(Buffer.from(await answer.arrayBuffer()), { columns: true, bom: true })
  }
  return { ...here, here, read }
}

test('every table is exported completely, with rows of its own tenant only, and formulas are escaped', async () => {
  const { acme, globex, here, read } = await setUp()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'a.example', name: '=HYPERLINK("x")' }))
    .body
  const { personId } = (
    await acme.post('/v0/persons', { name: 'Zoë, "Z"', email: 'z@a.example', phoneNumber: '+49 30 123456' })
  ).body
  await acme.post(`/v0/accounts/${accountId}/logs`, { text: 'Met at the fair.' })
  const place = await makePlace(here, acme, { personId })
  const target = { targetType: 'audience', audienceId: place.audienceId }
  await acme.post('/v0/page_links', { path: '/zoe', target })
  const report = makeReport(here, place, { actions: ['book'], query: '?utm_source=@mail' })
  await openSite(here, acme).report(report, from('192.0.2.7'))

  const [account] = await read('/v0/exports/accounts')
  assert.equal(account?.name, '\'=HYPERLINK("x")')
  assert.match(account?.createdAt ?? '', /^\d{4}-\d\d-\d\dT/)
  const [person] = await read('/v0/exports/persons')
  assert.deepEqual(
    [person?.name, person?.phoneNumber, person?.accountDomain],
    ['Zoë, "Z"', "'+4930123456", 'a.example'],
  )
  const [link] = await read('/v0/exports/links')
  assert.deepEqual([link?.path, link?.host, link?.audienceId], ['/zoe', '', place.audienceId])
  const [visit] = await read('/v0/exports/visits')
  assert.deepEqual([visit?.clickedActions, visit?.utmSource, visit?.page], ['book', "'@mail", 'Visited'])
  const [audience] = await read('/v0/exports/audiences')
  assert.deepEqual([audience?.isLive, audience?.email], ['true', 'z@a.example'])
  assert.ok((await read('/v0/exports/activity')).some(({ type }) => type === 'account_log.created'))
  for (const name of exportNames) {
    const rows = await read(`/v0/exports/${name}`, globex)
    assert.equal(rows.length, 0, name)
  }
})

test('batches, assets, notices and deliveries are exported with their values, and formulas are escaped', async () => {
  const { acme, here, read, subscribe, sink } = await setUp()
  const subscriptionId = await subscribe(acme)
  const asset = await createAsset(acme, { name: '@logo', purpose: '-header' })
  await acme.patch(`/v0/assets/${asset.assetId}`, { tags: ['=a', 'b'] })
  const { personId } = (await acme.post('/v0/persons', { name: '+Zoe', email: 'zoe@a.example' })).body
  const place = await makePlace(here, acme, { personId })
  await acme.patch(`/v0/pages/${place.pageId}`, { name: '=1+1' })
  await openSite(here, acme).report(makeReport(here, place, { actions: ['book'] }), from('192.0.2.11'))
  const table = 'Name,E-mail\nJane,jane@a.example\nJane,jane@a.example\nNobody,no address\n'
  const csvFileId = (await upload(acme, 'people.csv', table, 'text/csv')).fileId
  const { batchId } = (await acme.post(`/v0/pages/${place.pageId}/audiences/bulk`, { csvFileId })).body
  await until('the batch has ended', async () => {
    return (await acme.get(`/v0/batches/${batchId}`)).body.finishedAt !== null
  })
  await until('both notices are there', async () => (await acme.get('/v0/notices')).body.totalCount === 2)
  await until('the end of the batch is delivered', async () => {
    const { items } = (await acme.get(`/v0/webhook_subscriptions/${subscriptionId}/deliveries`)).body
    return items.some(({ type, status }: any) => type === 'batch.finished' && status === 'delivered')
  })

  const [batch] = await read('/v0/exports/batches')
  assert.deepEqual(
    [batch?.batchId, batch?.page, batch?.status, batch?.rows, batch?.made, batch?.failed, batch?.repeated],
    [batchId, "'=1+1", 'finished', '3', '1', '1', '1'],
  )
  const [exported] = await read('/v0/exports/assets')
  assert.deepEqual(
    [exported?.assetId, exported?.name, exported?.purpose, exported?.tags, exported?.state],
    [asset.assetId, "'@logo", "'-header", "'=a, b", 'active'],
  )
  const notices = await read('/v0/exports/notices')
  assert.deepEqual(
    notices.map(({ kind, page, audience, actionId }) => [kind, page, audience, actionId]),
    [
      ['first_visit', "'=1+1", "'+Zoe", ''],
      ['click', "'=1+1", "'+Zoe", 'book'],
    ],
  )
  const deliveries = await read('/v0/exports/deliveries')
  const finished = deliveries.find(({ type }) => type === 'batch.finished')
  assert.deepEqual(
    [finished?.subscriptionId, finished?.url, finished?.status, finished?.attempts, finished?.responseStatus],
    [subscriptionId, `${sink.url}/`, 'delivered', '1', '204'],
  )
  assert.match(finished?.lastTriedAt ?? '', /^\d{4}-\d\d-\d\dT/)
})

test('a table longer than a chunk is exported without a gap or a repeat', async () => {
  const { acme, read, db } = await setUp()
  await db.inTransaction(
    (tx) => tx`
      insert into accounts (tenant_id, account_id, domain, name_folded, search_text)
      select ${acme.tenantId}, 'account_' || lpad(nth::text, 26, '0'), 'd' || nth || '.example', '', ''
      from generate_series(1, 2500) as nth`,
  )
  await db.inTransaction(
    (tx) =>
      tx`insert into tallies (tenant_id, scope, difference) values (${acme.tenantId}, 'accounts', 2500)`,
  )
  const rows = await read('/v0/exports/accounts')
  assert.equal(new Set(rows.map(({ accountId }) => accountId)).size, 2500)
  assert.equal(rows.length, 2500)
})

test('an export can be limited to a page if its table has pages; other tables and parameters are refused', async () => {
  const { acme, globex, here, read } = await setUp()
  const [one, two] = [await makePlace(here, acme), await makePlace(here, acme)]
  assert.deepEqual(
    (await read(`/v0/exports/audiences?pageId=${one.pageId}`)).map(({ audienceId }) => audienceId),
    [one.audienceId],
  )
  assert.equal((await acme.get(`/v0/exports/accounts?pageId=${two.pageId}`)).status, 400)
  assert.equal((await acme.get('/v0/exports/secrets')).status, 404)
  assert.deepEqual(await read(`/v0/exports/audiences?pageId=${one.pageId}`, globex), [])
})

test('the figures of a page are exported by day', async () => {
  const { acme, here, read } = await setUp()
  const place = await makePlace(here, acme)
  await openSite(here, acme).report(makeReport(here, place), from('192.0.2.8'))
  const rows = await read(`/v0/pages/${place.pageId}/analytics/export`)
  assert.equal(rows.length, 30)
  assert.equal(rows.at(-1)?.totalSessions, '1')
})

test('the export of a person holds all that erasing them removes', async () => {
  const { acme, globex, here, subscribe, db } = await setUp()
  await subscribe(acme)
  const email = `jane@${newStay().slice(0, 8)}.example`
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Unique', email })).body
  await acme.post(`/v0/persons/${personId}/logs`, { text: 'Likes sailing.' })
  const { pageId } = (await acme.post('/v0/pages', { name: 'Offer', pageType: 'outbound' })).body
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  const made = (await acme.post(`/v0/pages/${pageId}/audiences`, { personId, publish: true })).body
  await acme.post('/v0/page_links', {
    path: `/${newStay()}`,
    target: { targetType: 'audience', audienceId: made.audienceId },
  })
  const place = {
    tenantId: acme.tenantId,
    pageId,
    audienceId: made.audienceId,
    versionId: made.latestVersion.versionId,
  }
  await openSite(here, acme).report(makeReport(here, place), from('192.0.2.9'))
  const table = `Name,E-mail,Phone\nJane,${email.toUpperCase()},12\nKim,kim@a.example,12\n`
  const csvFileId = (await upload(acme, 'people.csv', table, 'text/csv')).fileId
  const started = await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { csvFileId })
  await until('the batch has ended', async () => {
    return (await acme.get(`/v0/batches/${started.body.batchId}`)).body.status === 'finished'
  })
  const { status, body } = await acme.get(`/v0/persons/${personId}/export`)
  assert.equal(status, 200)
  assert.equal(body.person.email, email)
  assert.equal(body.logs[0].text, 'Likes sailing.')
  assert.equal(body.visits[0].visibleMs, 1000)
  for (const part of ['activity', 'audiences', 'links', 'versions', 'events'])
    assert.ok(body[part].length > 0, part)
  assert.ok(body.versions[0].document.blocks.length > 0)
  assert.deepEqual(
    body.batchRows.map(({ csvRow, status, values }: any) => [csvRow, status, values.email]),
    [[2, 'failed', email.toUpperCase()]],
  )
  assert.doesNotMatch(JSON.stringify(body), /tenantId|fingerprint|searchText|"visitor":/)
  assert.equal((await globex.get(`/v0/persons/${personId}/export`)).status, 404)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.equal((await acme.get(`/v0/persons/${personId}/export`)).status, 404)
  const left = await db.read`select from visit_sessions where tenant_id = ${acme.tenantId}`
  assert.equal(left.length, 0)
  const { items } = (await acme.get(`/v0/batches/${started.body.batchId}/rows`)).body
  assert.deepEqual(
    items.map(({ values }: any) => values?.email ?? null),
    [null, 'kim@a.example'],
  )
})
