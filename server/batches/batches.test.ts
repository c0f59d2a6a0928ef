import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../test/client.ts'
import { times as repeats } from '../test/effort.ts'
import { until } from '../test/eventually.ts'
import { world } from '../test/world.ts'

async function makePage(client: Client): Promise<string> {
  return (await client.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body.pageId
}

async function uploadCsv(client: Client, text: string): Promise<string> {
  const { status, body } = await client.upload('people.csv', text, 'text/csv')
  assert.equal(status, 201, JSON.stringify(body))
  return body.fileId
}

async function startBatch(client: Client, pageId: string, body: object): Promise<string> {
  const answer = await client.post(`/v0/pages/${pageId}/audiences/bulk`, body)
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.batchId
}

async function ended(client: Client, batchId: string) {
  return await until('the batch has ended', async () => {
    const { body } = await client.get(`/v0/batches/${batchId}`)
    return body.finishedAt !== null && body
  })
}

const none = {
  total: 0,
  waiting: 0,
  made: 0,
  running: 0,
  drafted: 0,
  unchanged: 0,
  failed: 0,
  cancelled: 0,
  repeated: 0,
}

test('creating an audience with a message starts the agent immediately', async () => {
  const { acme, subscribe, events } = await world()
  const pageId = await makePage(acme)
  await subscribe(acme)
  const path = `/v0/pages/${pageId}/audiences`
  const made = await acme.post(path, { customName: 'Fair', message: 'Change the headline to "Hello"' })
  assert.equal(made.status, 201)
  assert.equal(made.body.latestVersion.versionNumber, 2)
  assert.equal(made.body.publishedVersion.versionNumber, 1)
  assert.equal(made.body.status, 'queued')
  await until(
    'there is a draft',
    async () => (await acme.get(`${path}/${made.body.audienceId}`)).body.status === 'draft',
  )
  assert.deepEqual(
    (await events(acme)).map(({ type }) => type),
    ['audience.created', 'message.accepted', 'version.drafted'],
  )
  const refused = await acme.post(path, { personId: 'person_00000000000000000000000000', message: 'Hi' })
  assert.equal(refused.status, 400)
})

test('accounts, persons and the rows of a file each get an audience and the message', async () => {
  const { acme, subscribe, events } = await world()
  const pageId = await makePage(acme)
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'globex.com', name: 'Globex' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Hank', email: 'hank@globex.com' })).body
  const csvFileId = await uploadCsv(
    acme,
    'Full name,E-mail,Company,Website,Notes\nJane Doe,jane@acme.com,Acme,https://www.acme.com/,Rolls out in EMEA\n',
  )
  await subscribe(acme)
  const message = 'Change the headline to "For you"'
  const asked = { accountIds: [accountId], personIds: [personId], csvFileId, message }
  const batch = await ended(acme, await startBatch(acme, pageId, asked))
  assert.equal(batch.status, 'finished')
  assert.deepEqual(batch.counts, { ...none, total: 3, made: 3, drafted: 3 })
  assert.deepEqual(batch.failures, [])
  assert.deepEqual(batch.columns, {
    'Full name': 'name',
    'E-mail': 'email',
    Company: 'company',
    Website: 'domain',
    Notes: 'supplementaryContext',
  })
  const { items, totalCount } = (await acme.get(`/v0/batches/${batch.batchId}/rows`)).body
  assert.equal(totalCount, 3)
  assert.deepEqual(
    items.map((row: any) => [row.position, row.csvRow, row.status]),
    [
      [1, null, 'drafted'],
      [2, null, 'drafted'],
      [3, 2, 'drafted'],
    ],
  )
  assert.equal(items[0].accountId, accountId)
  assert.equal(items[1].personId, personId)
  const jane = (await acme.get(`/v0/persons/${items[2].personId}`)).body
  assert.deepEqual([jane.name, jane.email], ['Jane Doe', 'jane@acme.com'])
  const account = (await acme.get(`/v0/accounts/${jane.accountId}`)).body
  assert.deepEqual([account.name, account.domain], ['Acme', 'acme.com'])
  const audience = (await acme.get(`/v0/pages/${pageId}/audiences/${items[2].audienceId}`)).body
  assert.equal(audience.supplementaryContext, 'Rolls out in EMEA')
  assert.equal(audience.latestVersion.versionId, items[2].versionId)
  const told = await events(acme)
  const times = (type: string) => told.filter((event) => event.type === type).length
  assert.deepEqual(
    ['audience.created', 'message.accepted', 'version.drafted', 'person.created', 'account.created'].map(
      times,
    ),
    [3, 3, 3, 1, 1],
  )
  const { failures, ...shown } = batch
  assert.deepEqual(told.at(-1), { type: 'batch.finished', data: shown })
})

test('invalid rows are reported by number and reason without stopping the others, and repeated rows create one audience', async () => {
  const { acme } = await world()
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(
    acme,
    [
      '\uFEFFfirst name;last name;email address;phone;company',
      'Ann;Ace;ann@one.example;;One',
      ';;not an address;;',
      '',
      '"Ben\nB.";Bo;ben@two.example;+49 30 1234;',
      'Cid;;;030 1234;',
      'Ann again;;ANN@one.example;;',
      ';;;;Nobody',
      'Dot;Di;dot@one.example;;;and more',
      'Eve;"E ""the"" E";eve@gmail.com;;Evecorp',
      '"Never;closed',
    ].join('\r\n'),
  )
  const batch = await ended(acme, await startBatch(acme, pageId, { csvFileId }))
  assert.deepEqual(batch.counts, { ...none, total: 9, made: 3, failed: 5, repeated: 1 })
  assert.deepEqual(
    batch.failures.map((row: any) => [row.csvRow, row.reason]),
    [
      [3, 'email must be an e-mail address such as jane@acme.com'],
      [6, 'phoneNumber must be a phone number with its country code, such as +49 30 123456'],
      [8, 'needs a name, an e-mail address or a domain'],
      [9, 'has more cells than the header'],
      [11, 'has an unclosed quote: this row and all rows after it could not be read'],
    ],
  )
  const rows = (await acme.get(`/v0/batches/${batch.batchId}/rows?status=repeated`)).body
  assert.deepEqual([rows.totalCount, rows.items[0].reason], [1, 'is a duplicate of row 2'])
  const made = (await acme.get(`/v0/batches/${batch.batchId}/rows?status=made&limit=2`)).body
  assert.deepEqual([made.totalCount, made.items.length, made.hasMore], [3, 2, true])
  const rest = (
    await acme.get(`/v0/batches/${batch.batchId}/rows?status=made&limit=2&cursor=${made.nextCursor}`)
  ).body
  const [, ben, eve] = await Promise.all(
    [...made.items, ...rest.items].map(
      async ({ personId }) => (await acme.get(`/v0/persons/${personId}`)).body,
    ),
  )
  assert.deepEqual([ben.name, ben.phoneNumber], ['Ben\nB. Bo', '+49301234'])
  assert.deepEqual(
    [eve.name, eve.accountId],
    ['Eve E "the" E', null],
    'a mailbox provider is nobody’s company',
  )
  const accounts = (await acme.get('/v0/accounts')).body.items
  assert.deepEqual(
    accounts.map(({ domain, name }: any) => [domain, name]),
    [['one.example', 'One']],
  )
})

test('existing persons and accounts are found by e-mail address and domain and are not changed', async () => {
  const { acme } = await world()
  const pageId = await makePage(acme)
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'acme.com', name: 'Acme' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane', email: 'jane@acme.com' })).body
  const csvFileId = await uploadCsv(
    acme,
    'Kontakt\tMail\tWeb\nJane X\tJANE@acme.com\t\n\t\thttp://acme.com/about\n',
  )
  const columns = { Kontakt: 'name', Mail: 'email', Web: 'domain' }
  const batch = await ended(acme, await startBatch(acme, pageId, { csvFileId, columns }))
  assert.deepEqual(batch.columns, columns)
  const { items } = (await acme.get(`/v0/batches/${batch.batchId}/rows`)).body
  assert.deepEqual([items[0].personId, items[1].accountId], [personId, accountId])
  assert.equal((await acme.get(`/v0/persons/${personId}`)).body.name, 'Jane')
})

test('a batch sends the message to a person’s existing page instead of creating a second one, as the file check announced', async () => {
  const { acme } = await world()
  const pageId = await makePage(acme)
  const csv = 'name,email,domain,notes\nJane,jane@one.example,,Likes blue\n,,two.example,\n'
  const csvFileId = await uploadCsv(acme, csv)
  const columns = { name: 'name', email: 'email', domain: 'domain', notes: 'supplementaryContext' }
  const check = async () =>
    (await acme.post('/v0/batches/check', { csvFileId: await uploadCsv(acme, csv), columns, pageId })).body
  assert.equal((await check()).updated, 0)
  const first = await ended(acme, await startBatch(acme, pageId, { csvFileId, columns }))
  assert.equal(first.counts.made, 2, JSON.stringify(first))
  assert.equal((await check()).updated, 2)
  const message = 'Change the headline to "Second batch"'
  const again = { csvFileId: await uploadCsv(acme, csv), columns, message }
  const second = await ended(acme, await startBatch(acme, pageId, again))
  assert.equal(second.counts.drafted, 2, JSON.stringify(second))
  const { items, totalCount } = (await acme.get(`/v0/pages/${pageId}/audiences`)).body
  assert.equal(totalCount, 2)
  for (const { latestVersion } of items) assert.equal(latestVersion.versionNumber, 2)
  const third = await ended(
    acme,
    await startBatch(acme, pageId, { csvFileId: await uploadCsv(acme, csv), columns }),
  )
  const rows = (await acme.get(`/v0/batches/${third.batchId}/rows`)).body.items
  assert.deepEqual(
    rows.map(({ status, reason }: any) => [status, reason]),
    [1, 2].map(() => ['repeated', 'has a page already']),
  )
})

test('an invalid batch is refused with the reason and leaves no rows behind', async () => {
  const { acme, globex } = await world()
  const pageId = await makePage(acme)
  const bulk = `/v0/pages/${pageId}/audiences/bulk`
  const refusals: [object, RegExp][] = [
    [{}, /at least one account or person/],
    [{ personIds: [] }, /at least one account or person/],
    [{ csvFileId: 'file_00000000000000000000000000' }, /does not match a file/],
    [{ csvFileId: await uploadCsv(globex, 'name\nJane\n') }, /does not match a file/],
    [{ csvFileId: await uploadCsv(acme, 'colour,size\nred,1\n') }, /headings are "colour", "size"/],
    [{ csvFileId: await uploadCsv(acme, 'name,email\n') }, /no rows below/],
    [{ csvFileId: await uploadCsv(acme, '\n\n') }, /no header row/],
    [{ csvFileId: await uploadCsv(acme, 'name\nJane\n'), columns: { nom: 'name' } }, /names "nom"/],
    [{ csvFileId: await uploadCsv(acme, 'a,b\nJane,x\n'), columns: { a: 'name', b: 'name' } }, /two columns/],
    [{ csvFileId: await uploadCsv(acme, 'a,b\nJane,x\n'), columns: { a: 'nom' } }, /must be one of/],
    [
      { personIds: ['person_00000000000000000000000000'], columns: { a: 'name' } },
      /only be used with csvFileId/,
    ],
    [{ csvFileId: await uploadCsv(acme, `name\n${'Jane\n'.repeat(50_001)}`) }, /more than 50,000/],
  ]
  for (const [body, reason] of refusals) {
    const refused = await acme.post(bulk, body)
    assert.equal(refused.status, 400, JSON.stringify(refused.body))
    assert.match(refused.body.detail, reason)
  }
  const picture = await acme.upload('x.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  const refused = await acme.post(bulk, { csvFileId: picture.body.fileId })
  assert.match(refused.body.detail, /must be a CSV file/)
  const { items, totalCount } = (await acme.get('/v0/batches')).body
  assert.deepEqual([items, totalCount], [[], 0])
})

test('an unknown id fails only its row', async () => {
  const { acme, globex } = await world()
  const pageId = await makePage(acme)
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  const foreign = (await globex.post('/v0/persons', { name: 'Foreign' })).body.personId
  const ids = ['nonsense', foreign, personId, personId]
  const batch = await ended(
    acme,
    await startBatch(acme, pageId, { personIds: ids, accountIds: ['account_x'] }),
  )
  assert.deepEqual(batch.counts, { ...none, total: 5, made: 1, failed: 3, repeated: 1 })
  assert.deepEqual(
    batch.failures.map((row: any) => [row.position, row.reason]),
    [
      [1, 'accountId does not match an account: account_x'],
      [2, 'personId does not match a person: nonsense'],
      [3, `personId does not match a person: ${foreign}`],
    ],
  )
})

test('parallel repeats with one idempotency key create one batch; other content with it is refused', async () => {
  const { acme } = await world()
  const pageId = await makePage(acme)
  const bulk = `/v0/pages/${pageId}/audiences/bulk`
  const csvFileId = await uploadCsv(acme, 'name\nJane\nJoe\n')
  const body = { csvFileId, idempotencyKey: 'spring' }
  const answers = await Promise.all(Array.from({ length: repeats(20, 6) }, () => acme.post(bulk, body)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
  assert.equal(new Set(answers.map((answer) => answer.body.batchId)).size, 1)
  assert.equal((await acme.post(bulk, { ...body, message: 'Hi' })).status, 422)
  const batch = await ended(acme, answers[0]?.body.batchId)
  assert.equal(batch.counts.made, 2)
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 2)
})

test('a cancelled batch sends no further messages and keeps the audiences that it created', async () => {
  const { acme, subscribe, events } = await world()
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(
    acme,
    `name\n${Array.from({ length: 300 }, (_, n) => `P ${n}`).join('\n')}\n`,
  )
  await subscribe(acme)
  const batchId = await startBatch(acme, pageId, { csvFileId, message: 'Make it blue' })
  await until(
    'the first audience is made',
    async () => (await acme.get(`/v0/batches/${batchId}`)).body.counts.made > 0,
  )
  const asked = await acme.post(`/v0/batches/${batchId}/cancel`)
  assert.deepEqual([asked.status, asked.body.status], [200, 'cancelling'])
  const { status, counts } = await ended(acme, batchId)
  assert.equal(status, 'cancelled')
  assert.ok(counts.made > 0 && counts.made < 300, JSON.stringify(counts))
  assert.deepEqual([counts.waiting, counts.running], [0, 0])
  assert.equal(counts.drafted + counts.cancelled, 300)
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, counts.made)
  const told = await events(acme)
  assert.equal(told.filter(({ type }) => type === 'message.accepted').length, counts.made)
  assert.deepEqual(told.at(-1)?.type, 'batch.finished')
  const again = await acme.post(`/v0/batches/${batchId}/cancel`)
  assert.deepEqual([again.status, again.body.status], [200, 'cancelled'])
  assert.equal((await events(acme)).length, told.length)
})

test('batches are listed newest first, optionally for one page', async () => {
  const { acme, globex } = await world()
  const [first, second] = [await makePage(acme), await makePage(acme)]
  const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
  const ids: string[] = []
  for (const pageId of [first, second, first])
    ids.push(await startBatch(acme, pageId, { personIds: [personId] }))
  const all = (await acme.get('/v0/batches')).body
  assert.deepEqual(
    all.items.map(({ batchId }: any) => batchId),
    ids.toReversed(),
  )
  assert.equal(all.totalCount, 3)
  const some = (await acme.get(`/v0/batches?pageId=${first}&limit=1`)).body
  assert.deepEqual([some.totalCount, some.items.length, some.hasMore], [2, 1, true])
  const rest = (await acme.get(`/v0/batches?pageId=${first}&limit=1&cursor=${some.nextCursor}`)).body
  assert.deepEqual([rest.items[0].batchId, rest.hasMore], [ids[0], false])
  assert.deepEqual((await globex.get('/v0/batches')).body.items, [])
  assert.equal((await globex.get(`/v0/batches/${ids[0]}`)).status, 404)
  assert.equal((await globex.post(`/v0/batches/${ids[0]}/cancel`)).status, 404)
})

test('erasing a person removes their data from their batch', async () => {
  const { acme, db } = await world()
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(acme, 'name,email,notes\nZelda Zed,zelda@zed.example,Likes zithers\n')
  const batch = await ended(acme, await startBatch(acme, pageId, { csvFileId }))
  const [row] = (await acme.get(`/v0/batches/${batch.batchId}/rows`)).body.items
  assert.equal((await acme.delete(`/v0/persons/${row.personId}`)).status, 204)
  const [kept] = (await acme.get(`/v0/batches/${batch.batchId}/rows`)).body.items
  assert.deepEqual([kept.personId, kept.audienceId, kept.status], [null, null, 'made'])
  assert.equal((await acme.get(`/v0/batches/${batch.batchId}`)).body.counts.made, 1)
  const [stored] = await db.read<{ text: string }[]>`
    select r::text as text from batch_rows r where tenant_id = ${acme.tenantId} and batch_id = ${batch.batchId}`
  assert.doesNotMatch(stored?.text ?? '', /zelda|zither/i)
})

const csvOfThree =
  'Name,E-mail,Website\nJane Doe,jane@initech.example,\nJoe,joe(at)initech.example,\nAnn,,not a site\n'

test('a failed row names its person, can be corrected and retried, and the counts follow', async () => {
  const { acme, globex, subscribe, events } = await world()
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(acme, csvOfThree)
  await subscribe(acme)
  const batchId = await startBatch(acme, pageId, { csvFileId })
  const first = await ended(acme, batchId)
  assert.deepEqual([first.counts.made, first.counts.failed], [1, 2])
  assert.deepEqual(
    first.failures.map(({ csvRow, values }: any) => [csvRow, values]),
    [
      [3, { name: 'Joe', email: 'joe(at)initech.example' }],
      [4, { name: 'Ann', domain: 'not a site' }],
    ],
  )
  const retry = (position: number, body: object, client = acme) =>
    client.post(`/v0/batches/${batchId}/retry`, { position, ...body })
  const refused = await retry(2, { values: { name: 'Joe', email: 'joe' } })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/values/email'])
  assert.equal((await retry(2, { values: { nick: 'J' } })).status, 400)
  assert.equal((await retry(2, { values: {} })).body.errors[0].path, '/values')
  assert.equal((await retry(2, {})).status, 400, 'as it is, it is still wrong')
  assert.equal((await retry(1, { values: { name: 'Jane' } })).body.code, 'state_conflict')
  assert.equal((await retry(9, { values: { name: 'Jane' } })).status, 404)
  assert.equal((await retry(2, { values: { name: 'Joe' } }, globex)).status, 404)
  assert.deepEqual((await acme.get(`/v0/batches/${batchId}`)).body.counts, first.counts)

  const retried = await retry(2, { values: { name: 'Joe', email: ' joe@initech.example ' } })
  assert.deepEqual([retried.status, retried.body.status, retried.body.values], [200, 'waiting', null])
  const second = await ended(acme, batchId)
  assert.deepEqual(second.counts, { ...none, total: 3, made: 2, failed: 1 })
  const rows = (await acme.get(`/v0/batches/${batchId}/rows`)).body.items
  assert.deepEqual(
    rows.map(({ status }: any) => status),
    ['made', 'made', 'failed'],
  )
  assert.notEqual(rows[1].personId, null)
  assert.equal((await events(acme)).filter(({ type }) => type === 'batch.finished').length, 2)

  await retry(3, { values: { name: 'Ann', email: 'joe@initech.example' } })
  const third = await ended(acme, batchId)
  assert.deepEqual(third.counts, { ...none, total: 3, made: 2, repeated: 1 })
})

test('erasing a person erases the values of their failed rows', async () => {
  const { acme, db } = await world()
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(
    acme,
    'Name,E-mail,Phone\nKim,Kim@initech.example,12\nKim,other@initech.example,12\n',
  )
  const { failures } = await ended(acme, await startBatch(acme, pageId, { csvFileId }))
  assert.equal(failures[0].values.email, 'Kim@initech.example')
  const { personId } = (await acme.post('/v0/persons', { name: 'Kim', email: 'kim@initech.example' })).body
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const left = await db.read<{ email: string }[]>`
    select cells ->> 'email' as email from batch_rows where tenant_id = ${acme.tenantId} and cells is not null`
  assert.deepEqual(left, [{ email: 'other@initech.example' }])
})

test('file columns fill custom fields, by their headings or a given mapping, and an invalid value fails its row', async () => {
  const { acme, subscribe, events } = await world()
  const define = async (input: object) => {
    const { status, body } = await acme.post('/v0/custom_fields', input)
    assert.equal(status, 201, JSON.stringify(body))
  }
  const choices = ['Retail', 'Logistics']
  await define({ owner: 'account', key: 'industry', label: 'Industry', type: 'choice', choices })
  await define({ owner: 'account', key: 'size', label: 'Employees', type: 'number' })
  await define({ owner: 'person', key: 'role', label: 'Job title', type: 'text' })
  await acme.post('/v0/accounts', { domain: 'hooli.example', name: 'Hooli' })
  await subscribe(acme)
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(
    acme,
    [
      'Name,E-mail,industry,Employees,Job title',
      'Gavin,gavin@hooli.example,retail,1200,CEO',
      'Jian,jian@hooli.example,Mining,,',
      'Erlich,,Retail,,Founder',
    ].join('\n'),
  )
  const batchId = await startBatch(acme, pageId, { csvFileId })
  const batch = await ended(acme, batchId)
  assert.deepEqual(batch.columns, {
    Name: 'name',
    'E-mail': 'email',
    industry: 'account.fields.industry',
    Employees: 'account.fields.size',
    'Job title': 'person.fields.role',
  })
  assert.deepEqual(
    batch.failures.map(({ reason }: any) => reason),
    [
      'account.fields.industry must be one of Retail, Logistics',
      'account.fields.industry needs a company website or a work e-mail address beside it',
    ],
  )
  const [made] = (await acme.get(`/v0/batches/${batchId}/rows?status=made`)).body.items
  const person = (await acme.get(`/v0/persons/${made.personId}`)).body
  assert.deepEqual((await acme.get(`/v0/persons/${made.personId}/fields`)).body.fields, { role: 'CEO' })
  const fields = (await acme.get(`/v0/accounts/${person.accountId}/fields`)).body.fields
  assert.deepEqual(fields, { industry: 'Retail', size: 1200 })
  assert.equal((await events(acme)).filter(({ type }) => type === 'account.updated').length, 1)
  const retry = {
    position: 2,
    values: { ...batch.failures[0].values, 'account.fields.industry': 'Logistics' },
  }
  assert.equal((await acme.post(`/v0/batches/${batchId}/retry`, retry)).status, 200)
  assert.equal((await ended(acme, batchId)).counts.failed, 1)
  assert.equal((await acme.get(`/v0/accounts/${person.accountId}/fields`)).body.fields.industry, 'Logistics')
  const unknown = { csvFileId, columns: { Name: 'name', industry: 'account.fields.sector' } }
  const refused = await acme.post(`/v0/pages/${pageId}/audiences/bulk`, unknown)
  assert.match(refused.body.errors[0].message, /not defined: account.fields.sector/)
})

test('many batches with a message and a file are accepted at once, without holding a transaction open', async () => {
  const { acme, db } = await world()
  const pageId = await makePage(acme)
  const csvFileId = await uploadCsv(acme, 'Name,E-mail\nJane,jane@initech.example\n')
  const asked = Array.from({ length: repeats(14, 6) }, (_, nth) =>
    startBatch(acme, pageId, { csvFileId, message: `Change the headline to "Number ${nth}"` }),
  )
  let isOver = false
  const accepted = Promise.all(asked).finally(() => {
    isOver = true
  })
  const longest = { ms: 0 }
  while (!isOver) {
    const [idle] = await db.read<{ ms: number }[]>`
      select coalesce(max(extract(epoch from clock_timestamp() - state_change) * 1000), 0)::float8 as ms
      from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
    longest.ms = Math.max(longest.ms, idle?.ms ?? 0)
    await sleep(10)
  }
  for (const batchId of await accepted) assert.equal((await ended(acme, batchId)).counts.drafted, 1)
  assert.ok(longest.ms < 1_000, `a transaction was idle for ${Math.round(longest.ms)} ms`)
})
