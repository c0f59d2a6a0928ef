import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { beginVersion } from '../test/versions.ts'
import { world } from '../test/world.ts'
import { cancelVersion, finishVersion, startVersion } from './verbs.ts'

const hero = (headline: string, sources: object[] = []) => ({
  theme: {},
  blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources }],
})

async function makeAudience(client: Client, body: object = {}) {
  const { pageId } = (await client.post('/v0/pages', { name: 'P', pageType: 'custom' })).body
  const { audienceId, latestVersion } = (await client.post(`/v0/pages/${pageId}/audiences`, body)).body
  const path = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const draft = async (headline: string): Promise<string> =>
    (await client.post(path, { document: hero(headline) })).body.versionId
  const publish = (versionId: string, operationKey?: string) =>
    client.post(`${path}/${versionId}/publish`, operationKey ? { operationKey } : undefined)
  const statuses = async () =>
    (await client.get(path)).body.items.map(({ status }: { status: string }) => status).reverse()
  return { pageId, audienceId, first: latestVersion.versionId as string, path, draft, publish, statuses }
}

test('a person’s edit is a draft; publishing it archives the previous version; publishing that again rolls back', async () => {
  const { acme, subscribe, events } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'acme.com' })).body
  const { first, path, draft, publish, pageId, audienceId } = await makeAudience(acme, { accountId })
  await subscribe(acme)
  const passedOver = await draft('Passed over')
  const second = (await acme.post(path, { document: hero('New') })).body
  assert.deepEqual([second.versionNumber, second.status, second.publishedAt], [3, 'draft', null])
  const published = await publish(second.versionId)
  assert.equal(published.status, 200)
  assert.equal(published.body.status, 'published')
  const { publishedAt } = published.body
  const old = (await acme.get(`${path}/${first}`)).body
  assert.deepEqual([old.status, old.archivedAt, old.obsoleteAt], ['archived', publishedAt, publishedAt])
  assert.equal((await acme.get(`${path}/${passedOver}`)).body.obsoleteAt, publishedAt)
  assert.deepEqual((await publish(second.versionId)).body, published.body)

  const back = (await publish(first)).body
  assert.deepEqual([back.status, back.archivedAt, back.obsoleteAt], ['published', null, null])
  assert.equal((await acme.get(`${path}/${second.versionId}`)).body.status, 'archived')
  const audience = (await acme.get(`/v0/pages/${pageId}/audiences/${audienceId}`)).body
  assert.equal(audience.publishedVersion.versionId, first)
  assert.equal(audience.latestVersion.versionId, second.versionId)

  const seen = await events(acme)
  assert.deepEqual(
    seen.map(({ type }) => type),
    ['version.drafted', 'version.drafted', 'version.published', 'version.published'],
  )
  assert.deepEqual(
    seen.slice(2).map(({ data }) => data),
    [published.body, back],
  )
  const activity = (await acme.get(`/v0/accounts/${accountId}/activity`)).body
  assert.deepEqual(
    activity.items.map(({ type, payload }: any) => [type, payload]),
    [
      ['version.published', { pageId, audienceId, versionId: first, versionNumber: 1 }],
      ['version.published', { pageId, audienceId, versionId: second.versionId, versionNumber: 3 }],
    ],
  )
})

test('an operation key takes effect once, for good, and for one version only', async () => {
  const { acme } = await world()
  const { first, draft, publish, statuses } = await makeAudience(acme)
  const second = await draft('Two')
  const answers = await Promise.all(Array.from({ length: 20 }, () => publish(second, 'k')))
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.deepEqual(body, answers[0]?.body)
  }
  assert.equal((await publish(first, 'back')).status, 200)
  const repeat = await publish(second, 'k')
  assert.deepEqual([repeat.status, repeat.body.versionId, repeat.body.status], [200, second, 'archived'])
  assert.deepEqual(await statuses(), ['published', 'archived'])
  const other = await publish(first, 'k')
  assert.deepEqual([other.status, other.body.code], [422, 'key_reused'])
  for (const bad of [{ operationKey: '' }, { operationKey: 'x'.repeat(129) }, { key: 'k' }])
    assert.equal((await acme.post(`${(await makeAudience(acme)).path}/${first}/publish`, bad)).status, 400)
})

test('an unfinished or cancelled version cannot be published and has no document', async () => {
  const { acme, db, subscribe, events } = await world()
  const { audienceId, path, publish, statuses } = await makeAudience(acme)
  const { tenantId } = acme
  await subscribe(acme)
  const begin = () =>
    db.inTransaction((tx) => beginVersion(tx, tenantId, audienceId, { isNewPageAgent: true }))
  const [a, b, c] = [await begin(), await begin(), await begin()]
  assert.deepEqual([a.status, b.status, c.status], ['queued', 'pending', 'pending'])
  await db.inTransaction((tx) => startVersion(tx, tenantId, audienceId, a.versionId))
  const cancelled = await db.inTransaction((tx) => cancelVersion(tx, tenantId, audienceId, a.versionId))
  assert.deepEqual([cancelled?.version.status, cancelled?.next?.versionId], ['cancelled', b.versionId])
  for (const { versionId } of [a, b, c]) {
    const refused = await publish(versionId)
    assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict'])
    assert.equal((await acme.get(`${path}/${versionId}/document`)).status, 409)
    assert.equal((await acme.get(`${path}/${versionId}/diff`)).status, 409)
  }
  assert.deepEqual(await statuses(), ['published', 'cancelled', 'queued', 'pending'])
  assert.deepEqual(await events(acme), [{ type: 'version.cancelled', data: cancelled?.version }])
})

test('a parallel finish and cancellation have one winner, and the loser leaves no document', async () => {
  const { acme, db } = await world()
  const { audienceId } = await makeAudience(acme)
  const { tenantId } = acme
  for (let round = 0; round < 20; round++) {
    const { versionId } = await db.inTransaction((tx) =>
      beginVersion(tx, tenantId, audienceId, { isNewPageAgent: false }),
    )
    await db.inTransaction((tx) => startVersion(tx, tenantId, audienceId, versionId))
    const made = hero(`Round ${round}`) as never
    const ends = await Promise.all([
      db.inTransaction((tx) => finishVersion(tx, tenantId, audienceId, versionId, made)),
      db.inTransaction((tx) => cancelVersion(tx, tenantId, audienceId, versionId)),
    ])
    assert.equal(ends.filter(Boolean).length, 1)
  }
  const [orphans] = await db.read`
    select count(*) as count from version_documents d where d.tenant_id = ${tenantId}
      and not exists (select from versions v where v.tenant_id = ${tenantId} and v.document_hash = d.hash)`
  assert.equal(orphans?.count, 0)
})

test('20 parallel drafts have the numbers 2 to 21, and one document if their content is equal', async () => {
  const { acme, db } = await world()
  const { path } = await makeAudience(acme)
  const made = await Promise.all(
    Array.from({ length: 20 }, () => acme.post(path, { document: hero('Same') })),
  )
  assert.deepEqual(
    made.map(({ body }) => body.versionNumber).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index + 2),
  )
  const documents = await db.read`select from version_documents where tenant_id = ${acme.tenantId}`
  assert.equal(documents.length, 2)
  const list = (await acme.get(`${path}?limit=6`)).body
  assert.deepEqual([list.totalCount, list.items[0].versionNumber, list.hasMore], [21, 21, true])
  const next = (await acme.get(`${path}?limit=100&cursor=${list.nextCursor}`)).body
  assert.deepEqual([next.items.length, next.items.at(-1).versionNumber], [15, 1])
})

test('an invalid document is refused with the paths of its errors', async () => {
  const { acme } = await world()
  const { path, statuses } = await makeAudience(acme)
  const block = { id: 'hero', type: 'hero', props: { headline: 'x', evil: 1 }, sources: [] }
  const cases: [body: object, path: string][] = [
    [{}, '/document'],
    [{ document: null }, '/document'],
    [{ document: { theme: {} } }, '/document/blocks'],
    [{ document: { theme: {}, blocks: [block] } }, '/document/blocks/0/props/evil'],
    [{ document: hero('[x](javascript:alert(1))') }, '/document/blocks/0/props/headline'],
    [{ document: hero('x'), status: 'published' }, '/status'],
  ]
  for (const [body, where] of cases) {
    const refused = await acme.post(path, body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.deepEqual(refused.body.errors[0].path, where)
  }
  assert.deepEqual(await statuses(), ['published'])
})

test('a version can be compared with the one it started from, or with any of its audience', async () => {
  const { acme } = await world()
  const { first, path, draft, publish } = await makeAudience(acme)
  const [two, three] = [await draft('Two'), await draft('Three')]
  const changes = async (versionId: string, against = '') => {
    const { status, body } = await acme.get(`${path}/${versionId}/diff${against && `?against=${against}`}`)
    assert.equal(status, 200)
    return [body.against, body.operations.map(({ type, props }: any) => [type, props?.headline])]
  }
  assert.deepEqual(await changes(first), [null, []])
  assert.deepEqual(await changes(three), [two, [['updateBlock', 'Three']]])
  assert.deepEqual(await changes(two, three), [three, [['updateBlock', 'Two']]])
  assert.deepEqual(await changes(two, two), [two, []])
  // After a roll back, the next version starts from what is published again.
  for (const versionId of [three, two]) assert.equal((await publish(versionId)).status, 200)
  const four = await draft('Four')
  assert.deepEqual(await changes(four), [two, [['updateBlock', 'Four']]])
  assert.deepEqual(await changes(three), [two, [['updateBlock', 'Three']]])
  const { first: foreign } = await makeAudience(acme)
  const refused = await acme.get(`${path}/${two}/diff?against=${foreign}`)
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/against'])
})

test('a new statement whose source does not exist keeps a draft from being published', async () => {
  const { acme, globex } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'acme.com' })).body
  const foreign = (await globex.post('/v0/accounts', { domain: 'globex.com', name: 'Globex' })).body
  const logs = `/v0/accounts/${accountId}/logs`
  const { accountLogId } = (await acme.post(logs, { text: 'They asked for a demo.' })).body
  const { path, publish, first } = await makeAudience(acme, { accountId })
  const draft = async (headline: string, ...sources: object[]) =>
    (await acme.post(path, { document: hero(headline, sources) })).body.versionId
  const log = { kind: 'account_log', id: accountLogId }
  const nameless = { kind: 'account_field', id: accountId, field: 'name' }
  const wrong = await publish(await draft('Bad', log, nameless, { ...nameless, id: foreign.accountId }))
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'source_missing'])
  assert.deepEqual(
    wrong.body.errors.map(({ path }: { path: string }) => path),
    ['/blocks/0/sources/1', '/blocks/0/sources/2'],
  )
  const good = await draft('Good', log, { kind: 'account_field', id: accountId, field: 'domain' })
  assert.equal((await publish(good)).status, 200)
  await acme.delete(`${logs}/${accountLogId}`)
  assert.equal((await publish(await draft('Again', log))).status, 409)
  assert.equal((await publish(first)).status, 200)
  assert.equal((await publish(good)).status, 200, 'what was public before may come back')
})
