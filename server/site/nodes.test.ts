import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { createContext } from '../context.ts'
import { openSession } from '../database/session.ts'
import { eventually } from '../test/eventually.ts'
import { newAudience, newLink, newPage, publish } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'

/** A second node on the same database, like another process. */
async function nodes(t: TestContext) {
  const here = await world()
  const context = await createContext(here.context.config, here.context.log, {
    databaseUrl: here.databaseUrl,
  })
  const app = await buildApp(context)
  const otherUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    await app.close()
    await context.close()
  })
  const host = `${here.acme.slug}.localhost`
  const both = (path: string) => Promise.all([visit(here.baseUrl, host, path), visit(otherUrl, host, path)])
  const all = (path: string, check: (answer: Awaited<ReturnType<typeof visit>>) => void) =>
    eventually(async () => {
      for (const answer of await both(path)) check(answer)
    })
  return { ...here, both, all }
}

test('a change through one node is visible on all nodes within a second', async (t) => {
  const { acme, all } = await nodes(t)
  const pageId = await newPage(acme, 'First')
  const { audienceId } = await newAudience(acme, pageId)
  const other = await newAudience(acme, pageId)
  await publish(acme, pageId, other.audienceId, 'Other')
  const linkId = await newLink(acme, '/a', audienceId)
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
  const shows = (pattern: RegExp) => all('/a', ({ text }) => assert.match(text, pattern))
  const answers = (code: number) => all('/a', ({ status }) => assert.equal(status, code))
  await shows(/First/)
  const second = await publish(acme, pageId, audienceId, 'Second')
  await shows(/Second/)
  await publish(acme, pageId, audienceId, 'Third')
  await shows(/Third/)
  await acme.post(`${audience}/versions/${second}/publish`, {})
  await shows(/Second/)
  await acme.patch(`/v0/pages/${pageId}`, { title: 'A new title' })
  await shows(/<title>A new title/)
  const { latestVersion } = (await acme.patch(audience, { metadataOverride: { title: 'Its own title' } }))
    .body
  await acme.post(`${audience}/versions/${latestVersion.versionId}/publish`, {})
  await shows(/<title>Its own title/)
  const { brandId } = (await acme.get(`/v0/pages/${pageId}`)).body
  await acme.patch(`/v0/brands/${brandId}`, { name: 'Northwind' })
  await shows(/Northwind/)
  await acme.patch(`/v0/page_links/${linkId}`, {
    target: { targetType: 'audience', audienceId: other.audienceId },
  })
  await shows(/Other/)
  await acme.patch(`/v0/page_links/${linkId}`, { path: '/b' })
  await answers(404)
  await all('/b', ({ text }) => assert.match(text, /Other/))
  await acme.patch(`/v0/page_links/${linkId}`, { path: '/a' })
  await answers(200)
  await acme.post(`/v0/pages/${pageId}/audiences/${other.audienceId}/archive`, {})
  await answers(410)
})

test('a personal page gets the gate of its person’s new account on all nodes within a second', async (t) => {
  const { acme, all } = await nodes(t)
  const pageId = await newPage(acme, 'Personal')
  await newLink(acme, '/p', (await newAudience(acme, pageId)).audienceId)
  const newAccount = async (domain: string) =>
    (await acme.post('/v0/accounts', { domain })).body.accountId as string
  const gated = await newAccount('gated.example')
  const open = await newAccount('open.example')
  const merged = await newAccount('merged.example')
  const forAccount = await newAudience(acme, pageId, { accountId: gated })
  const linkId = await newLink(acme, '/gated', forAccount.audienceId)
  await acme.patch(`/v0/page_links/${linkId}/gate`, { password: 'open sesame' })
  const newPerson = async (name: string, domain: string) => {
    const { personId } = (await acme.post('/v0/persons', { name, domain })).body
    const { personRouteKey } = await newAudience(acme, pageId, { personId })
    return { person: `/v0/persons/${personId}`, path: `/p/${personRouteKey}` }
  }
  const moved = await newPerson('Ada', 'open.example')
  const ofMerged = await newPerson('Grace', 'merged.example')
  const found = await newPerson('Linus', 'unknown.example')
  const answers = ({ path }: { path: string }, code: number) =>
    all(path, ({ status }) => assert.equal(status, code, path))
  for (const one of [moved, ofMerged, found]) await answers(one, 200)

  await acme.patch(moved.person, { accountId: gated })
  await answers(moved, 403)
  await acme.patch(moved.person, { accountId: open })
  await answers(moved, 200)
  await acme.patch(moved.person, { accountId: null, domain: 'gated.example' })
  await answers(moved, 403)
  await acme.patch(`/v0/accounts/${gated}`, { domain: 'unknown.example' })
  await answers(found, 403)
  await acme.post(`/v0/accounts/${merged}/merge`, { intoAccountId: gated })
  await answers(ofMerged, 403)
  // The link of the account moves with it, and protects the people of the other account.
  const kim = await newPerson('Kim', 'open.example')
  await answers(kim, 200)
  await acme.post(`/v0/accounts/${gated}/merge`, { intoAccountId: open })
  await answers(kim, 403)
  await acme.delete(`/v0/accounts/${open}?persons=keep`)
  for (const one of [kim, moved, ofMerged]) await answers(one, 200)
})

test('no page shows an erased person', async (t) => {
  const { acme, all } = await nodes(t)
  const pageId = await newPage(acme, 'Hello {{person.firstName}}')
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe' })).body
  const { audienceId, personRouteKey } = await newAudience(acme, pageId, { personId })
  await newLink(acme, '/jane', audienceId)
  await newLink(acme, '/all', (await newAudience(acme, pageId)).audienceId)
  for (const path of ['/jane', `/all/${personRouteKey}`])
    await all(path, ({ text }) => assert.match(text, /Jane/))
  await acme.delete(`/v0/persons/${personId}`)
  for (const path of ['/jane', `/all/${personRouteKey}`])
    await all(path, ({ status, text }) => {
      assert.equal(status, 404)
      assert.doesNotMatch(text, /Jane/)
    })
})

test('a link takes precedence over a personal page at the same path', async (t) => {
  const { acme, all } = await nodes(t)
  const pageId = await newPage(acme, 'Hello {{person.firstName|all}}')
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe' })).body
  const { personRouteKey } = await newAudience(acme, pageId, { personId })
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/x', audienceId)
  const path = `/x/${personRouteKey}`
  await all(path, ({ text }) => assert.match(text, /Hello Jane/))
  await newLink(acme, path, audienceId)
  await all(path, ({ text }) => assert.match(text, /Hello all/))
})

test('a node that loses its notification listener clears its cache, and listens again', async (t) => {
  const { acme, all, databaseUrl } = await nodes(t)
  const pageId = await newPage(acme, 'First')
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/a', audienceId)
  const shows = (pattern: RegExp) => all('/a', ({ text }) => assert.match(text, pattern))
  await shows(/First/)
  const admin = await openSession({ url: databaseUrl })
  try {
    const cut = () => admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'foyer listener' and datname = current_database()`
    await cut()
    // Without a notification, as if the node had missed it.
    await admin`update pages set title = 'Unheard' where page_id = ${pageId}`
    await shows(/<title>Unheard/)
    await publish(acme, pageId, audienceId, 'Second')
    await shows(/Second/)
    await publish(acme, pageId, audienceId, 'Third')
    await shows(/Third/)
  } finally {
    await admin.end()
  }
})

test('without its database a node keeps showing cached pages, answers others with an error, and recovers', async () => {
  const { acme, databaseUrl, baseUrl } = await world({ LOG_LEVEL: 'silent', SITE_DOMAIN: 'lost.test' })
  const { audienceId } = await newAudience(acme, await newPage(acme, 'Here'))
  await newLink(acme, '/a', audienceId)
  const get = () => visit(baseUrl, `${acme.slug}.lost.test`, '/a')
  await eventually(async () => assert.equal((await get()).status, 200))
  // The notification of the new link may still arrive, after which the page is rendered once more.
  await sleep(500)
  assert.equal((await get()).status, 200)
  const name = new URL(databaseUrl).pathname.slice(1)
  const admin = await openSession({ url: databaseUrl, database: 'postgres' })
  try {
    await admin`alter database ${admin.identifier(name)} allow_connections false`
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    const other = () => visit(baseUrl, `${acme.slug}.lost.test`, '/b')
    await eventually(async () => assert.equal((await other()).status, 503))
    for (let i = 0; i < 5; i++) assert.match((await get()).text, /Here/)
    const { headers, text } = await other()
    assert.deepEqual([headers['cache-control'], headers['retry-after']], ['no-store', '5'])
    assert.match(text, /can’t be shown right now/)
  } finally {
    await admin`alter database ${admin.identifier(name)} allow_connections true`
    await admin.end()
  }
  await eventually(async () => assert.match((await get()).text, /Here/), 5_000)
  await eventually(async () => assert.equal((await acme.get('/v0/me')).status, 200), 5_000)
})

test('pages cached before a reconnect are shown while the database is away, except those changed since', async () => {
  const { acme, databaseUrl, baseUrl } = await world({ LOG_LEVEL: 'silent', SITE_DOMAIN: 'regained.test' })
  const show = async (path: string) => await visit(baseUrl, `${acme.slug}.regained.test`, path)
  const pageId = await newPage(acme, 'Here')
  const kept = await newAudience(acme, pageId)
  const archived = await newAudience(acme, pageId)
  await newLink(acme, '/kept', kept.audienceId)
  await newLink(acme, '/archived', archived.audienceId)
  await sleep(500)
  for (const path of ['/kept', '/archived']) assert.equal((await show(path)).status, 200)
  const name = new URL(databaseUrl).pathname.slice(1)
  const admin = await openSession({ url: databaseUrl, database: 'postgres' })
  const listeners = async () => {
    const [row] = await admin<{ count: number }[]>`
      select count(*)::int from pg_stat_activity where datname = ${name} and application_name = 'foyer listener'`
    return row?.count
  }
  try {
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and application_name = 'foyer listener'`
    await eventually(async () => assert.equal(await listeners(), 1), 5_000)
    await sleep(200)
    await acme.post(`/v0/pages/${pageId}/audiences/${archived.audienceId}/archive`, {})
    await sleep(200)
    await admin`alter database ${admin.identifier(name)} allow_connections false`
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await sleep(200)
    assert.match((await show('/kept')).text, /Here/)
    assert.equal((await show('/archived')).status, 503)
  } finally {
    await admin`alter database ${admin.identifier(name)} allow_connections true`
    await admin.end()
  }
})

test('a change appears in time on a page under constant requests', async (t) => {
  const { acme, both, all } = await nodes(t)
  const pageId = await newPage(acme, 'Number 0')
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/a', audienceId)
  let asking = true
  const ask = async () => {
    while (asking) assert.ok((await both('/a')).every(({ status }) => status === 200))
  }
  const askers = [ask(), ask(), ask()]
  try {
    for (let n = 1; n <= 8; n++) {
      await publish(acme, pageId, audienceId, `Number ${n}!`)
      await all('/a', ({ text }) => assert.match(text, new RegExp(`Number ${n}!`)))
    }
  } finally {
    asking = false
    await Promise.all(askers)
  }
  for (const { text } of await both('/a')) assert.match(text, /Number 8!/)
})
