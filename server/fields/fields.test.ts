import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { until } from '../test/eventually.ts'
import { world } from '../test/world.ts'
import { changeFieldValues } from './change.ts'

async function setUp() {
  const here = await world()
  const { acme } = here
  const define = async (input: object, client: Client = acme) => {
    const made = await client.post('/v0/custom_fields', input)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'vandelay.example', name: 'Vandelay' }))
    .body
  const { personId } = (await acme.post('/v0/persons', { name: 'Art', email: 'art@vandelay.example' })).body
  return { ...here, define, accountId, personId }
}

test('fields are defined once for accounts or persons, changed and deleted, and belong to their tenant', async () => {
  const { acme, globex, define, withScope } = await setUp()
  const input = { owner: 'account', key: 'industry', label: 'Industry', type: 'choice', choices: ['Retail'] }
  const field = await define(input)
  await define({ ...input, owner: 'person' })
  await define(input, globex)
  const again = await acme.post('/v0/custom_fields', input)
  assert.deepEqual([again.status, again.body.code], [409, 'field_exists'])
  const refused = async (changes: object, path: string) => {
    const { status, body } = await acme.post('/v0/custom_fields', { ...input, key: 'other', ...changes })
    assert.deepEqual([status, body.errors?.[0]?.path], [400, path], JSON.stringify(body))
  }
  await refused({ key: 'Not ok' }, '/key')
  await refused({ choices: [] }, '/choices')
  await refused({ type: 'text' }, '/choices')
  assert.equal((await (await withScope(acme, 'write')).post('/v0/custom_fields', input)).status, 403)
  const at = `/v0/custom_fields/${field.fieldId}`
  assert.equal((await acme.patch(at, { label: 'Sector' })).body.label, 'Sector')
  assert.equal((await acme.patch(at, { choices: [] })).status, 400)
  assert.equal((await acme.get('/v0/custom_fields?owner=account')).body.items.length, 1)
  assert.equal((await globex.delete(at)).status, 404)
  assert.equal((await acme.delete(at)).status, 204)
  assert.equal((await acme.get('/v0/custom_fields')).body.items.length, 1)
})

test('values match the type of their field, a patch changes only the named fields, and an invalid one changes nothing', async () => {
  const { acme, globex, define, accountId } = await setUp()
  for (const [key, type] of Object.entries({ note: 'text', size: 'number', since: 'date', site: 'url' }))
    await define({ owner: 'account', key, label: key, type })
  const tier = await define({
    owner: 'account',
    key: 'tier',
    label: 'Tier',
    type: 'choice',
    choices: ['A', 'B'],
  })
  const at = `/v0/accounts/${accountId}/fields`
  assert.deepEqual((await acme.get(at)).body, { fields: {} })
  const all = { note: 'Likes <b>', size: 1200, since: '2024-02-29', site: 'https://x.example/a', tier: 'A' }
  assert.deepEqual((await acme.patch(at, { fields: all })).body, { fields: all })
  for (const wrong of [
    ...[
      { size: '12' },
      { note: 5 },
      { since: '2026-02-30' },
      { since: 'soon' },
      { site: 'javascript:alert(1)' },
    ],
    ...[{ tier: 'C' }, { unknown: 'x' }, { note: 'a'.repeat(501) }, { size: 1, note: 7 }],
  ])
    assert.equal((await acme.patch(at, { fields: wrong })).status, 400, JSON.stringify(wrong))
  assert.deepEqual((await acme.get(at)).body, { fields: all })
  const { note: _, ...left } = all
  assert.deepEqual((await acme.patch(at, { fields: { note: null, size: 7 } })).body.fields, {
    ...left,
    size: 7,
  })
  assert.equal((await globex.get(at)).status, 404)
  await acme.delete(`/v0/custom_fields/${tier.fieldId}`)
  await define({ owner: 'account', key: 'tier', label: 'Tier', type: 'number' })
  assert.equal((await acme.get(at)).body.fields.tier, undefined)
})

test('placeholders show the values of fields or their fallback, and erasing a person erases their values', async () => {
  const { acme, define, accountId, personId, db } = await setUp()
  await define({ owner: 'account', key: 'industry', label: 'Industry', type: 'text' })
  await define({ owner: 'person', key: 'role', label: 'Role', type: 'text' })
  await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { industry: 'Import *export*' } })
  await acme.patch(`/v0/persons/${personId}/fields`, { fields: { role: 'Architect' } })
  const { pageId } = (await acme.post('/v0/pages', { name: 'Offer', pageType: 'custom' })).body
  const text =
    'For {{person.fields.role|you}} in {{account.fields.industry|your field}}, {{account.fields.size|any size}}.'
  const block = { id: 'one', type: 'text', props: { body: text }, sources: [] }
  const document = { theme: {}, blocks: [block] }
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, document)).status, 200)
  const { audienceId, latestVersion } = (await acme.post(`/v0/pages/${pageId}/audiences`, { personId })).body
  const at = `/v0/pages/${pageId}/audiences/${audienceId}/versions/${latestVersion.versionId}/document`
  const [filled] = (await acme.get(at)).body.blocks
  assert.equal(filled.props.body, 'For Architect in Import \\*export\\*, any size.')
  assert.deepEqual(
    filled.sources.map(({ kind }: any) => kind),
    ['person_field', 'account_field'],
  )
  assert.deepEqual((await acme.get(`/v0/persons/${personId}/export`)).body.customFields, {
    role: 'Architect',
  })
  await acme.delete(`/v0/persons/${personId}`)
  const left = await db.read`
    select from persons where tenant_id = ${acme.tenantId} and custom_values::text like '%Architect%'`
  assert.equal(left.length, 0)
})

test('lists of accounts and persons are filtered by fields, page by page, and counted', async () => {
  const { acme, globex, define, accountId, personId } = await setUp()
  const choices = ['Retail', 'Trade']
  await define({ owner: 'account', key: 'industry', label: 'Industry', type: 'choice', choices })
  await define({ owner: 'account', key: 'size', label: 'Size', type: 'number' })
  await define({ owner: 'person', key: 'role', label: 'Role', type: 'text' })
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const made = (await acme.post('/v0/accounts', { domain: `shop${i}.example`, name: `Shop ${i}` })).body
    const fields = { industry: i === 0 ? 'Trade' : 'Retail', size: i % 2 }
    assert.equal((await acme.patch(`/v0/accounts/${made.accountId}/fields`, { fields })).status, 200)
    ids.unshift(made.accountId)
  }
  const list = async (query: string, client: Client = acme) =>
    (await client.get(`/v0/accounts?${query}`)).body
  const first = await list('field=industry:retail&limit=3')
  assert.deepEqual([first.totalCount, first.items.length, first.hasMore], [4, 3, true])
  const rest = await list(`field=industry:retail&limit=3&cursor=${encodeURIComponent(first.nextCursor)}`)
  const found = [...first.items, ...rest.items].map((account: any) => account.accountId)
  assert.deepEqual(found, ids.slice(0, 4))
  assert.equal((await list('field=industry:Retail&field=size:1')).totalCount, 2)
  assert.equal((await list('field=industry:Retail&query=shop%203')).totalCount, 1)
  await acme.patch(`/v0/accounts/${ids[0]}/fields`, { fields: { industry: null } })
  assert.equal((await list('field=industry:Retail')).totalCount, 3, 'a count follows the values')
  const otherCursor = await acme.get(`/v0/accounts?limit=3&cursor=${encodeURIComponent(first.nextCursor)}`)
  assert.equal(otherCursor.status, 400)
  for (const wrong of ['colour:red', 'industry:Mining', 'size:big', 'Industry:Retail', 'industry'])
    assert.equal((await acme.get(`/v0/accounts?field=${wrong}`)).status, 400, wrong)
  assert.equal((await globex.get('/v0/accounts?field=industry:Retail')).status, 400)
  await acme.patch(`/v0/persons/${personId}/fields`, { fields: { role: 'Buyer: north' } })
  const { items } = (await acme.get(`/v0/persons?field=role:Buyer:%20north&accountId=${accountId}`)).body
  assert.deepEqual(
    items.map((person: any) => person.personId),
    [personId],
  )
})

test('lists are filtered by ranges of numbers and dates that include both ends', async () => {
  const { acme, define } = await setUp()
  await define({ owner: 'account', key: 'size', label: 'Size', type: 'number' })
  await define({ owner: 'account', key: 'renewal', label: 'Renewal', type: 'date' })
  await define({ owner: 'account', key: 'note', label: 'Note', type: 'text' })
  const values = [
    { size: -5, renewal: '2025-12-31', note: '1..2' },
    { size: 9.5, renewal: '2026-01-01' },
    { size: 10, renewal: '2026-06-30' },
    { size: 100 },
  ]
  for (const [i, fields] of values.entries()) {
    const { accountId } = (await acme.post('/v0/accounts', { domain: `co${i}.example`, name: `${i}` })).body
    assert.equal((await acme.patch(`/v0/accounts/${accountId}/fields`, { fields })).status, 200)
  }
  const names = async (...filters: string[]) => {
    const query = new URLSearchParams(filters.map((filter) => ['field', filter]))
    const { items, totalCount } = (await acme.get(`/v0/accounts?${query}`)).body
    assert.equal(totalCount, items.length)
    return items.map(({ name }: any) => name).toReversed()
  }
  assert.deepEqual(await names('size:9.5..10'), ['1', '2'])
  assert.deepEqual(await names('size:10..'), ['2', '3'], 'numbers are not compared as text')
  assert.deepEqual(await names('size:..9.5'), ['0', '1'])
  assert.deepEqual(await names('size:-5..-5'), ['0'])
  assert.deepEqual(await names('size:-5..', 'size:..9.5'), ['0', '1'], 'both filters of a field apply')
  assert.deepEqual(await names('size:10', 'size:100'), [])
  assert.deepEqual(await names('renewal:2026-01-01..2026-06-30', 'size:..9.5'), ['1'])
  assert.deepEqual(await names('renewal:..2025-12-31'), ['0'])
  assert.deepEqual(await names('renewal: 2026-01-01 .. '), ['1', '2'])
  assert.deepEqual(await names('note:1..2'), ['0'], 'text is compared as it is')
  for (const wrong of ['size:..', 'size:2..1', 'size:a..', 'size:1...', 'renewal:2026..', 'size:1..2..3'])
    assert.equal((await acme.get(`/v0/accounts?field=${wrong}`)).status, 400, wrong)
  const { pageId } = (await acme.post('/v0/pages', { name: 'Offer', pageType: 'custom' })).body
  const { batchId } = (
    await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { accountsWhere: ['size:10..'] })
  ).body
  assert.equal((await acme.get(`/v0/batches/${batchId}`)).body.counts.total, 2)
})

test('a batch can be created for all persons whose field has a value', async () => {
  const { acme, define, accountId, personId } = await setUp()
  await define({ owner: 'account', key: 'tier', label: 'Tier', type: 'text' })
  await define({ owner: 'person', key: 'role', label: 'Role', type: 'text' })
  await acme.post('/v0/accounts', { domain: 'other.example' })
  await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { tier: 'A' } })
  await acme.patch(`/v0/persons/${personId}/fields`, { fields: { role: 'Buyer' } })
  const { pageId } = (await acme.post('/v0/pages', { name: 'Offer', pageType: 'custom' })).body
  const start = (body: object) => acme.post(`/v0/pages/${pageId}/audiences/bulk`, body)
  const made = await start({ accountsWhere: ['tier:A'], personsWhere: ['role:Buyer'] })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const rows = async () => (await acme.get(`/v0/batches/${made.body.batchId}/rows?status=made`)).body.items
  await until('both are made', async () => (await rows()).length === 2)
  assert.deepEqual(
    (await rows()).map((row: any) => row.accountId ?? row.personId),
    [accountId, personId],
  )
  assert.match((await start({ accountsWhere: ['tier:B'] })).body.detail, /matches nobody/)
  assert.equal((await start({ personsWhere: ['tier:A'] })).body.errors[0].path, '/personsWhere')
})

test('changed values are sent to subscribers and exported with their accounts and persons', async () => {
  const { acme, baseUrl, define, accountId, personId, subscribe, events } = await setUp()
  await define({ owner: 'account', key: 'tier', label: 'Tier', type: 'text' })
  await define({ owner: 'person', key: 'since', label: 'Since', type: 'date' })
  await subscribe(acme)
  await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { tier: '=A1' } })
  await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { tier: '=A1' } })
  await acme.patch(`/v0/persons/${personId}/fields`, { fields: { since: '2026-01-31' } })
  assert.deepEqual(
    (await events(acme)).map(({ type }) => type),
    ['account.updated', 'person.updated'],
  )
  const exported = async (name: string) => {
    const answer = await fetch(`${baseUrl}/v0/exports/${name}`, { headers: { 'x-api-key': acme.key } })
    return (await answer.text()).trim().split('\n')
  }
  const [accountHead, account] = await exported('accounts')
  assert.match(accountHead ?? '', /,fields\.tier\s*$/)
  assert.match(account ?? '', /,'=A1\s*$/)
  const [personHead, person] = await exported('persons')
  assert.match(personHead ?? '', /,fields\.since\s*$/)
  assert.match(person ?? '', /,2026-01-31\s*$/)
})

test('the built-in agent inserts the value of a field that a message names', async () => {
  const { acme, define, accountId } = await setUp()
  await define({ owner: 'account', key: 'industry', label: 'Industry', type: 'text' })
  await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { industry: 'import and export' } })
  const { pageId } = (await acme.post('/v0/pages', { name: 'Offer', pageType: 'outbound' })).body
  const message = 'Change the headline to "Made for {{account.fields.industry|your industry}}"'
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { accountId, message })).body
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
  await until('the draft', async () => (await acme.get(audience)).body.status === 'draft')
  const { versionId } = (await acme.get(audience)).body.latestVersion
  const { blocks } = (await acme.get(`${audience}/versions/${versionId}/document`)).body
  assert.equal(blocks[0].props.headline, 'Made for import and export')
  assert.ok(
    blocks[0].sources.some(({ kind, id }: any) => kind === 'account_field' && id === accountId),
    JSON.stringify(blocks[0].sources),
  )
})

test('deleting a field deletes its values, even thousands, and a waiting row restores none', async () => {
  const { acme, db, define, accountId, personId } = await setUp()
  const { tenantId } = acme
  const gone = await define({ owner: 'person', key: 'illness', label: 'Illness', type: 'text' })
  const kept = await define({ owner: 'person', key: 'role', label: 'Role', type: 'text' })
  const ofAccount = await define({ owner: 'account', key: 'debts', label: 'Debts', type: 'text' })
  await acme.patch(`/v0/persons/${personId}/fields`, { fields: { illness: 'Gout', role: 'Buyer' } })
  await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { debts: 'Many' } })
  await db.inTransaction(async (tx) => {
    await tx`
      insert into persons (tenant_id, person_id, name, slug, name_folded, search_text, custom_values)
      select ${tenantId}, 'person_' || n, 'N', 'n' || n, 'n', 'n', ${tx.json({ [gone.fieldId]: 'Gout' })}
      from generate_series(1, 2500) as n`
    await tx`insert into tallies (tenant_id, scope, difference) values (${tenantId}, 'persons', 2500)`
  })
  assert.equal((await acme.get('/v0/persons?field=illness:Gout&limit=1')).body.items.length, 1)
  for (const { fieldId } of [gone, ofAccount])
    assert.equal((await acme.delete(`/v0/custom_fields/${fieldId}`)).status, 204)
  assert.equal((await acme.get('/v0/persons?field=illness:Gout')).status, 400)
  const values = async () =>
    await db.read<{ values: object }[]>`
      select custom_values as values from persons where tenant_id = ${tenantId} and custom_values <> '{}'
      union all
      select custom_values from accounts where tenant_id = ${tenantId} and custom_values <> '{}'`
  await until('the values are gone', async () => (await values()).length === 1)
  assert.deepEqual(await values(), [{ values: { [kept.fieldId]: 'Buyer' } }])
  await db.inTransaction(async (tx) => {
    const set = { [gone.fieldId]: 'Gout', [kept.fieldId]: 'Seller' }
    await changeFieldValues(tx, tenantId, 'person', personId, { set, unset: [] })
  })
  assert.deepEqual(await values(), [{ values: { [kept.fieldId]: 'Seller' } }])
})
