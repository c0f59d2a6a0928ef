import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Client } from '../test/client.ts'
import { until } from '../test/eventually.ts'
import { openMailbox } from '../test/mailbox.ts'
import { from, makePlace, makeReport, newStay, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { nextSendingMs } from './outbox.ts'

const mailbox = openMailbox()
after(async () => (await mailbox).close())

async function setUp() {
  const box = await mailbox
  const here = await world({ ...visited, ...box.settings })
  const { acme } = here
  const domain = `${newStay().slice(0, 8)}.example`
  const { accountId } = (await acme.post('/v0/accounts', { domain, name: 'Vandelay <b>' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane', email: `jane@${domain}` })).body
  const place = await makePlace(here, acme, { personId })
  const site = openSite(here, acme)
  const visit = async (changes: object = {}, address = `198.51.100.${Math.ceil(Math.random() * 250)}`) =>
    assert.equal(await site.report(makeReport(here, place, changes), from(address)), 204)
  const channel = async (input: object) => {
    const made = await acme.post('/v0/notice_channels', input)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    if (made.body.kind === 'email') await confirm(made.body.recipients[0])
    return made.body
  }
  const confirmed = new Set<string>()
  /** Confirms an address, and removes the request from the mailbox. */
  const confirm = async (address: string) => {
    if (confirmed.has(address)) return
    confirmed.add(address)
    const [mail] = await box.waitFor(1, address)
    const [path] = /\/recipients\/confirm\/\S+/.exec(mail?.text ?? '') ?? []
    assert.equal((await fetch(here.baseUrl + path, { method: 'POST' })).status, 200)
    box.mails.splice(box.mails.indexOf(mail as (typeof box.mails)[0]), 1)
  }
  return { ...here, here, box, place, site, visit, channel, accountId, personId, address: `rep@${domain}` }
}

async function waitForNotices(client: Client, count: number) {
  return await until(`there are ${count} notices`, async () => {
    const { items } = (await client.get('/v0/notices')).body
    return items.length >= count && items
  })
}

test('a first visit, a click, a return and a form cause one notice each, newest first, with the person and account', async () => {
  const { acme, globex, visit, place, here, site, settled, accountId, personId } = await setUp()
  const stay = newStay()
  await visit({ stay, age: 1000 }, '198.51.100.1')
  await waitForNotices(acme, 1)
  await visit({ stay, age: 2000, actions: ['book'] }, '198.51.100.1')
  await visit({ stay, age: 3000, actions: ['book', 'book'] }, '198.51.100.1')
  await waitForNotices(acme, 2)
  await visit({}, '198.51.100.2')
  await visit({}, '198.51.100.3')
  // Visits to public pages cause no notice.
  await site.report(makeReport(here, await makePlace(here, acme)), from('198.51.100.4'))
  const items = await waitForNotices(acme, 3)
  await settled(acme)
  assert.equal((await acme.get('/v0/notices')).body.totalCount, 3)
  assert.deepEqual(
    items.map(({ kind }: any) => kind),
    ['return_visit', 'click', 'first_visit'],
  )
  const { noticeId: _, createdAt: __, ...click } = items[1]
  assert.deepEqual(click, {
    kind: 'click',
    pageId: place.pageId,
    pageName: 'Visited',
    audienceId: place.audienceId,
    audienceName: 'Jane · Vandelay <b>',
    personId,
    accountId,
    actionId: 'book',
    actionTitle: 'Book a call',
    submissionId: null,
    isRead: false,
  })
  assert.equal((await globex.get('/v0/notices')).body.totalCount, 0)
})

test('each key has its own unread count', async () => {
  const { acme, visit, withScope } = await setUp()
  const reader = await withScope(acme, 'read')
  await visit()
  const [notice] = await waitForNotices(acme, 1)
  assert.deepEqual((await acme.get('/v0/notices/unread')).body, { count: 1, newestNoticeId: notice.noticeId })
  const read = await acme.post('/v0/notices/read', { upTo: notice.noticeId })
  assert.deepEqual(read.body, { count: 0, newestNoticeId: null })
  assert.equal((await acme.get('/v0/notices')).body.items[0].isRead, true)
  assert.equal((await reader.get('/v0/notices/unread')).body.count, 1)
})

test('an e-mail contains the notice as text and HTML, and is sent once', async () => {
  const { acme, visit, channel, box, settled, address } = await setUp()
  const made = await channel({ kind: 'email', recipients: [address] })
  assert.deepEqual([made.pace, made.kinds.length, made.pageIds], ['instant', 4, null])
  await visit()
  const [mail] = await box.waitFor(1, address)
  assert.ok(mail)
  assert.match(mail.headers, /Subject: .*Jane/)
  assert.match(mail.headers, /From: "?Foyer"? <notices@foyer\.example>/)
  assert.match(mail.text, /Jane · Vandelay <b> opened Visited for the first time/)
  assert.match(mail.text, /\/console\/visits\?audienceId=audience_/)
  assert.match(
    mail.html,
    /<strong>Jane · Vandelay &#60;b&#62;<\/strong> opened <a href="[^"]+"[^>]*>Visited<\/a>/,
  )
  await settled(acme)
  assert.equal(box.mails.filter(({ to }) => to.includes(address)).length, 1)
})

test('Slack and Teams get their own formats, and a channel receives only its kinds and pages', async () => {
  const { here, acme, visit, channel, sink, settled, place } = await setUp()
  const path = `/${newStay()}`
  await channel({ kind: 'slack', url: `${sink.url}${path}/slack`, kinds: ['first_visit'] })
  await channel({ kind: 'teams', url: `${sink.url}${path}/teams`, pageIds: [place.pageId] })
  const { pageId: elsewhere } = await makePlace(here, acme)
  await channel({ kind: 'slack', url: `${sink.url}${path}/other`, pageIds: [elsewhere] })
  await visit({ actions: ['book'] })
  const [slack] = await sink.waitFor(1, `${path}/slack`)
  const { text, blocks } = JSON.parse(slack?.body ?? '')
  assert.equal(text, 'Jane · Vandelay &lt;b&gt; opened Visited for the first time')
  assert.match(
    blocks[0].text.text,
    /^• \*Jane · Vandelay &lt;b&gt;\* opened <http[^|]+\|Visited> for the first time$/,
  )
  const [teams] = await sink.waitFor(1, `${path}/teams`)
  const card = JSON.parse(teams?.body ?? '').attachments[0]
  assert.equal(card.contentType, 'application/vnd.microsoft.card.adaptive')
  assert.match(JSON.stringify(card.content.body), /Jane · Vandelay/)
  await settled(acme)
  assert.equal(sink.received.filter((one) => one.path === `${path}/other`).length, 0)
  assert.equal(sink.received.filter((one) => one.path === `${path}/slack`).length, 1)
})

test('the console shows the chosen kinds and pages; channels still send the others', async () => {
  const { here, acme, globex, visit, channel, sink, place, site, personId, withScope } = await setUp()
  const settings = async (client: Client) => (await client.get('/v0/notice_channels')).body.console
  const reader = await withScope(acme, 'read')
  const everything = { kinds: ['first_visit', 'return_visit', 'click', 'form'], pageIds: null, active: true }
  assert.deepEqual(await settings(acme), everything)
  const at = '/v0/console_channel'
  assert.deepEqual((await acme.patch(at, {})).body, everything)
  const kinds = ['click']
  assert.deepEqual((await acme.patch(at, { kinds })).body, { ...everything, kinds })
  assert.deepEqual((await reader.get(at)).body, { ...everything, kinds })
  assert.deepEqual(await settings(globex), everything)

  const path = `/${newStay()}`
  await channel({ kind: 'slack', url: sink.url + path })
  await visit({ actions: ['book'] })
  const [sent] = await sink.waitFor(1, path)
  assert.match(sent?.body ?? '', /for the first time/)
  const [click] = await waitForNotices(acme, 1)
  const listed = async () => {
    const { items, totalCount } = (await acme.get('/v0/notices')).body
    return [totalCount, ...items.map(({ kind }: any) => kind)]
  }
  assert.deepEqual(await listed(), [1, 'click'])
  assert.deepEqual((await acme.get('/v0/notices/unread')).body, { count: 1, newestNoticeId: click.noticeId })

  const other = await makePlace(here, acme, { personId })
  await acme.patch(at, { kinds: everything.kinds, pageIds: [other.pageId] })
  await visit({}, '198.51.100.251')
  await site.report(makeReport(here, other), from('198.51.100.252'))
  const [shown] = await waitForNotices(acme, 2)
  assert.equal(shown.pageId, other.pageId)
  await acme.patch(at, { active: false, pageIds: null })
  const stored = () =>
    here.db.read<{ kind: string }[]>`select kind from notices where tenant_id = ${acme.tenantId}`
  const before = (await stored()).length
  await site.report(makeReport(here, other, { actions: ['book'] }), from('198.51.100.253'))
  await until('one more is stored', async () => (await stored()).length > before)
  assert.deepEqual(await listed(), [2, 'return_visit', 'click'])

  const refused = async (body: object, where: string) => {
    const answer = await acme.patch(at, body)
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, where])
  }
  await refused({ kinds: [] }, '/kinds')
  await refused({ pageIds: ['page_01kb5w3x8ef0arv2m9n4t6q7zc'] }, '/pageIds')
  assert.equal((await globex.patch(at, { pageIds: [place.pageId] })).status, 400)
  assert.equal((await (await withScope(acme, 'write')).patch(at, { active: true })).status, 403)
  assert.deepEqual(await settings(acme), { ...everything, active: false })

  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.deepEqual([await listed(), await stored()], [[0], []])
})

test('a notice that a channel could not send is kept, shown with its error, and sent later', async () => {
  const { acme, visit, channel, box, address, db } = await setUp()
  const { channelId } = await channel({ kind: 'email', recipients: [address] })
  box.refuseWith(450)
  await visit()
  const failing = async () => {
    const { items } = (await acme.get('/v0/notice_channels')).body
    return items.find((one: any) => one.channelId === channelId)
  }
  await until('it failed', async () => (await failing()).lastError !== null)
  assert.match((await failing()).lastError, /refused the e-mail \(450\)/)
  box.refuseWith(undefined)
  await db.inTransaction(
    (tx) => tx`
      update jobs set due_at = now()
      where tenant_id = ${acme.tenantId} and kind = 'notice_sending' and key = ${channelId}`,
  )
  await box.waitFor(1, address)
  await until('it was sent', async () => (await failing()).lastSentAt !== null)
  assert.deepEqual([(await failing()).lastError, (await failing()).failingSince], [null, null])
})

test('a test is sent at once and says whether it arrived', async () => {
  const { acme, channel, box, address, sink } = await setUp()
  const mail = await channel({ kind: 'email', recipients: [address] })
  assert.deepEqual((await acme.post(`/v0/notice_channels/${mail.channelId}/test`, {})).body, {
    success: true,
    message: 'The test was sent.',
  })
  const [received] = await box.waitFor(1, address)
  assert.match(received?.text ?? '', /It works\./)
  const path = `/${newStay()}`
  sink.answerWith((request) => (request.path === path ? 404 : 204))
  const slack = await channel({ kind: 'slack', url: sink.url + path })
  assert.match(slack.urlHint, /^127\.0\.0\.1:\d+\/….{4}$/)
  assert.deepEqual((await acme.post(`/v0/notice_channels/${slack.channelId}/test`, {})).body, {
    success: false,
    message: 'The receiver responded with 404.',
  })
})

test('channels are validated, changed, limited and removed, and the address is never shown or stored in plain text', async () => {
  const { acme, channel, address, db } = await setUp()
  const refused = async (input: object, path: string) => {
    const { status, body } = await acme.post('/v0/notice_channels', input)
    assert.equal(status, 400, JSON.stringify(body))
    assert.equal(body.errors[0].path, path)
  }
  await refused({ kind: 'email' }, '/recipients')
  await refused({ kind: 'email', recipients: ['nobody'] }, '/recipients')
  await refused({ kind: 'email', recipients: [address], url: 'https://x.example' }, '/url')
  await refused({ kind: 'slack' }, '/url')
  await refused({ kind: 'slack', url: 'ftp://x.example' }, '/url')
  await refused(
    { kind: 'email', recipients: [address], pageIds: ['page_01kb5w3x8ef0arv2m9n4t6q7zc'] },
    '/pageIds',
  )
  const made = await channel({ kind: 'teams', url: 'https://hooks.example/secret-part' })
  assert.doesNotMatch(JSON.stringify(made), /secret-part/)
  const stored = await db.read<{ url: Buffer }[]>`
    select encrypted_url as url from notice_channels where tenant_id = ${acme.tenantId} and kind = 'teams'`
  assert.doesNotMatch(stored[0]?.url.toString('latin1') ?? '', /secret-part/)
  const at = `/v0/notice_channels/${made.channelId}`
  assert.equal((await acme.patch(at, { pace: 'daily', active: false })).body.pace, 'daily')
  assert.equal((await acme.patch(at, { recipients: [address] })).status, 400)
  assert.equal((await acme.delete(at)).status, 204)
  assert.equal((await acme.delete(at)).status, 404)
  for (let nth = 0; nth < 20; nth++) await channel({ kind: 'email', recipients: [address] })
  const full = await acme.post('/v0/notice_channels', { kind: 'email', recipients: [address] })
  assert.deepEqual([full.status, full.body.code], [409, 'channel_limit'])
})

test('without a mail server an e-mail channel is refused, with the setting to add', async () => {
  const { acme } = await world(visited)
  assert.equal((await acme.get('/v0/notice_channels')).body.canSendEmail, false)
  const { status, body } = await acme.post('/v0/notice_channels', {
    kind: 'email',
    recipients: ['a@b.example'],
  })
  assert.deepEqual([status, body.code], [409, 'mail_unavailable'])
})

test('erasing a person erases the notices about them', async () => {
  const { acme, visit, personId, channel, address, db } = await setUp()
  await channel({ kind: 'email', recipients: [address], pace: 'daily' })
  await visit()
  await waitForNotices(acme, 1)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.equal((await acme.get('/v0/notices')).body.totalCount, 0)
  const left = await db.read`select from notice_outbox where tenant_id = ${acme.tenantId}`
  assert.equal(left.length, 0)
})

test('summaries are sent at the full hour and in the morning, instant notices at most once a minute', () => {
  const now = Date.UTC(2026, 10, 15, 9, 30)
  const at = (pace: 'instant' | 'hourly' | 'daily', lastSentAt: string | null = null) =>
    new Date(nextSendingMs({ pace, lastSentAt }, now)).toISOString()
  assert.equal(at('instant'), '2026-11-15T09:30:00.000Z')
  assert.equal(at('instant', `+${now - 20_000}`), '2026-11-15T09:30:40.000Z')
  assert.equal(at('hourly'), '2026-11-15T10:00:00.000Z')
  assert.equal(at('daily'), '2026-11-16T07:00:00.000Z')
})
