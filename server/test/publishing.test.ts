import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { publishRules } from '../web/publishing.ts'
import type { Client } from './client.ts'
import { converse } from './conversation.ts'
import { eventually, newAudience, newLink, newPage, publish } from './sites.ts'
import { visit } from './visitor.ts'
import { type World, world } from './world.ts'

type Live = Awaited<ReturnType<typeof makeLive>>

let here: World
let live: Live
let writer: Client

/** One of each thing that visitors see: a page with a link, a home page, a person's page, a picture, a brand. */
async function makeLive(acme: Client, baseUrl: string) {
  const picture = await acme.upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const asset = { assetType: 'image', name: 'Seen', purpose: '', fileId: picture.body.fileId }
  const { assetId } = (await acme.post('/v0/assets', asset)).body
  const { brandId } = (await acme.post('/v0/brands', { name: 'Seen', logoAssetId: assetId })).body
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'seen.example', name: 'Seen' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe', email: 'jane@seen.example' })).body
  const actions = [{ actionId: 'book', buttonTitle: 'Book', url: 'https://seen.example/book' }]
  const pageId = await newPage(acme, 'Seen by all', { brandId, actions, headerActionId: 'book' })
  const { audienceId } = await newAudience(acme, pageId)
  const versionId = await publish(acme, pageId, audienceId, 'Seen by all, again')
  const linkId = await newLink(acme, '/seen', audienceId)
  const person = await newAudience(acme, pageId, { personId })
  const homeId = await newPage(acme, 'Home', { brandId, flags: ['home_page'] })
  const home = await newAudience(acme, homeId)
  await acme.patch(`/v0/pages/${homeId}/audiences/${home.audienceId}`, { flags: ['home_page'] })
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const addresses = [
    '/seen',
    `/seen/${person.personRouteKey}`,
    '/',
    '/sitemap.xml',
    `/_s/f/${picture.body.fileId}`,
  ]
  const bytes = async () => {
    const answers = await Promise.all(addresses.map((path) => visit(baseUrl, host, path)))
    return answers.map(({ status, headers, text }, i) => `${addresses[i]} ${status} ${headers.etag} ${text}`)
  }
  const ids = { assetId, brandId, accountId, personId, pageId, audienceId, versionId, linkId, homeId }
  return {
    ...ids,
    personAudienceId: person.audienceId,
    homeAudienceId: home.audienceId,
    fileId: picture.body.fileId,
    bytes,
  }
}

before(async () => {
  here = await world()
  live = await makeLive(here.acme, here.baseUrl)
  writer = await here.withScope(here.acme, 'write')
})

const hero = { id: 'h', type: 'hero', props: { headline: 'Changed' }, sources: [] }

/** Every operation that takes the scope `write`, aimed at what is live; what it needs to be a real change. */
function attacks(): Record<
  string,
  [method: 'post' | 'patch' | 'put' | 'delete', path: string, body?: unknown][]
> {
  const { assetId, brandId, accountId, personId, pageId, audienceId, linkId, homeId } = live
  const page = `/v0/pages/${pageId}`
  const audience = `${page}/audiences/${audienceId}`
  const personal = `${page}/audiences/${live.personAudienceId}`
  const target = (id: string) => ({ targetType: 'audience', audienceId: id })
  const part = { text: 'x', url: 'https://evil.example/' }
  return {
    updatePage: [
      ['patch', page, { title: 'Changed' }],
      ['patch', page, { scripts: [{ name: 'x', content: 'alert(1)', enabled: true }] }],
      ['patch', page, { actions: [{ actionId: 'book', buttonTitle: 'Book', url: 'https://evil.example/' }] }],
      ['patch', page, { footerLinks: [{ title: 'x', links: [part] }] }],
      ['patch', page, { metadata: { title: 'Changed', robots: ['noindex'] } }],
      ['patch', page, { flags: ['home_page'] }],
      ['patch', page, { name: 'Renamed', pageContext: 'Changed' }],
      ['patch', `/v0/pages/${homeId}`, { flags: [] }],
    ],
    createPage: [['post', '/v0/pages', { name: 'Home 2', pageType: 'custom', flags: ['home_page'] }]],
    deletePage: [
      ['delete', page],
      ['delete', `/v0/pages/${homeId}`],
    ],
    restorePage: [['post', `${page}/restore`, {}]],
    replacePageDocument: [['put', `${page}/document`, { theme: {}, blocks: [hero] }]],
    changePageDocument: [
      ['post', `${page}/document/operations`, { operations: [{ type: 'setTheme', theme: { radius: 8 } }] }],
    ],
    restorePageRevision: [['post', `${page}/document/revisions/1/restore`]],
    closePageRevision: [['post', `${page}/document/close_revision`, { sitting: 'x' }]],
    updateBrand: [['patch', `/v0/brands/${brandId}`, { name: 'Changed', primaryColor: '#ff0000' }]],
    updateAccount: [['patch', `/v0/accounts/${accountId}`, { name: 'Changed' }]],
    setAccountLogo: [['put', `/v0/accounts/${accountId}/logo`, { logoAssetId: assetId }]],
    updatePerson: [['patch', `/v0/persons/${personId}`, { name: 'Changed' }]],
    erasePerson: [['delete', `/v0/persons/${personId}`]],
    createAudience: [
      ['post', `${page}/audiences`, {}],
      ['post', `${page}/audiences`, { publish: true }],
      ['post', `/v0/pages/${homeId}/audiences`, {}],
    ],
    updateAudience: [
      ['patch', audience, { actionUrlOverride: 'https://evil.example/' }],
      ['patch', audience, { metadataOverride: { title: 'Changed', robots: ['noindex'] } }],
      ['patch', audience, { customName: 'Changed', supplementaryContext: 'Changed' }],
      ['patch', `/v0/pages/${homeId}/audiences/${live.homeAudienceId}`, { flags: [] }],
    ],
    archiveAudience: [['post', `${audience}/archive`, {}]],
    restoreAudience: [['post', `${audience}/restore`, {}]],
    rotateRouteKey: [['post', `${personal}/rotate_route_key`, {}]],
    createAudienceVersion: [['post', `${audience}/versions`, { document: { theme: {}, blocks: [hero] } }]],
    sendAudienceMessage: [['post', `${audience}/messages`, { message: 'Change the headline to "Changed"' }]],
    interruptAudienceMessage: [['post', `${audience}/messages/interrupt`, {}]],
    detachAudience: [['post', `${audience}/detach`, {}]],
    attachAudience: [['post', `${audience}/attach`, {}]],
    createRelease: [
      ['post', `${page}/releases`, { kind: 'base', audiences: { all: true } }],
      ['post', `${page}/releases`, { kind: 'base', audiences: { all: true }, publish: false }],
      ['post', `${page}/releases`, { kind: 'drafts', audiences: { all: true } }],
    ],
    setLinkSettings: [['put', `${page}/link_settings`, { personalLinks: 'query' }]],
    createPageLink: [
      ['post', '/v0/page_links', { path: '/other', target: target(audienceId) }],
      ['post', '/v0/page_links', { path: '/', target: target(audienceId) }],
    ],
    updatePageLink: [
      ['patch', `/v0/page_links/${linkId}`, { path: '/moved' }],
      ['patch', `/v0/page_links/${linkId}`, { target: target(live.homeAudienceId) }],
    ],
    deletePageLink: [['delete', `/v0/page_links/${linkId}`]],
    updateAsset: [['patch', `/v0/assets/${assetId}`, { name: 'Changed' }]],
    setAssetFocalPoint: [['put', `/v0/assets/${assetId}/focal_point`, { x: 0, y: 0 }]],
    clearAssetFocalPoint: [['delete', `/v0/assets/${assetId}/focal_point`]],
    trashAsset: [['post', `/v0/assets/${assetId}/trash`, {}]],
    restoreAsset: [['post', `/v0/assets/${assetId}/restore`, {}]],
    createAudiencesInBulk: [['post', `${page}/audiences/bulk`, { accountIds: [accountId] }]],
  }
}

test('nothing that a key without `publish` can do changes a byte that visitors are served', async () => {
  const before = await live.bytes()
  assert.ok(
    before.every((text) => / 200 /.test(text.slice(0, 60))),
    before.map((text) => text.slice(0, 80)).join('\n'),
  )
  for (const [operation, tries] of Object.entries(attacks()))
    for (const [method, path, body] of tries) {
      const { status } = await writer[method](path, body as never)
      assert.ok([200, 201, 202, 204, 403, 409].includes(status), `${operation} ${path}: ${status}`)
      // A change is heard of within a second; most of the wait is shared.
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  assert.deepEqual(await live.bytes(), before)
})

test('a finished run that is not published leaves every byte of the live page as it was', async () => {
  const { globex, baseUrl } = here
  const served = await makeLive(globex, baseUrl)
  const before = await served.bytes()
  const path = `/v0/pages/${served.pageId}/audiences/${served.audienceId}`
  const sender = await here.withScope(globex, 'write')
  const message = 'Change the page title to "Drafted title" and the headline to "Drafted headline"'
  const { version, document } = await converse(sender, path, message)
  assert.equal(version.status, 'draft')
  assert.equal(document.blocks[0].props.headline, 'Drafted headline')
  assert.equal(document.metadata.title, 'Drafted title')
  // Published changes reach every cached page within a second.
  await sleep(1_500)
  assert.deepEqual(await served.bytes(), before)
  assert.equal((await globex.post(`${path}/versions/${version.versionId}/publish`, {})).status, 200)
  await eventually(async () => {
    const [page] = await served.bytes()
    assert.match(page as string, /<title>Drafted title<\/title>/)
    assert.match(page as string, /<h1[^>]*>Drafted headline<\/h1>/)
  })
})

test('the walk covers every operation that a key with `write` may call', async () => {
  // They touch nothing that visitors see: notes, history, new things, uploads.
  const harmless =
    /^(create|update|replace|remove|restore)?(Account|Person|Brand|File|Asset|Batch|Activity|Log|Note)|Log$|Activity$|^upload|^registerFile|^cancel|^decideConflicts$/
  const covered = new Set(Object.keys(attacks()))
  const missing = Object.values<any>(here.document.paths)
    .flatMap((methods) => Object.values<any>(methods))
    .filter((operation) => operation['x-scope'] === 'write')
    .map(({ operationId }) => operationId as string)
    .filter((name) => !covered.has(name) && !harmless.test(name))
  assert.deepEqual(missing, [])
})

test('every rule names an operation, and docs/security.md has the same table', () => {
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
  await new Promise((resolve) => setTimeout(resolve, 500))
  assert.deepEqual([await status(), await isLive()], [200, true])
})

test('personal pages stay out of search engines whatever their page says, unless their own metadata say otherwise', async () => {
  const { acme, baseUrl } = here
  const pageId = await newPage(acme, 'Personal', { metadata: { robots: ['index', 'follow'] } })
  const { personId } = (await acme.post('/v0/persons', { name: 'John' })).body
  const { audienceId } = await newAudience(acme, pageId, { personId })
  await newLink(acme, '/personal', audienceId)
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const shown = await visit(baseUrl, host, '/personal')
  assert.equal(shown.headers['x-robots-tag'], 'noindex, nofollow')
  assert.match(shown.text, /<meta name="robots" content="noindex, nofollow">/)
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
  const patched = await acme.patch(audience, { metadataOverride: { robots: ['index'] } })
  await acme.post(`${audience}/versions/${patched.body.latestVersion.versionId}/publish`, {})
  await new Promise((resolve) => setTimeout(resolve, 500))
  const lifted = await visit(baseUrl, host, '/personal')
  assert.equal(lifted.headers['x-robots-tag'], 'index')
  assert.match(lifted.text, /<meta name="robots" content="index">/)
})

test('route keys have 16 characters, can be rotated, and can not be guessed at length', async () => {
  const { acme, baseUrl } = here
  const pageId = await newPage(acme, 'Keys')
  const { personId } = (await acme.post('/v0/persons', { name: 'Joan' })).body
  const everyone = await newAudience(acme, pageId)
  await newLink(acme, '/keys', everyone.audienceId)
  const { audienceId, personRouteKey } = await newAudience(acme, pageId, { personId })
  assert.match(personRouteKey ?? '', /^[0-9a-z]{16}$/)
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const status = async (key: string) => (await visit(baseUrl, host, `/keys/${key}`)).status
  assert.equal(await status(personRouteKey as string), 200)
  const rotated = await acme.post(`/v0/pages/${pageId}/audiences/${audienceId}/rotate_route_key`, {})
  assert.equal(rotated.status, 200)
  assert.notEqual(rotated.body.personRouteKey, personRouteKey)
  await new Promise((resolve) => setTimeout(resolve, 500))
  assert.equal(await status(personRouteKey as string), 404)
  assert.equal(await status(rotated.body.personRouteKey), 200)
  const missed = await acme.post(`/v0/pages/${pageId}/audiences/${everyone.audienceId}/rotate_route_key`, {})
  assert.equal(missed.status, 409)
  const statuses = new Set<number>()
  for (let i = 0; i < 130 && !statuses.has(429); i++)
    statuses.add(await status(`guess${String(i).padStart(11, '0')}`))
  assert.deepEqual([...statuses], [404, 429])
})
