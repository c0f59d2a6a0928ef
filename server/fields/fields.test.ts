import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../test/client.ts'
import { world } from '../test/world.ts'

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

test('values fit the type of their field, a patch changes what it names, and a wrong one changes nothing', async () => {
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

test('placeholders show the values of fields, or their fallback, and erasing a person takes theirs', async () => {
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
