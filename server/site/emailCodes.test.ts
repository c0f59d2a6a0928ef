import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { forgetOldCodes } from '../links/gateCodes.ts'
import { eventually } from '../test/eventually.ts'
import { openMailbox } from '../test/mailbox.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import { from, visited } from '../test/visits.ts'

const mailbox = openMailbox()
after(async () => (await mailbox).close())

const secret = 'Margins of the Meridian deal'
let visitors = 0
let links = 0

/** A link for two people and a company. Every visitor comes from a different network. */
async function invited(gate: object = {}) {
  const box = await mailbox
  const here = await site({ ...visited, ...box.settings })
  const { acme, get } = here
  const pageId = await newPage(acme, secret)
  const { audienceId } = await newAudience(acme, pageId)
  const path = `/private-${++links}`
  const linkId = await newLink(acme, path, audienceId)
  const set = (body: object) => acme.patch(`/v0/page_links/${linkId}/gate`, body)
  const made = await set({ allowedEmails: ['Jane@Initech.example', 'globex.example'], ...gate })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const newVisitor = () => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...from(`10.${Math.floor(++visitors / 250)}.${visitors % 250}.7`),
    }
    let cookie = ''
    return async (fields: Record<string, string>) => {
      const answer = await get(`/_g/${linkId}?to=${path}`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: new URLSearchParams(fields).toString(),
      })
      for (const given of answer.headers['set-cookie'] ?? [])
        if (given.startsWith('foyer_code=')) cookie = given.split(';')[0] as string
      return answer
    }
  }
  /** Requests a code and reads it from the e-mail. */
  const codeFor = async (post: ReturnType<typeof newVisitor>, email: string) => {
    const before = box.mails.filter(({ to }) => to.includes(email)).length
    assert.match((await post({ email })).text, /Check your inbox/)
    const mail = (await box.waitFor(before + 1, email)).at(-1)
    return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] as string
  }
  return { ...here, box, path, linkId, set, made, newVisitor, codeFor }
}

const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111')

test('a visitor confirms an invited address with a code and sees the page; nothing of it is sent before', async () => {
  const { box, made, path, get, newVisitor, codeFor } = await invited()
  assert.deepEqual(made.body.allowedEmails, ['jane@initech.example', 'globex.example'])
  const gate = await get(path)
  assert.equal(gate.status, 403)
  assert.match(gate.text, /<input type="email"[^>]* name="email"/)
  assert.doesNotMatch(gate.text, /Margins|initech|globex|<script/i)
  assert.equal(gate.headers['cache-control'], 'no-store')
  assert.doesNotMatch((await get('/sitemap.xml')).text, /private/)

  const post = newVisitor()
  const code = await codeFor(post, 'JANE@initech.example')
  const mail = box.mails.at(-1)
  assert.match(mail?.headers ?? '', new RegExp(`Subject: ${code} is your code for `))
  assert.match(mail?.html ?? '', new RegExp(`>${code}</div>`))
  assert.match(mail?.text ?? '', /can be used once, within 10 minutes/)
  assert.doesNotMatch(mail?.raw ?? '', /Margins/)
  const wrong = await post({ email: 'jane@initech.example', code: wrongOf(code) })
  assert.deepEqual([wrong.status, wrong.headers['set-cookie']], [403, undefined])
  assert.match(wrong.text, /wrong or has expired/)
  assert.doesNotMatch(wrong.text, /Margins/)

  const right = await post({ email: 'jane@initech.example', code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
  assert.deepEqual([right.status, right.headers.location], [303, path])
  const cookie = String(right.headers['set-cookie']).split(';')[0] as string
  assert.match((await get(path, { headers: { cookie } })).text, /Margins/)
  assert.equal((await post({ email: 'jane@initech.example', code })).status, 403, 'a code works once')
  assert.match(await codeFor(newVisitor(), 'anyone@globex.example'), /^\d{6}$/, 'all of a domain are invited')
})

test('an address that is not invited gets the same answers and no e-mail', async () => {
  const { box, newVisitor, codeFor, context, acme, linkId } = await invited()
  const [guest, stranger] = [newVisitor(), newVisitor()]
  const addresses = ['jane@initech.example', 'jane@globex.examples'] as const
  const plain = (text: string) => text.replaceAll(/jane@[a-z.]+/g, '')
  const [asked, refused] = [await guest({ email: addresses[0] }), await stranger({ email: addresses[1] })]
  assert.deepEqual([asked.status, plain(asked.text)], [refused.status, plain(refused.text)])
  await box.waitFor(1, addresses[0])
  const tries = [
    await guest({ email: addresses[0], code: '0000' }),
    await stranger({ email: addresses[1], code: '0000' }),
  ]
  assert.deepEqual([tries[0]?.status, plain(tries[0]?.text ?? '')], [403, plain(tries[1]?.text ?? '')])
  // Jobs run in order of time, so the stranger's job has run.
  await codeFor(newVisitor(), 'later@globex.example')
  assert.equal(box.mails.filter(({ to }) => to.includes(addresses[1])).length, 0)
  const rows = await context.db.read<{ emailHash: string; codeHash: string | null }[]>`
    select email_hash, code_hash from gate_codes
    where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`
  assert.equal(rows.length, 3, 'one row for each address, invited or not')
  assert.doesNotMatch(JSON.stringify(rows), /jane|later|example/)
})

test('a code expires after five tries, ten minutes, or any change of the gate', async () => {
  const { newVisitor, codeFor, context, acme, linkId, set } = await invited()
  const guessed = newVisitor()
  const email = 'ann@globex.example'
  const first = await codeFor(guessed, email)
  for (let i = 0; i < 5; i++) assert.equal((await guessed({ email, code: wrongOf(first) })).status, 403)
  assert.match((await guessed({ email, code: first })).text, /wrong or has expired/)

  const late = newVisitor()
  const second = await codeFor(late, 'bob@globex.example')
  const age = (minutes: number) =>
    context.db.inTransaction(
      (tx) => tx`
      update gate_codes set code_expires_at = code_expires_at - ${minutes} * interval '1 minute',
        sends_since = sends_since - ${minutes} * interval '1 minute'
      where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`,
    )
  await age(11)
  assert.equal((await late({ email: 'bob@globex.example', code: second })).status, 403)

  const changed = newVisitor()
  const third = await codeFor(changed, 'cleo@globex.example')
  await set({ allowedEmails: ['globex.example', 'hooli.example'] })
  assert.equal((await changed({ email: 'cleo@globex.example', code: third })).status, 403)
  await codeFor(changed, 'cleo@globex.example')
  await age(70)
  await forgetOldCodes(context.db)
  const rows = await context.db.read`
    select from gate_codes where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`
  assert.equal(rows.length, 0)
})

test('a code works in the browser that requested it, and strangers can’t use up its tries', async () => {
  const { newVisitor, codeFor } = await invited()
  const [guest, stranger, another] = [newVisitor(), newVisitor(), newVisitor()]
  const email = 'dora@globex.example'
  const code = await codeFor(guest, email)
  for (let i = 0; i < 6; i++) assert.equal((await stranger({ email, code: wrongOf(code) })).status, 403)
  assert.equal((await stranger({ email, code })).status, 403, 'a code that was read over a shoulder')
  const other = await codeFor(another, email)
  for (let i = 0; i < 6; i++) assert.equal((await another({ email, code: wrongOf(other) })).status, 403)
  assert.equal((await guest({ email, code })).status, 303)
})

test('a hundred wrong codes block a link for the day, from any number of networks', async () => {
  const { newVisitor, codeFor, linkId, context, acme, set } = await invited()
  const guest = newVisitor()
  const code = await codeFor(guest, 'late@globex.example')
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) {
    const post = newVisitor()
    await post({ email: `guess${i}@globex.example` })
    const tries = Array.from({ length: 5 }, () => post({ email: `guess${i}@globex.example`, code: '0' }))
    statuses.push(...(await Promise.all(tries)).map(({ status }) => status))
  }
  assert.equal(statuses.filter((status) => status === 403).length, 100)
  assert.equal(statuses.at(-1), 429)
  const over = await guest({ email: 'late@globex.example', code })
  assert.equal(over.status, 429)
  assert.match(over.text, /tomorrow/)
  const count = () => context.db.read<{ count: number }[]>`
    select count from gate_wrong_codes where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`
  assert.deepEqual(await count(), [{ count: 100 }])
  await context.db.inTransaction(
    (tx) => tx`
      update gate_wrong_codes set day = day - 2 where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`,
  )
  assert.equal((await guest({ email: 'late@globex.example', code })).status, 303, 'the next day')
  await forgetOldCodes(context.db)
  assert.deepEqual(await count(), [])
  assert.equal((await set({ visitLimit: 5 })).status, 200)
})

test('the name of a brand appears in the e-mail as words, without addresses', async () => {
  const { acme, box, newVisitor, codeFor } = await invited()
  const [brand] = (await acme.get('/v0/brands')).body.items
  const at = `/v0/brands/${brand.brandId}`
  const name = 'Prize http://evil.example/x ★★ www.evil.example'
  assert.equal((await acme.patch(at, { name })).status, 200)
  await codeFor(newVisitor(), 'eve@globex.example')
  const mail = box.mails.at(-1)
  assert.match(mail?.headers ?? '', /Subject: \d{6} is your code for Prize(?:\r?\n|$)/)
  assert.doesNotMatch(mail?.raw ?? '', /evil/)
  assert.equal((await acme.patch(at, { name: brand.name })).status, 200)
})

test('requests for codes are limited by address and by network', async () => {
  const { box, newVisitor, codeFor } = await invited()
  const email = 'flood@globex.example'
  for (let i = 0; i < 3; i++) await codeFor(newVisitor(), email)
  assert.match((await newVisitor()({ email })).text, /Several codes were requested/)
  const network = newVisitor()
  const statuses: number[] = []
  for (let i = 0; i < 14; i++) statuses.push((await network({ email: `p${i}@globex.example` })).status)
  // A new minute may begin in between.
  assert.ok(statuses.filter((status) => status === 403).length <= 12, statuses.join())
  assert.equal(statuses.at(-1), 429)
  assert.equal(box.mails.filter(({ to }) => to.includes(email)).length, 3)
})

test('codes and a visit limit work together, and an incomplete address is reported', async () => {
  const { newVisitor, codeFor } = await invited({ visitLimit: 1 })
  const [first, second] = [newVisitor(), newVisitor()]
  const codes = [await codeFor(first, 'one@globex.example'), await codeFor(second, 'two@globex.example')]
  assert.equal((await first({ email: 'one@globex.example', code: codes[0] ?? '' })).status, 303)
  const over = await second({ email: 'two@globex.example', code: codes[1] ?? '' })
  assert.deepEqual([over.status, over.headers['set-cookie']], [410, undefined])
  for (const email of ['', 'jane', 'jane@', 'a@b', `${'x'.repeat(3000)}@globex.example`, '<script>@x.y'])
    assert.match((await newVisitor()({ email })).text, /Enter a complete e-mail address/, email)
})

test('a refusal of the mail server is not visible to visitors, and the code is sent when the server accepts mail again', async () => {
  const { box, newVisitor } = await invited()
  const post = newVisitor()
  const email = 'patient@globex.example'
  box.refuseWith(451)
  assert.match((await post({ email })).text, /Check your inbox/)
  await new Promise((resolve) => setTimeout(resolve, 300))
  box.refuseWith(undefined)
  const [mail] = await box.waitFor(1, email)
  const code = /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] as string
  assert.equal((await post({ email, code })).status, 303)
})

test('e-mail codes require a mail server, a valid list, and no password at the same time', async () => {
  const { set } = await invited()
  for (const allowedEmails of [
    [],
    ['jane'],
    ['jane@'],
    ['a b@globex.example'],
    Array(101).fill('a@b.example'),
  ])
    assert.equal((await set({ allowedEmails })).body.errors[0].path, '/allowedEmails', String(allowedEmails))
  const both = await set({ password: 'open sesame' })
  assert.deepEqual([both.status, both.body.errors[0].path], [400, '/password'])
  assert.equal((await set({ password: 'open sesame', allowedEmails: null })).body.hasPassword, true)

  const silent = await site()
  const pageId = await newPage(silent.acme, secret)
  const { audienceId } = await newAudience(silent.acme, pageId)
  const linkId = await newLink(silent.acme, '/silent', audienceId)
  const gate = `/v0/page_links/${linkId}/gate`
  const refused = await silent.acme.patch(gate, { allowedEmails: ['globex.example'] })
  assert.deepEqual([refused.status, refused.body.code], [409, 'mail_unavailable'])
  assert.equal((await silent.acme.get(gate)).body.canSendEmail, false)
  await eventually(async () => assert.equal((await silent.get('/silent')).status, 200))
})

test('all attempts at a gate are limited, and a repeated gate page is not drawn again', async () => {
  const { newVisitor, countRoundTrips } = await invited()
  const post = newVisitor()
  assert.match((await post({ email: 'x' })).text, /complete e-mail address/)
  const again = () => countRoundTrips(async () => assert.equal((await post({ email: 'x' })).status, 403))
  // Workers query the database in between.
  const roundTrips = [await again(), await again(), await again(), await again()]
  assert.equal(Math.min(...roundTrips), 1, 'the gate is looked up, and nothing is drawn')
  // More than two minutes allow, in case a new minute begins.
  const answers = await Promise.all(Array.from({ length: 250 }, () => post({ email: 'x' })))
  assert.ok(answers.some(({ status }) => status === 429))
  assert.equal((await newVisitor()({ email: 'x' })).status, 403, 'other networks go on')
})
