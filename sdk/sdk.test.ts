import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../server/test/eventually.ts'
import { png } from '../server/test/images.ts'
import { openLossyProxy } from '../server/test/lossyProxy.ts'
import { newAudience, newPage } from '../server/test/sites.ts'
import { world } from '../server/test/world.ts'
import { connect, isProblem, ProblemError, type RunEvent, verifyWebhook, WebhookError } from './index.ts'

async function openSdk(t: TestContext) {
  const here = await world()
  const proxy = await openLossyProxy(here.baseUrl)
  t.after(proxy.close)
  const foyer = connect({ url: proxy.url, key: here.acme.key })
  return { ...here, proxy, foyer }
}

test('a list is one page when awaited, and all items when iterated; an abort stops it', async (t) => {
  const { foyer, proxy } = await openSdk(t)
  for (const n of [1, 2, 3, 4, 5])
    await foyer.accounts.create({ domain: `c${n}.example`, name: `Company ${n}` })
  const first = await foyer.accounts.list({ limit: 2 })
  assert.deepEqual([first.items.length, first.totalCount, first.hasMore], [2, 5, true])
  proxy.seen.length = 0
  const names: (string | null)[] = []
  for await (const account of foyer.accounts.list({ limit: 2 })) names.push(account.name)
  assert.deepEqual(
    names.sort(),
    [1, 2, 3, 4, 5].map((n) => `Company ${n}`),
  )
  assert.equal(proxy.seen.length, 3)
  for await (const _ of foyer.accounts.list({ limit: 2 })) break
  assert.equal(proxy.seen.length, 4)
  foyer.accounts.list()
  assert.equal(proxy.seen.length, 4, 'a list that nobody reads sends nothing')
  const stop = AbortSignal.abort(new Error('stopped'))
  await assert.rejects(async () => await foyer.accounts.list({}, { signal: stop }), /stopped/)
})

test('an error response is a typed problem, and a key is never sent to another host', async (t) => {
  const { foyer, proxy, sink, acme } = await openSdk(t)
  const { accountId } = await foyer.accounts.create({ domain: 'acme.example' })
  const refused = await foyer.accounts.create({ domain: 'acme.example' }).catch((error) => error)
  assert.ok(isProblem(refused, 'account_exists') && !isProblem(refused, 'not_found'))
  assert.deepEqual([refused.status, refused.more.accountId], [409, accountId])
  const invalid = await foyer.accounts.create({ domain: 'x' } as never).catch((error) => error)
  assert.ok(invalid.errors[0].path.includes('domain'), JSON.stringify(invalid.errors))
  await assert.rejects(foyer.accounts.get('account_../../me'), { code: 'not_found' })

  proxy.failNext({ status: 307, headers: { location: `${sink.url}/stolen` } })
  const redirected = await foyer.me.get().catch((error) => error)
  assert.ok(redirected instanceof ProblemError)
  assert.match(redirected.message, /stolen. The key was not sent there/)
  assert.equal(sink.received.filter(({ path }) => path === '/stolen').length, 0)
  assert.ok(!JSON.stringify(redirected).includes(acme.key) && !String(redirected.stack).includes(acme.key))
  const nowhere = connect({ url: 'http://127.0.0.1:9', key: acme.key, retryForMs: 0 })
  await assert.rejects(nowhere.me.get(), { code: 'unreachable', status: 0 })
})

test('a change with an idempotency key is retried after a lost response and made once; one without a key is not retried', async (t) => {
  const { foyer, proxy, acme } = await openSdk(t)
  const { accountId } = await foyer.accounts.create({ domain: 'once.example' })
  proxy.failNext('lose the answer', { status: 503 }, { status: 429, headers: { 'retry-after': '0' } })
  await foyer.accountLogs.create(accountId, { text: 'They called.' })
  const logged = await acme.get(`/v0/accounts/${accountId}/activity`)
  assert.equal(JSON.stringify(logged.body.items).split('They called.').length, 2)

  const { domain } = await foyer.accounts.create({ domain: 'twice.example' })
  assert.equal(domain, 'twice.example')
  proxy.failNext('lose the answer')
  proxy.seen.length = 0
  await assert.rejects(foyer.accounts.create({ domain: 'unsure.example' }), { code: 'unreachable' })
  assert.equal(proxy.seen.length, 1, 'without a key, a second attempt could create a second one')
  proxy.failNext('lose the answer')
  await foyer.accounts.delete(accountId)
  await assert.rejects(foyer.accounts.delete(accountId), { code: 'not_found' })
  proxy.failNext({ status: 429, headers: { 'retry-after': '3600' } })
  await assert.rejects(foyer.accounts.create({ domain: 'later.example' }), { status: 429 })
})

test('a message is awaited with its events, also over a connection that breaks', async (t) => {
  const { foyer, proxy, acme } = await openSdk(t)
  const pageId = await newPage(acme)
  const { audienceId } = await newAudience(acme, pageId)
  const events: RunEvent[] = []
  const onEvent = (event: RunEvent) => {
    if (events.push(event) === 1) proxy.cut()
  }
  const { version, answer } = await foyer.messages.sendAndWait(
    pageId,
    audienceId,
    'Change the headline to "By the SDK"',
    { onEvent },
  )
  assert.deepEqual([version.status, answer?.outcome], ['draft', 'drafted'])
  assert.deepEqual(new Set(events.map(({ versionId }) => versionId)), new Set([version.versionId]))
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length, 'no event arrives twice')
  const document = await foyer.versions.getDocument(pageId, audienceId, version.versionId)
  assert.match(JSON.stringify(document), /By the SDK/)
  const again = await foyer.messages.sendAndWait(pageId, audienceId, { message: 'What is your name?' })
  assert.equal(again.answer?.outcome, 'nothing_changed')
  const stop = new AbortController()
  const watching = foyer.messages.watch(pageId, audienceId, {
    signal: stop.signal,
    onOpen: () => stop.abort(),
  })
  await assert.rejects(watching.next(), { name: 'AbortError' })
})

test('files are uploaded with their progress, and exports are read as text', async (t) => {
  const { foyer } = await openSdk(t)
  const shares: number[] = []
  const bytes = new Uint8Array(await png(300, 200))
  const image = new File([bytes], 'a "quoted"\r\nname.png', { type: 'image/png' })
  const asset = await foyer.assets.upload(image, { onProgress: (share) => shares.push(share) })
  assert.equal(shares.at(-1), 1)
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  )
  assert.equal((await foyer.assets.get(asset.assetId)).name, asset.name)
  const people = new Blob(['name,email\nJane,jane@acme.com\n'], { type: 'text/csv' })
  const { fileId } = await foyer.files.upload(people, { name: 'people.csv' })
  const { pageId } = await foyer.pages.create({ name: 'Outreach', pageType: 'outbound' })
  const { batchId } = await foyer.batches.create(pageId, { csvFileId: fileId })
  assert.equal((await foyer.batches.wait(batchId, { everyMs: 20 })).counts.made, 1)
  const { releaseId } = await foyer.releases.create(pageId, {
    kind: 'drafts',
    audiences: { batchId },
    dryRun: true,
  })
  assert.equal((await foyer.releases.wait(releaseId, { everyMs: 20 })).status, 'finished')
  assert.match(await (await foyer.exports.persons()).text(), /jane@acme\.com/)
  const found = await foyer.request('GET /v0/pages/{page_id}', { params: { path: { page_id: pageId } } })
  assert.equal(found.name, 'Outreach')
})

test('a webhook of the service is verified; a changed, old or foreign one is refused', async (t) => {
  const { foyer, sink } = await openSdk(t)
  const url = `${sink.url}/sdk`
  const { secret } = await foyer.webhooks.create({ url, events: ['page.created'] })
  const { pageId } = await foyer.pages.create({ name: 'Seen', pageType: 'outbound' })
  const [received] = await eventually(() => sink.waitFor(1, '/sdk'))
  assert.ok(received)
  const { body, headers } = received
  const given = headers as Record<string, string>
  const event = await verifyWebhook(body, given, ['whsec_c2VjcmV0', secret])
  assert.ok(event.type === 'page.created' && event.data.pageId === pageId)
  assert.equal((await verifyWebhook(body, new Headers(given), secret)).type, 'page.created')
  const refused: [string, Record<string, string>, string][] = [
    [`${body} `, given, secret],
    [body, { ...given, 'webhook-id': 'other' }, secret],
    [body, { ...given, 'webhook-timestamp': 'soon' }, secret],
    [body, { ...given, 'webhook-signature': 'v1,%' }, secret],
    [body, { ...given, 'webhook-signature': '' }, secret],
    [body, given, 'whsec_c2VjcmV0'],
    [body, given, 'whsec_%'],
  ]
  for (const one of refused) await assert.rejects(verifyWebhook(...one), WebhookError, JSON.stringify(one[1]))
  await assert.rejects(verifyWebhook(body, given, secret, { toleranceSeconds: -1 }), /too old/)
})
