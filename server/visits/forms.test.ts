import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAudience, newLink } from '../test/sites.ts'
import { from, newStay, openSite, visited } from '../test/visits.ts'
import { waitForMinute } from '../test/waitForMinute.ts'
import { world } from '../test/world.ts'

const field = (name: string, type: string, more: object = {}) => ({ name, label: name, type, ...more })
const contact = {
  id: 'contact',
  type: 'form',
  props: {
    submitLabel: 'Send',
    fields: [
      field('email', 'email', { required: true }),
      field('size', 'select', { options: ['1–10', 'More \\& more'] }),
      field('message', 'textarea'),
      field('news', 'checkbox'),
    ],
  },
  sources: [],
}

/** A page with a form, for a person, as a browser without scripts sees it. */
async function setUp({ forPerson = true } = {}) {
  const here = await world(visited)
  const { acme } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'Form', pageType: 'custom' })).body
  const document = { theme: {}, blocks: [contact, { ...contact, id: 'other' }] }
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, document)).status, 200)
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  const domain = `${newStay().slice(0, 8)}.example`
  const { accountId } = (await acme.post('/v0/accounts', { domain })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane Doe', email: `jane@${domain}` })).body
  const { audienceId } = await newAudience(acme, pageId, forPerson ? { personId } : {})
  await newLink(acme, '/form', audienceId)
  const site = openSite(here, acme)
  const { text } = await site.ask('/form')
  const action = /<form method="post" action="([^"]+)" id="contact_form"/.exec(text)?.[1] ?? ''
  const list = async () => (await acme.get(`/v0/pages/${pageId}/submissions`)).body
  const post = (fields: Parameters<typeof site.post>[1], more: Record<string, string> = {}) =>
    site.post(action, fields, { referer: `http://${site.host}/form?utm=x`, ...more })
  return { ...here, pageId, audienceId, accountId, personId, site, action, list, post }
}

test('a form works without scripts: it is stored and listed, and the browser is redirected to the thanks', async () => {
  const { acme, list, post, pageId, audienceId, personId, accountId, subscribe, events } = await setUp()
  await subscribe(acme)
  const sent = await post([
    ['message', 'Hello,\r\n“there” 👋'],
    ['email', 'jane@acme.example'],
    ['size', 'More & more'],
    ['_website', ''],
  ])
  assert.equal(sent.status, 303)
  assert.equal(sent.headers.location, '/form?utm=x#contact_sent')
  const { items, totalCount } = await list()
  assert.equal(totalCount, 1)
  const [submission] = items
  assert.deepEqual(submission.fields, [
    { name: 'email', value: 'jane@acme.example' },
    { name: 'size', value: 'More & more' },
    { name: 'message', value: 'Hello,\r\n“there” 👋' },
  ])
  assert.deepEqual(
    [submission.pageId, submission.audienceId, submission.personId, submission.accountId, submission.formId],
    [pageId, audienceId, personId, accountId, 'contact'],
  )
  assert.deepEqual(await events(acme), [{ type: 'form.submitted', data: submission }])
  const activity = (await acme.get(`/v0/accounts/${accountId}/activity?includePersonActivity=true`)).body
  const [{ type, source, payload }] = activity.items
  assert.deepEqual(
    [type, source, payload.submissionId],
    ['form.submitted', 'visitor', submission.submissionId],
  )
})

test('the same submission of a visitor is stored once, also when it is sent ten times in parallel', async () => {
  const { list, post } = await setUp()
  const sent = await Promise.all(Array.from({ length: 10 }, () => post([['email', 'jane@acme.example']])))
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]))
  assert.equal((await list()).totalCount, 1)
  assert.equal((await post([['email', 'john@acme.example']], from('192.0.2.9'))).status, 303)
  const { items, totalCount } = await list()
  assert.deepEqual([totalCount, items[0].fields[0].value], [2, 'john@acme.example'])
})

test('bots that fill in every field are thanked, and their submission is discarded', async () => {
  const { acme, list, post, subscribe, events } = await setUp()
  await subscribe(acme)
  const sent = await post([
    ['email', 'spam@spam.example'],
    ['_website', 'https://spam.example'],
  ])
  assert.equal(sent.status, 303)
  assert.equal((await list()).totalCount, 0)
  assert.deepEqual(await events(acme), [])
})

test('unknown and missing fields are refused with an explanation, and nothing is stored', async () => {
  const { list, post, site, action } = await setUp()
  const wrong: ([string, string][] | string)[] = [
    [],
    [['message', 'no address']],
    [['email', '   ']],
    [
      ['email', 'jane@acme.example'],
      ['admin', 'true'],
    ],
    [
      ['email', 'jane@acme.example'],
      ['__proto__', 'x'],
    ],
    [
      ['email', 'jane@acme.example'],
      ['size', 'Enormous'],
    ],
    [
      ['email', 'jane@acme.example'],
      ['news', 'no'],
    ],
    [['email', `${'x'.repeat(501)}@acme.example`]],
    [['email', 'a\0b']],
    'email=%ff%fe%'.repeat(60),
  ]
  for (const [index, fields] of wrong.entries()) {
    const { status, text } = await post(fields, from(`192.0.2.${index}`))
    assert.equal(status, 400, JSON.stringify(fields).slice(0, 100))
    assert.match(text, /<h1>This could not be sent<\/h1>/)
  }
  assert.equal((await post(Buffer.from([0xff]).toString('latin1'), from('192.0.2.50'))).status, 400)
  assert.equal((await post('email=a%40b.example', { 'content-type': 'text/plain' })).status, 400)
  assert.equal((await post(`email=${'x'.repeat(70_000)}`)).status, 413)
  assert.equal((await site.ask(action)).status, 405)
  assert.equal((await list()).totalCount, 0)
})

test('a form can be sent only on its own page and site, and with a valid action address', async () => {
  const { here, list, post, site, action } = await setUp().then((all) => ({ ...all, here: all }))
  const fields: [string, string][] = [['email', 'jane@acme.example']]
  const other = action.replace('/contact/', '/other/')
  for (const path of [other, `${action}x`, '/_f/', '/_f/x', '/_f/a/b/c', '/_f/%ff/%ff/%ff'])
    assert.equal((await site.post(path, fields)).status, 404, path)
  assert.equal((await openSite(here, here.globex).post(action, fields)).status, 404)
  assert.equal((await post(fields, { 'sec-fetch-site': 'cross-site' })).status, 404)
  assert.equal((await list()).totalCount, 0)
})

test('without a valid referrer, the response itself contains the thanks', async () => {
  const { post } = await setUp()
  for (const [index, referer] of ['', 'https://evil.example/form', 'nonsense'].entries()) {
    const { status, text, headers } = await post([['email', 'jane@acme.example']], {
      ...from(`192.0.2.${index}`),
      referer,
    })
    assert.equal(status, 200)
    assert.equal(headers.location, undefined)
    assert.match(text, /Thank you/)
  }
})

test('a redirect stays on the site, for any path in the referrer', async () => {
  const { post, site } = await setUp()
  const { headers } = await post([['email', 'jane@acme.example']], {
    referer: `http://${site.host}//evil.example/x`,
  })
  assert.equal(headers.location, '/evil.example/x#contact_sent')
})

test('a visitor may send ten forms a minute', async () => {
  const { post } = await setUp()
  await waitForMinute(8)
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn++)
    statuses.push((await post([['email', `${turn}@acme.example`]], from('198.51.100.9'))).status)
  assert.deepEqual(statuses, [...Array(10).fill(303), 429, 429])
})

test('a network may send 30 forms a minute, and answers have 20,000 characters together', async () => {
  const { post, list } = await setUp()
  await waitForMinute(12)
  const long: [string, string][] = [['email', 'a@acme.example']]
  for (let i = 0; i < 3; i++) long.push(['message', 'x'.repeat(9_000)])
  assert.equal((await post(long, from('203.0.113.4'))).status, 413)
  const statuses: number[] = []
  for (let turn = 0; turn < 32; turn++) {
    const agent = { ...from(`198.51.99.${turn}`), 'user-agent': `Mozilla/5.0 (rotating ${turn})` }
    statuses.push((await post([['email', `${turn}@acme.example`]], agent)).status)
  }
  assert.deepEqual(statuses, [...Array(30).fill(303), 429, 429])
  assert.equal((await list()).totalCount, 30)
})

test('erasing a person erases their submissions, and keeps those of public pages', async () => {
  const { acme, list, post, personId, db, audienceId } = await setUp()
  assert.equal((await post([['email', 'jane@acme.example']])).status, 303)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.equal((await list()).totalCount, 0)
  const [row] = await db.read`
    select count(*) from form_submissions where tenant_id = ${acme.tenantId} and audience_id = ${audienceId}`
  assert.equal(row?.count, 0)
  const open = await setUp({ forPerson: false })
  assert.equal((await open.post([['email', 'any@acme.example']])).status, 303)
  const { items } = await open.list()
  assert.deepEqual([items[0].personId, items[0].accountId], [null, null])
})

test('submissions are listed newest first, a page at a time', async () => {
  const { acme, post, pageId } = await setUp()
  for (let turn = 0; turn < 5; turn++) await post([['email', `${turn}@acme.example`]])
  const path = `/v0/pages/${pageId}/submissions?limit=2`
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await acme.get(path + cursor)
    seen.push(...body.items.map(({ fields }: any) => fields[0].value[0]))
    assert.equal(body.totalCount, 5)
    if (!body.hasMore) break
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
  assert.deepEqual(seen, ['4', '3', '2', '1', '0'])
})
