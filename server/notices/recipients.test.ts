import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../test/eventually.ts'
import { openMailbox, type ReceivedMail } from '../test/mailbox.ts'
import { from, makePlace, makeReport, newStay, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'

const mailbox = openMailbox()
after(async () => (await mailbox).close())

async function setUp(settings: Record<string, string> = {}) {
  const box = await mailbox
  const here = await world({ ...visited, ...box.settings, ...settings })
  const { acme, baseUrl, db } = here
  const site = openSite(here, acme)
  const visit = async () => {
    const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
    const place = await makePlace(here, acme, { personId })
    await site.report(makeReport(here, place), from('198.51.100.7'))
  }
  const newChannel = async (...recipients: string[]) =>
    (await acme.post('/v0/notice_channels', { kind: 'email', recipients })).body.channelId as string
  const channelOf = async (channelId: string) =>
    (await acme.get('/v0/notice_channels')).body.items.find((one: any) => one.channelId === channelId)
  const open = (url: string, init: RequestInit = {}) => fetch(baseUrl + new URL(url).pathname, init)
  const linkIn = (mail: ReceivedMail | undefined, choice: string) =>
    new RegExp(`https?://\\S+/recipients/${choice}/\\w+/[0-9a-f]{32}`).exec(mail?.text ?? '')?.[0] as string
  const confirm = async (address: string) => {
    const url = linkIn((await box.waitFor(1, address))[0], 'confirm')
    assert.equal((await open(url, { method: 'POST' })).status, 200)
  }
  const sendNow = (channelId: string) =>
    db.inTransaction(
      (tx) => tx`
        update jobs set due_at = now()
        where tenant_id = ${acme.tenantId} and kind = 'notice_sending' and key = ${channelId}`,
    )
  const address = (name: string) => `${name}@${newStay().slice(0, 8)}.example`
  const mailsTo = (to: string) => box.mails.filter((mail) => mail.to.includes(to))
  return { ...here, box, visit, newChannel, channelOf, open, linkIn, confirm, sendNow, address, mailsTo }
}

test('a recipient gets one request and no notice until they confirm with the button of the page', async () => {
  const { acme, settled, box, visit, newChannel, channelOf, open, linkIn, sendNow, address, mailsTo } =
    await setUp()
  const to = address('rep')
  const channelId = await newChannel(to)
  const [asked] = await box.waitFor(1, to)
  assert.match(asked?.headers ?? '', /Subject: Confirm notices from /)
  const url = linkIn(asked, 'confirm')
  await visit()
  await until('it failed', async () => (await channelOf(channelId)).lastError !== null)
  assert.match((await channelOf(channelId)).lastError, /confirmed/)
  for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await open(url, { method })).status, 200)
  assert.match(await (await open(url)).text(), /<form method="post"><button>Confirm<\/button><\/form>/)
  const test = await acme.post(`/v0/notice_channels/${channelId}/test`, {})
  assert.deepEqual(
    [test.body.success, mailsTo(to).length],
    [false, 1],
    'a scanner that opens the link confirms nothing',
  )
  assert.equal((await open(url, { method: 'POST' })).status, 200)
  await sendNow(channelId)
  const [, notice] = await box.waitFor(2, to)
  assert.match(notice?.text ?? '', /opened Visited/)
  await newChannel(to)
  await settled(acme)
  assert.equal(mailsTo(to).length, 2, 'who has confirmed is not asked again')
})

test('each recipient gets a message of their own and can unsubscribe from it with one click', async () => {
  const { acme, settled, box, visit, newChannel, confirm, open, linkIn, address, mailsTo, channelOf } =
    await setUp()
  const [one, two] = [address('one'), address('two')]
  const channelId = await newChannel(one, two)
  for (const to of [one, two]) await confirm(to)
  await visit()
  const [, mail] = await box.waitFor(2, one)
  await box.waitFor(2, two)
  assert.deepEqual(mail?.to, [one])
  assert.doesNotMatch(mail?.raw ?? '', new RegExp(two))
  const [, header = ''] = /List-Unsubscribe: <([^>]+)>/i.exec(mail?.headers ?? '') ?? []
  assert.match(mail?.headers ?? '', /List-Unsubscribe-Post: List-Unsubscribe=One-Click/i)
  assert.equal(header, linkIn(mail, 'unsubscribe'))
  assert.match(await (await open(header)).text(), /<button>Unsubscribe<\/button>/)
  const clicked = await open(header, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  assert.equal(clicked.status, 200)
  await until('it was sent', async () => (await channelOf(channelId)).lastSentAt !== null)
  assert.equal((await acme.post(`/v0/notice_channels/${channelId}/test`, {})).body.success, true)
  await box.waitFor(3, two)
  assert.equal((await acme.delete(`/v0/notice_channels/${channelId}`)).status, 204)
  await newChannel(one)
  await settled(acme)
  assert.equal(mailsTo(one).length, 2, 'who has unsubscribed is not asked again')
  assert.equal((await open(header.replace(/.{4}$/, 'ffff'))).status, 404)
})

test('a tenant sends as many e-mails a day as the setting allows, requests included', async () => {
  const { acme, settled, newChannel, confirm, address, mailsTo } = await setUp({ MAIL_PER_DAY: '3' })
  const to = address('rep')
  const channelId = await newChannel(to)
  await confirm(to)
  const send = async () => (await acme.post(`/v0/notice_channels/${channelId}/test`, {})).body
  assert.deepEqual([(await send()).success, (await send()).success], [true, true])
  const refused = await send()
  assert.equal(refused.success, false)
  assert.match(refused.message, /limit of 3 e-mails a day/)
  const another = address('another')
  await newChannel(another)
  await settled(acme)
  assert.deepEqual([mailsTo(to).length, mailsTo(another).length], [3, 0])
})

test('names in subjects are reduced to words, without URLs and special characters', async () => {
  const { acme, box, newChannel, address, db } = await setUp()
  const name =
    'Win http://evil.example/x NOW\r\nBcc: all@x.example \u202E★★★ www.evil.example evil.example/pay'
  await db.inTransaction((tx) => tx`update tenants set name = ${name} where tenant_id = ${acme.tenantId}`)
  const to = address('rep')
  await newChannel(to)
  const [mail] = await box.waitFor(1, to)
  assert.match(
    mail?.headers ?? '',
    /Subject: Confirm notices from Win NOW Bcc all x example evil example pay\r?\n/,
  )
  assert.deepEqual(mail?.to, [to])
  const links = (mail?.text.match(/\S+\.example\S*/g) ?? []).filter(
    (link) => !link.includes(to.split('@')[1] ?? ''),
  )
  assert.deepEqual(links, [])
})
