import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifySite } from '../database/siteChanges.ts'
import { hashPassword } from '../links/password.ts'
import { eventually } from '../test/eventually.ts'
import { newAudience, newLink, newPage, publish, site } from '../test/sites.ts'

const secret = 'Margins of the Meridian deal'

async function gated(gate: object, settings: Record<string, string> = {}) {
  const here = await site(settings)
  const { acme, get } = here
  const pageId = await newPage(acme, secret)
  const { audienceId } = await newAudience(acme, pageId)
  const linkId = await newLink(acme, '/private', audienceId)
  const set = (body: object) => acme.patch(`/v0/page_links/${linkId}/gate`, body)
  const made = await set(gate)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const post = (fields: Record<string, string>, to = '/private', headers: Record<string, string> = {}) =>
    get(`/_g/${linkId}?to=${encodeURIComponent(to)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const passOf = (answer: { headers: Record<string, unknown> }) =>
    String((answer.headers['set-cookie'] as string[])[0]).split(';')[0] as string
  const enter = (cookie: string, path = '/private') => get(path, { headers: { cookie } })
  return { ...here, pageId, audienceId, linkId, set, made, post, passOf, enter }
}

test('a page with a password is sent only to visitors who enter it', async () => {
  const { get, post, passOf, enter, made } = await gated({ password: 'see you in March' })
  assert.equal(made.body.hasPassword, true)
  assert.doesNotMatch(JSON.stringify(made.body), /March/)
  const gate = await get('/private')
  assert.equal(gate.status, 403)
  assert.match(gate.text, /<input type="password"[^>]* name="password"/)
  assert.doesNotMatch(gate.text, /Margins|Meridian|<script/)
  assert.match(gate.headers['x-robots-tag'] as string, /noindex/)
  assert.equal(gate.headers['cache-control'], 'no-store')
  assert.doesNotMatch((await get('/sitemap.xml')).text, /private/)

  const wrong = await post({ password: 'guess' })
  assert.deepEqual([wrong.status, wrong.headers['set-cookie']], [403, undefined])
  assert.match(wrong.text, /Wrong password/)
  assert.doesNotMatch(wrong.text, /Margins/)

  const right = await post({ password: 'see you in March' })
  assert.deepEqual([right.status, right.headers.location], [303, '/private'])
  assert.match(String(right.headers['set-cookie']), /HttpOnly; SameSite=Lax/)
  const page = await enter(passOf(right))
  assert.equal(page.status, 200)
  assert.match(page.text, /Margins/)
  assert.equal(page.headers['cache-control'], 'private, no-store')
  assert.match((await enter(passOf(right))).text, /Margins/, 'again, from what the node keeps')
  assert.equal((await get('/private')).status, 403, 'and still to nobody else')
})

test('a pass is invalid if it is altered, used at another link, or issued before a change', async () => {
  const here = await gated({ password: 'the first' })
  const { acme, audienceId, post, passOf, enter, set } = here
  const pass = passOf(await post({ password: 'the first' }))
  const [name = '', value = ''] = pass.split('=')
  const [expires = '', signature = ''] = value.split('.')
  for (const forged of [
    `${name}=${Number(expires) + 1}.${signature}`,
    `${name}=${expires}.${'A'.repeat(43)}`,
    `${name}=`,
    'foyer=1',
  ])
    assert.equal((await enter(forged)).status, 403, forged)
  const otherId = await newLink(acme, '/other', audienceId)
  await acme.patch(`/v0/page_links/${otherId}/gate`, { password: 'the first' })
  assert.equal((await enter(`foyer_${otherId}=${value}`, '/other')).status, 403)
  await set({ password: 'the second' })
  await eventually(async () => assert.equal((await enter(pass)).status, 403))
  assert.equal((await enter(passOf(await post({ password: 'the second' })))).status, 200)
})

test('visitors with a pass see newly published versions', async () => {
  const { acme, pageId, audienceId, post, passOf, enter } = await gated({ password: 'open sesame' })
  const pass = passOf(await post({ password: 'open sesame' }))
  assert.match((await enter(pass)).text, /Margins/)
  await publish(acme, pageId, audienceId, 'Something else')
  await eventually(async () => assert.match((await enter(pass)).text, /Something else/))
})

test('a password from the time when shorter ones were allowed stays valid', async () => {
  const { context, acme, linkId, post, passOf, enter } = await gated({ password: 'open sesame' })
  const passwordHash = await hashPassword(acme.tenantId, 'open')
  await context.db.inTransaction(
    (tx) => tx`
      update page_link_gates set password_hash = ${passwordHash}
      where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`,
  )
  assert.equal((await enter(passOf(await post({ password: 'open' })))).status, 200)
})

test('every password that can be set can be entered, in any Unicode form of its characters', async () => {
  const { linkId, acme, post, set } = await gated({ password: 'open sesame' })
  const at = `/v0/page_links/${linkId}/gate`
  for (const password of ['😀'.repeat(101), '😀'.repeat(200), '한'.repeat(200), 'ᾂ'.repeat(200), ' 8 long '])
    for (const spelling of ['NFC', 'NFD'] as const) {
      assert.equal((await set({ password })).status, 200)
      assert.equal((await post({ password: password.normalize(spelling) })).status, 303, password)
    }
  assert.equal((await set({ password: '😀'.repeat(201) })).status, 400)
  // Password fields of browsers leave out line breaks.
  for (const password of ['open\nsesame', 'open sesame\r'])
    assert.equal((await acme.patch(at, { password })).status, 400)
})

test('attempts are limited, even with the right password, and a form of another site is refused', async () => {
  const { post } = await gated({ password: 'hard to guess' })
  const elsewhere = await post({ password: 'hard to guess' }, '/private', { 'sec-fetch-site': 'cross-site' })
  assert.deepEqual([elsewhere.status, elsewhere.headers['set-cookie']], [404, undefined])
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) statuses.push((await post({ password: `guess ${i}` })).status)
  assert.ok(statuses.filter((status) => status === 403).length <= 20, statuses.join())
  assert.equal(statuses.at(-1), 429)
  const right = await post({ password: 'hard to guess' })
  assert.deepEqual([right.status, right.headers['set-cookie']], [429, undefined])
})

test('a link with a visit limit opens exactly that often, also in parallel, and showing the gate does not count', async () => {
  const { acme, linkId, get, post, passOf, enter } = await gated({ visitLimit: 3 })
  for (let i = 0; i < 5; i++) assert.equal((await get('/private')).status, 403)
  const answers = await Promise.all(Array.from({ length: 8 }, () => post({})))
  const letIn = answers.filter(({ status }) => status === 303)
  assert.equal(letIn.length, 3)
  assert.ok(answers.every(({ status }) => status === 303 || status === 410))
  const pass = passOf(letIn[0] as (typeof letIn)[0])
  for (let i = 0; i < 3; i++) assert.equal((await enter(pass)).status, 200, 'coming back is the same visit')
  await eventually(async () => assert.equal((await get('/private')).status, 410))
  assert.equal((await acme.get(`/v0/page_links/${linkId}/gate`)).body.visitCount, 3)
})

test('a link ends at its expiry, also for visitors with a pass', async () => {
  const here = await gated({ expiresAt: `+${Date.now() + 600_000}` })
  const { acme, context, linkId, get, set, enter, post, passOf } = here
  const open = await get('/private')
  assert.equal(open.status, 200, 'an end alone asks for nothing')
  assert.match(open.text, /Margins/)
  await set({ password: 'open sesame' })
  await eventually(async () => assert.equal((await get('/private')).status, 403))
  const pass = passOf(await post({ password: 'open sesame' }))
  assert.equal((await enter(pass)).status, 200)
  await context.db.inTransaction(async (tx) => {
    await tx`
      update page_link_gates set expires_at = now() - interval '1 second'
      where tenant_id = ${acme.tenantId} and page_link_id = ${linkId}`
    notifySite(tx, acme.tenantId, '/private')
  })
  await eventually(async () => assert.equal((await enter(pass)).status, 410))
  assert.equal((await post({ password: 'open sesame' })).status, 410)
  assert.doesNotMatch((await enter(pass)).text, /Margins/)
})

test('a person’s page below a gated link stands behind the same gate', async () => {
  const { acme, pageId, get, post, passOf, enter } = await gated({ password: 'open sesame' })
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  const { personRouteKey } = await newAudience(acme, pageId, { personId })
  const path = `/private/${personRouteKey}`
  assert.equal((await get(path)).status, 403)
  const right = await post({ password: 'open sesame' }, path)
  assert.equal(right.headers.location, path)
  assert.equal((await enter(passOf(right), path)).status, 200)
  for (const elsewhere of ['//evil.example/', 'https://evil.example/', '/privateer', '/../x', '%00'])
    assert.equal((await post({ password: 'open sesame' }, elsewhere)).headers.location, '/private', elsewhere)
})

test('gates are changed field by field, removed, and refused if invalid', async () => {
  const { acme, globex, linkId, set, get, withScope } = await gated({
    password: 'open sesame',
    visitLimit: 2,
  })
  const gate = `/v0/page_links/${linkId}/gate`
  const end = `+${Date.now() + 86_400_000}`
  assert.deepEqual((await set({ expiresAt: end })).body, {
    ...{
      pageLinkId: linkId,
      hasPassword: true,
      allowedEmails: null,
      canSendEmail: false,
      expiresAt: end,
      visitLimit: 2,
      visitCount: 0,
    },
  })
  for (const [path, body] of [
    ['/expiresAt', { expiresAt: '+1000' }],
    ['/password', { password: 'abcdefg' }],
    ['/visitLimit', { visitLimit: 0 }],
    ['/emails', { emails: [] }],
  ] as const)
    assert.equal((await set(body)).body.errors[0].path, path)
  const writer = await withScope(acme, 'write')
  assert.equal((await writer.patch(gate, { password: null })).body.code, 'scope_missing')
  assert.equal((await globex.get(gate)).status, 404)
  assert.equal((await globex.patch(gate, { password: null })).status, 404)
  await set({ password: null, visitLimit: null, expiresAt: null })
  await eventually(async () => assert.equal((await get('/private')).status, 200))
  assert.equal((await acme.get(gate)).body.hasPassword, false)
})
