import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { world } from '../test/world.ts'

test('a person is created from a name or an e-mail address, which is canonicalised, and an event is sent', async () => {
  const { acme, subscribe, events } = await world()
  await subscribe(acme)
  const made = await acme.post('/v0/persons', {
    name: 'Zoë Strauß',
    email: ' Zoe.S@BÜCHER.example ',
    phoneNumber: '+49 (30) 123-45.6',
    linkedinProfileUrl: 'HTTPS://www.LinkedIn.com/in/zoe#top',
  })
  assert.equal(made.status, 201)
  const { personId, createdAt } = made.body
  assert.deepEqual(made.body, {
    personId,
    name: 'Zoë Strauß',
    email: 'Zoe.S@xn--bcher-kva.example',
    domain: 'xn--bcher-kva.example',
    slug: 'zoe-strauss',
    phoneNumber: '+4930123456',
    linkedinProfileUrl: 'https://www.linkedin.com/in/zoe',
    jobTitle: null,
    accountId: null,
    createdAt,
    updatedAt: createdAt,
  })
  assert.deepEqual((await acme.get(`/v0/persons/${personId}`)).body, made.body)
  const nameless = await acme.post('/v0/persons', { email: 'j.doe@a.com' })
  assert.deepEqual([nameless.body.name, nameless.body.slug], [null, 'j-doe'])
  assert.deepEqual(
    [...(await events(acme))],
    [made, nameless].map(({ body }) => ({ type: 'person.created', data: body })),
  )
})

test('an invalid person is refused', async () => {
  const { acme } = await world()
  const bodies: [body: object, path: string][] = [
    [{}, ''],
    [{ name: null, email: null }, ''],
    [{ phoneNumber: '+4930123456' }, ''],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(256) }, '/name'],
    [{ name: 'A', slug: 'Not A Slug' }, '/slug'],
    [{ name: 'A', slug: null }, '/slug'],
    [{ name: 'A', accountId: 'account_01kb5w3x8ef0arv2m9n4t6q7zc' }, '/accountId'],
    [{ name: 'A', domain: 'nodot' }, '/domain'],
    [{ name: 'A', personId: 'x' }, '/personId'],
    ...[
      'jane',
      '@a.com',
      'jane@',
      'jane@a',
      'a b@c.com',
      'a@b@c.com',
      '.a@b.com',
      'a..b@c.com',
      'a@127.0.0.1',
      'a@[::1]',
      'a@b.com:25',
      'a@b.com/x',
      '"a b"@c.com',
      `${'a'.repeat(65)}@b.com`,
      'jane@a.com\nbcc: x@y.com',
    ].map((email) => [{ email }, '/email'] as [object, string]),
    ...['030 123456', '+0 30 123456', '+4', '+123456789012345678', '+49 30 abc', '++4930'].map(
      (phoneNumber) => [{ name: 'A', phoneNumber }, '/phoneNumber'] as [object, string],
    ),
    ...[
      'http://linkedin.com/in/x',
      'https://linkedin.com',
      'https://notlinkedin.com/in/x',
      'linkedin.com/in/x',
      'https://linkedin.com.evil.com/in/x',
      'https://linkedin.com@evil.com/in/x',
      'https://x:y@linkedin.com/in/x',
      'https://linkedin.com:8443/in/x',
      'javascript:alert(1)//linkedin.com/in/x',
    ].map(
      (linkedinProfileUrl) => [{ name: 'A', linkedinProfileUrl }, '/linkedinProfileUrl'] as [object, string],
    ),
  ]
  for (const [body, path] of bodies) {
    const refused = await acme.post('/v0/persons', body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.equal(refused.body.errors[0].path, path, JSON.stringify(body))
  }
  assert.equal((await acme.get('/v0/persons')).body.totalCount, 0)
})

test('an e-mail address belongs to one person, regardless of case and with twenty parallel requests', async () => {
  const { acme, globex } = await world()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      acme.post('/v0/persons', { email: `${i % 2 ? 'Jane' : 'jANE'}@A.com` }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  const personId = made[0]?.body.personId
  for (const { body } of answers.filter(({ status }) => status !== 201))
    assert.deepEqual([body.status, body.code, body.personId], [409, 'person_exists', personId])
  const other = (await acme.post('/v0/persons', { name: 'Other', email: 'other@a.com' })).body
  const refused = await acme.patch(`/v0/persons/${other.personId}`, { email: 'JANE@a.com', name: 'Changed' })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.personId],
    [409, 'person_exists', personId],
  )
  assert.deepEqual((await acme.get(`/v0/persons/${other.personId}`)).body, other, 'nothing was changed')
  assert.equal((await acme.patch(`/v0/persons/${personId}`, { email: 'JANE@a.com' })).status, 200, 'its own')
  assert.equal((await globex.post('/v0/persons', { email: 'jane@a.com' })).status, 201, 'another tenant')
})

test('slugs are unique: a generated slug gets a number, a given duplicate is refused', async () => {
  const { acme } = await world()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => acme.post('/v0/persons', { name: 'Jane Doe' })),
  )
  const slugs = answers.map(({ body }) => body.slug)
  assert.deepEqual(
    new Set(slugs),
    new Set(['jane-doe', ...Array.from({ length: 19 }, (_, i) => `jane-doe-${i + 2}`)]),
  )
  const refused = await acme.post('/v0/persons', { name: 'X', slug: 'jane-doe-7' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'slug_taken'])
  const { personId } = (await acme.post('/v0/persons', { name: '李小龍', slug: 'bruce' })).body
  assert.equal((await acme.patch(`/v0/persons/${personId}`, { slug: 'jane-doe' })).status, 409)
  assert.equal(
    (await acme.patch(`/v0/persons/${personId}`, { name: 'Bruce Lee' })).body.slug,
    'bruce',
    'it stays',
  )
  assert.equal((await acme.patch(`/v0/persons/${personId}`, { slug: 'lee' })).body.slug, 'lee')
  assert.equal((await acme.post('/v0/persons', { name: '李小龍' })).body.slug, 'person')
})

test('a patch changes only the named fields of a person, who must keep a name or an e-mail address', async () => {
  const { acme, subscribe, events } = await world()
  const { body: person } = await acme.post('/v0/persons', {
    name: 'Jane',
    email: 'jane@a.com',
    phoneNumber: '+4930',
  })
  const path = `/v0/persons/${person.personId}`
  await subscribe(acme)
  assert.deepEqual((await acme.patch(path, {})).body, person, 'an empty patch changes nothing')
  const patched = await acme.patch(path, { name: 'Janet', phoneNumber: null })
  assert.deepEqual(patched.body, {
    ...person,
    name: 'Janet',
    phoneNumber: null,
    updatedAt: patched.body.updatedAt,
  })
  assert.equal((await acme.patch(path, { name: null, email: null })).status, 400)
  const anonymous = await acme.patch(path, { name: null })
  assert.equal((await acme.patch(path, { email: null })).status, 400)
  assert.deepEqual(
    [...(await events(acme))],
    [patched, anonymous].map(({ body }) => ({ type: 'person.updated', data: body })),
  )
})

test('persons are found by name, e-mail and domain, also after a change', async () => {
  const { acme } = await world()
  const { personId } = (await acme.post('/v0/persons', { name: 'Renée Zimmer', email: 'rz@atelier.fr' })).body
  await acme.post('/v0/persons', { name: 'Other' })
  const find = async (query: string) => {
    const { body } = await acme.get(`/v0/persons?query=${encodeURIComponent(query)}`)
    assert.equal(body.totalCount, body.items.length)
    return body.items.map((person: any) => person.personId)
  }
  for (const query of ['renee', 'ZIMMER renée', 'rz@', 'atelier zim'])
    assert.deepEqual(await find(query), [personId])
  await acme.patch(`/v0/persons/${personId}`, { name: 'Renée Roth', email: null, domain: null })
  assert.deepEqual(await find('atelier'), [])
  assert.deepEqual(await find('roth'), [personId])
  assert.equal((await acme.get('/v0/persons')).body.totalCount, 2)
})

test('an erased person leaves no row that contains their data', async () => {
  const { acme, db } = await world()
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'gone.com' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Ephemera Vex', email: 'vex@gone.com' })).body
  const kept = (await acme.post('/v0/persons', { email: 'stays@gone.com' })).body
  await acme.post(`/v0/accounts/${accountId}/logs`, { text: 'About the account.' })
  for (const { personId: id } of [{ personId }, kept]) {
    await acme.post(`/v0/persons/${id}/logs`, { text: 'A note.' })
    await acme.post(`/v0/accounts/${accountId}/activity`, { type: 'meeting.held', personId: id })
  }
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.equal((await acme.get(`/v0/persons/${personId}`)).status, 404)
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 404)
  assert.equal((await acme.post(`/v0/persons/${personId}/logs`, { text: 'x' })).status, 404)
  const account = (await acme.get(`/v0/accounts/${accountId}`)).body
  assert.deepEqual(
    account.linkedPersons.map(({ personId: id }: any) => id),
    [kept.personId],
  )
  const activity = (
    await acme.get(`/v0/accounts/${accountId}/activity?includePersonActivity=1&includeDeleted=1`)
  ).body
  assert.equal(activity.totalCount, 3)
  assert.equal(activity.items.length, 3)
  assert.equal((await acme.get('/v0/persons')).body.totalCount, 1)
  const tables = await db.read<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  for (const { name } of tables) {
    // The audit log keeps that somebody was erased, by an id that leads nowhere.
    const traces = ['Ephemera', 'vex@gone', ...(name === 'audit_events' ? [] : [personId])]
    const [found] = await db.read<{ rows: number }[]>`
      -- every tenant: nothing may be left anywhere
      select count(*)::int as rows from ${db.read.identifier(name)} as t
      where t::text ~ ${traces.join('|')}`
    assert.equal(found?.rows, 0, name)
  }
})

test('an erased person is removed from sent and queued webhooks', async () => {
  const { acme, db, sink, subscribe, events } = await world()
  await subscribe(acme, '/erased')
  sink.answerWith(() => 503)
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'left.com' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Fugit Moor', email: 'moor@left.com' })).body
  const kept = (await acme.post('/v0/persons', { name: 'Mane Still', email: 'still@left.com' })).body
  await acme.patch(`/v0/accounts/${accountId}`, { name: 'Left' })
  await acme.post(`/v0/persons/${personId}/logs`, { text: 'Moor likes tea.' })
  const { pageId } = (await acme.post('/v0/pages', { name: 'Moors', pageType: 'custom' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { personId })).body
  await acme.post(`/v0/pages/${pageId}/audiences/${audienceId}/messages`, { message: 'Greet Moor' })
  assert.ok((await events(acme)).some(({ data }) => JSON.stringify(data).includes('Moor')))
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const left = await events(acme)
  assert.ok(!JSON.stringify(left).match(new RegExp(`${personId}|${audienceId}|moor@`)), JSON.stringify(left))
  const renamed = left.findLast(({ type }) => type === 'account.updated')
  assert.deepEqual(
    renamed?.data.linkedPersons.map(({ personId: id }: any) => id),
    [kept.personId],
  )
  assert.ok(left.some(({ type, data }) => type === 'person.created' && data.personId === kept.personId))
  const [total] = await db.read<{ counted: boolean }[]>`
    select (select sum(difference) from tallies where tenant_id = ${acme.tenantId}
        and scope like 'webhook_deliveries/%') = (select count(*) from webhook_deliveries
        where tenant_id = ${acme.tenantId}) as counted`
  assert.ok(total?.counted)
  sink.answerWith(() => 204)
})

test('erasing a person during parallel writes about them leaves no trace and causes no failure', async () => {
  const { acme, db } = await world()
  for (let i = 0; i < 10; i++) {
    const { personId } = (await acme.post('/v0/persons', { name: 'Brief' })).body
    const { personLogId } = (await acme.post(`/v0/persons/${personId}/logs`, { text: 'a' })).body
    const path = `/v0/persons/${personId}`
    const answers = await Promise.all([
      acme.post(`${path}/logs`, { text: 'b' }),
      acme.patch(`${path}/logs/${personLogId}`, { text: 'c' }),
      acme.delete(path),
      acme.patch(path, { name: 'Briefer' }),
      acme.delete(`${path}/logs/${personLogId}`),
    ])
    for (const { status } of answers) assert.ok([200, 201, 204, 404].includes(status), String(status))
    assert.equal(answers[2]?.status, 204)
    const rows = await db.read`
      select person_id from person_logs where tenant_id = ${acme.tenantId}
      union all select person_id from activity where tenant_id = ${acme.tenantId}`
    assert.equal(rows.length, 0)
  }
})

test("another tenant's person and account are not found", async () => {
  const { acme, globex } = await world()
  const { personId } = (await acme.post('/v0/persons', { name: 'Secret' })).body
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'secret.com' })).body
  assert.equal((await globex.get(`/v0/persons/${personId}`)).status, 404)
  assert.equal((await globex.patch(`/v0/persons/${personId}`, { name: 'Mine' })).status, 404)
  assert.equal((await globex.delete(`/v0/persons/${personId}`)).status, 404)
  assert.equal((await globex.post('/v0/persons', { name: 'A', accountId })).status, 400)
  const own = (await globex.post('/v0/accounts', { domain: 'own.com' })).body
  const refused = await globex.post(`/v0/accounts/${own.accountId}/activity`, { type: 'a.b', personId })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/personId'])
  assert.equal((await acme.get(`/v0/persons/${personId}`)).body.name, 'Secret')
})

test('a job title comes from the API or a column called role or title', async () => {
  const { acme } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Titles', pageType: 'custom' })).body
  const csv = 'Name,E-mail,Role\nAda,ada@x.test,Head of Logistics\nBen,ben@x.test,\n'
  const csvFileId = (await acme.upload('people.csv', csv, 'text/csv')).body.fileId
  const { batchId } = (await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { csvFileId })).body
  await eventually(
    async () => assert.equal((await acme.get(`/v0/batches/${batchId}`)).body.status, 'finished'),
    30_000,
  )
  const { items } = (await acme.get('/v0/persons?sort=name')).body
  assert.deepEqual(
    items.map(({ jobTitle }: any) => jobTitle),
    ['Head of Logistics', null],
  )
  const changed = await acme.patch(`/v0/persons/${items[1].personId}`, { jobTitle: 'Buyer' })
  assert.equal(changed.body.jobTitle, 'Buyer')
})
