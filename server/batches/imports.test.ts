import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { world } from '../test/world.ts'

const csv = [
  'Company,Website,Contact,E-mail,Notes,Industry',
  'Initech,initech.com,Peter Gibbons,peter@initech.com,Hates reports,Software',
  'Umbrella,umbrella.example,,,,Health',
  'Umbrella again,umbrella.example,,,,Health',
  'Globex,globex.com,,,,Energy',
  'Broken,no domain,,,,',
].join('\n')

test('accounts and people are imported without a page, row by row, as the file check announced', async () => {
  const { acme, globex } = await world()
  const field = { owner: 'account', key: 'industry', label: 'Industry', type: 'text' }
  await acme.post('/v0/custom_fields', field)
  await acme.post('/v0/accounts', { domain: 'globex.com', name: 'Globex Corporation' })
  await acme.post('/v0/accounts', { domain: 'umbrella.example' })
  const csvFileId = (await acme.upload('accounts.csv', csv, 'text/csv')).body.fileId

  const check = (await acme.post('/v0/batches/check', { csvFileId })).body
  const { failures, columns, ...counts } = check
  assert.deepEqual(counts, { rows: 5, fresh: 1, known: 2, repeated: 1, failed: 1 })
  assert.equal(columns.Industry, 'account.fields.industry')
  assert.deepEqual([failures[0].csvRow, failures[0].values.company], [6, 'Broken'])
  assert.match(failures[0].reason, /^domain /)
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 2, 'a check stores nothing')
  assert.equal((await globex.post('/v0/batches/check', { csvFileId })).status, 400)
  const nameless = (await acme.upload('x.csv', 'Notes\nHello\n', 'text/csv')).body.fileId
  assert.match((await acme.post('/v0/batches/check', { csvFileId: nameless })).body.detail, /no column for/)

  const request = { csvFileId, idempotencyKey: 'crm' }
  const { status, body } = await acme.post('/v0/accounts/import', request)
  assert.equal(status, 202)
  assert.deepEqual((await acme.post('/v0/accounts/import', request)).body, body)
  const finished = async () => {
    const batch = (await acme.get(`/v0/batches/${body.batchId}`)).body
    assert.equal(batch.status, 'finished')
    return batch
  }
  const batch = await eventually(finished, 30_000)
  assert.deepEqual([batch.pageId, batch.columns.Notes], [null, undefined])
  const { made, failed, repeated, total } = batch.counts
  assert.deepEqual({ made, failed, repeated, total }, { made: 3, failed: 1, repeated: 1, total: 5 })
  const accounts = (await acme.get('/v0/accounts')).body.items
  // A name is filled in where there is none, by the first row that has one, and never replaced.
  assert.deepEqual(accounts.map(({ name }: any) => name).toSorted(), [
    'Globex Corporation',
    'Initech',
    'Umbrella',
  ])
  assert.equal((await acme.get('/v0/accounts?field=industry:Energy')).body.items[0].domain, 'globex.com')
  assert.equal((await acme.get('/v0/persons')).body.items[0].email, 'peter@initech.com')

  // A bad row is corrected in place, as in any batch; imports have a list of their own and belong to no page.
  const values = { company: 'Broken', domain: 'mended.example' }
  await acme.post(`/v0/batches/${body.batchId}/retry`, { position: 5, values })
  await eventually(async () => assert.equal((await finished()).counts.made, 4), 30_000)
  const imports = (await acme.get('/v0/batches?kind=import')).body
  assert.deepEqual([imports.totalCount, imports.items[0].batchId], [1, body.batchId])
  assert.deepEqual((await acme.get('/v0/rollouts')).body.counts.finished, 0)
  assert.match((await acme.get('/v0/exports/batches')).body, new RegExp(body.batchId))
})
