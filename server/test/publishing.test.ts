import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { publishRules } from '../web/publishing.ts'
import type { Client } from './client.ts'
import { converse } from './conversation.ts'
import { eventually } from './eventually.ts'
import { type LiveSite, makeLiveSite } from './liveSite.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { visit } from './visitor.ts'
import { from, visited } from './visits.ts'
import { type World, world } from './world.ts'
import { changedHero, writeAttacks } from './writeAttacks.ts'

/** Lists of addresses need a mail server; no mail is sent here. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Foyer <notices@foyer.example>' }

let here: World
let live: LiveSite
let writer: Client

before(async () => {
  here = await world(mail)
  live = await makeLiveSite(here.acme, here.baseUrl)
  writer = await here.withScope(here.acme, 'write')
})

test('nothing that a key without `publish` can do changes a byte that visitors are served', async () => {
  const before = await live.snapshot()
  const previews = await live.previews()
  const statusOf = (path: string) => before.find((one) => one.path === path)?.status
  assert.equal(statusOf('/archived'), 410)
  assert.equal(statusOf('/quiet'), 404)
  for (const { path, status } of [...before, ...previews])
    if (path !== '/archived' && path !== '/quiet')
      assert.equal(status, live.closed.includes(path) ? 403 : 200, path)
  const tried = await writeAttacks(here.acme, live)
  for (const [operation, calls] of Object.entries(tried))
    for (const [method, path, body] of calls) {
      const { status, body: answer } = await writer[method](path, body as never)
      const said = `${operation} ${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer)}`
      assert.ok([200, 201, 202, 204, 403, 409].includes(status), said)
      if (status >= 400) continue
      // Notifications arrive within milliseconds.
      await sleep(20)
      assert.deepEqual(await live.snapshot(), before, said)
      if (operation === 'uploadFile') await demandDownload(live, answer.fileId)
    }
  // Batches, releases and runs are asynchronous.
  await here.settled(here.acme)
  assert.deepEqual(await live.snapshot(), before)
  assert.deepEqual(await live.previews(), previews)
  for (const path of ['/other', `/alias/${live.personRouteKey}`, `/moved-quiet/${live.personRouteKey}`])
    assert.equal((await live.visit(path)).status, 404, path)
  const { items } = (await here.acme.get('/v0/accounts?limit=100')).body
  assert.ok(
    items.some(({ domain }: { domain: string }) => domain === 'batch.example'),
    'the batch made nothing',
  )

  const writes = Object.values<any>(here.document.paths)
    .flatMap((methods) => Object.values<any>(methods))
    .filter((operation) => operation['x-scope'] === 'write')
    .map(({ operationId }) => operationId as string)
  assert.deepEqual(
    writes.filter((name) => !(name in tried)),
    [],
    'every operation that takes `write` is tried',
  )
})

test('no change by a key without `publish` while a page is in the trash is served after the page is published again', async () => {
  const { baseUrl, tenant, withScope } = here
  const admin = await tenant('trash')
  const site = await makeLiveSite(admin, baseUrl)
  const before = await site.snapshot()
  const tried = await writeAttacks(admin, site)
  const { restorePage = [], ...others } = tried
  const pages = [site.pageId, site.guardedPageId].map((pageId) => `/v0/pages/${pageId}`)
  for (const page of pages) assert.equal((await admin.delete(page)).status, 204)
  const editor = await withScope(admin, 'write')
  const done: string[] = []
  for (const [method, path, body] of [...Object.values(others).flat(), ...restorePage]) {
    const { status } = await editor[method](path, body as never)
    if (status < 300) done.push(`${method} ${path} ${JSON.stringify(body)}: ${status}`)
  }
  await here.settled(admin)
  for (const page of pages) {
    if ((await admin.get(page)).status === 404)
      assert.equal((await editor.post(`${page}/restore`, {})).status, 200)
    assert.equal((await admin.post(`${page}/publish`, {})).status, 200)
  }
  // Published changes reach every cached page within a second.
  await sleep(1_500)
  for (const [index, shown] of (await site.snapshot()).entries())
    assert.deepEqual(shown, before[index], `${shown.path} after\n${done.join('\n')}`)
})

/** In a tab, an upload is downloaded, not shown as a page of the site. */
async function demandDownload({ visit }: Pick<LiveSite, 'visit'>, fileId: string): Promise<void> {
  for (const use of ['', 'document', 'iframe']) {
    const { status, headers } = await visit(`/_s/f/${fileId}`, { headers: { 'sec-fetch-dest': use } })
    assert.equal(status, 200)
    assert.match(headers['content-disposition'] ?? '', /^attachment/)
  }
}

test('a live page shows a changed account with its next publish', async () => {
  const { globex, baseUrl } = here
  const site = await makeLiveSite(globex, baseUrl)
  const path = `/seen/${site.personRouteKey}`
  assert.match((await site.visit(path)).text, /<span>Seen<\/span>/)
  await globex.patch(`/v0/accounts/${site.accountId}`, { name: 'Renamed' })
  const audience = `/v0/pages/${site.pageId}/audiences/${site.personAudienceId}`
  const draft = await globex.post(`${audience}/versions`, { document: { theme: {}, blocks: [changedHero] } })
  const { versionId } = draft.body
  await sleep(300)
  assert.match((await site.visit(path)).text, /<span>Seen<\/span>/)
  const previewUrl = (await globex.get(`${audience}/versions/${versionId}/preview`)).body.url
  assert.match((await site.visit(new URL(previewUrl).pathname)).text, /<span>Renamed<\/span>/)
  await globex.post(`${audience}/versions/${versionId}/publish`, {})
  await eventually(async () => assert.match((await site.visit(path)).text, /<span>Renamed<\/span>/))

  await globex.patch(`/v0/accounts/${site.accountId}`, { name: 'Renamed again' })
  await globex.post(`${audience}/versions/${versionId}/publish`, {})
  await eventually(async () => assert.match((await site.visit(path)).text, /<span>Renamed again<\/span>/))
})

test('a finished run that is not published leaves every byte of the live page unchanged', async () => {
  const { globex, baseUrl } = here
  const pageId = await newPage(globex, 'Run')
  const { audienceId } = await newAudience(globex, pageId)
  await newLink(globex, '/run', audienceId)
  const host = `${globex.slug}.localhost:${new URL(baseUrl).port}`
  const served = async () => {
    const { status, headers, text } = await visit(baseUrl, host, '/run')
    return { status, etag: headers.etag, text }
  }
  const before = await served()
  const path = `/v0/pages/${pageId}/audiences/${audienceId}`
  const sender = await here.withScope(globex, 'write')
  const message = 'Change the page title to "Drafted title" and the headline to "Drafted headline"'
  const { version, document } = await converse(sender, path, message)
  assert.equal(version.status, 'draft')
  assert.equal(document.blocks[0].props.headline, 'Drafted headline')
  assert.equal(document.metadata.title, 'Drafted title')
  // Published changes reach every cached page within a second.
  await sleep(1_500)
  assert.deepEqual(await served(), before)
  assert.equal((await globex.post(`${path}/versions/${version.versionId}/publish`, {})).status, 200)
  await eventually(async () => {
    const { text } = await served()
    assert.match(text, /<title>Drafted title<\/title>/)
    assert.match(text, /<h1[^>]*>Drafted headline<\/h1>/)
  })
})

test('every publish rule names an operation, and docs/security.md has the same table', () => {
  const operations = Object.values<any>(here.document.paths).flatMap((methods) => Object.values<any>(methods))
  const scopes = new Map(operations.map((operation) => [operation.operationId, operation['x-scope']]))
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  for (const [name, rule] of Object.entries<{ when?: string; why: string }>(publishRules)) {
    assert.ok((rule.when ? ['write'] : ['publish', 'admin']).includes(scopes.get(name)), name)
    const row = rows.find((cells) => cells[1] === `\`${name}\``)
    assert.deepEqual(row?.slice(2, 4), [rule.when ?? 'always', rule.why], name)
  }
})

test('a new audience is not live until one of its versions is published', async () => {
  const { acme, baseUrl } = here
  const pageId = await newPage(acme, 'Not yet')
  const { audienceId, publishedVersion } = await newAudience(acme, pageId, { publish: false })
  assert.equal(publishedVersion.status, 'published')
  await newLink(acme, '/not-yet', audienceId)
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const status = async () => (await visit(baseUrl, host, '/not-yet')).status
  const isLive = async () => (await acme.get(`/v0/audiences?audienceId=${audienceId}`)).body.items[0].isLive
  assert.deepEqual([await status(), await isLive()], [404, false])
  const path = `/v0/pages/${pageId}/audiences/${audienceId}/versions/${publishedVersion.versionId}/publish`
  assert.equal((await writer.post(path, {})).status, 403)
  assert.equal((await acme.post(path, {})).status, 200)
  await eventually(async () => assert.deepEqual([await status(), await isLive()], [200, true]))
})

test('personal pages are excluded from search regardless of their page, unless their own metadata include them', async () => {
  const { acme, baseUrl } = here
  const pageId = await newPage(acme, 'Personal', { metadata: { robots: ['index', 'follow'] } })
  const { personId } = (await acme.post('/v0/persons', { name: 'John' })).body
  // Nor do changes of the page's document.
  const document = `/v0/pages/${pageId}/document`
  const { blocks } = (await acme.get(document)).body
  await acme.put(document, { theme: {}, blocks, metadata: { robots: ['index', 'follow'] } })
  const { audienceId } = await newAudience(acme, pageId, { personId })
  await newLink(acme, '/personal', audienceId)
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const shown = await visit(baseUrl, host, '/personal')
  assert.equal(shown.headers['x-robots-tag'], 'noindex, nofollow')
  assert.match(shown.text, /<meta name="robots" content="noindex, nofollow">/)
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
  const patched = await acme.patch(audience, { metadataOverride: { robots: ['index'] } })
  await acme.post(`${audience}/versions/${patched.body.latestVersion.versionId}/publish`, {})
  const lifted = await eventually(async () => {
    const now = await visit(baseUrl, host, '/personal')
    assert.equal(now.headers['x-robots-tag'], 'index')
    return now
  })
  assert.match(lifted.text, /<meta name="robots" content="index">/)
})

test('route keys have 16 characters, can be rotated, and have a limit of guesses', async () => {
  // From a network of their own, as the guesses use up what the others may ask for.
  const { acme, baseUrl } = await world(visited)
  const pageId = await newPage(acme, 'Keys')
  const { personId } = (await acme.post('/v0/persons', { name: 'Joan' })).body
  const everyone = await newAudience(acme, pageId)
  await newLink(acme, '/keys', everyone.audienceId)
  const { audienceId, personRouteKey } = await newAudience(acme, pageId, { personId })
  assert.match(personRouteKey ?? '', /^[0-9a-z]{16}$/)
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const status = async (key: string) =>
    (await visit(baseUrl, host, `/keys/${key}`, { headers: from('203.0.113.77') })).status
  assert.equal(await status(personRouteKey as string), 200)
  const rotated = await acme.post(`/v0/pages/${pageId}/audiences/${audienceId}/rotate_route_key`, {})
  assert.equal(rotated.status, 200)
  assert.notEqual(rotated.body.personRouteKey, personRouteKey)
  await eventually(async () => assert.equal(await status(personRouteKey as string), 404))
  assert.equal(await status(rotated.body.personRouteKey), 200)
  const missed = await acme.post(`/v0/pages/${pageId}/audiences/${everyone.audienceId}/rotate_route_key`, {})
  assert.equal(missed.status, 409)
  const statuses = new Set<number>()
  for (let i = 0; i < 130 && !statuses.has(429); i++)
    statuses.add(await status(`guess${String(i).padStart(11, '0')}`))
  assert.deepEqual([...statuses], [404, 429])
})
