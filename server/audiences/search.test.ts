import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { count } from '../lists/tallies.ts'
import type { Client } from '../test/client.ts'
import { world } from '../test/world.ts'

let acme: Client

async function makePage(name: string): Promise<string> {
  return (await acme.post('/v0/pages', { name, pageType: 'custom' })).body.pageId
}

async function search(query: string, limit = 25) {
  const { status, body } = await acme.get(
    `/v0/audiences/search?limit=${limit}&query=${encodeURIComponent(query)}`,
  )
  assert.equal(status, 200)
  assert.equal(body.nextCursor, null)
  return body
}
const names = async (query: string) =>
  (await search(query)).items.map(({ effectiveName }: { effectiveName: string }) => effectiveName)

before(async () => {
  acme = (await world()).acme
  const [spring, autumn] = [await makePage('Spring outréach'), await makePage('Autumn 100% deck')]
  await acme.post('/v0/accounts', { domain: 'globex.com', name: 'Globex Corporation' })
  const { personId } = (await acme.post('/v0/persons', { name: 'Zoë Ångström', email: 'zoe@globex.com' }))
    .body
  for (const [pageId, body] of [
    [spring, { personId }],
    [autumn, { personId, customName: 'Globex' }],
    [spring, { customName: 'Big globex' }],
    [spring, { customName: 'Globexian' }],
    [autumn, { customName: 'snake_case' }],
    [autumn, {}],
  ] as const)
    assert.equal((await acme.post(`/v0/pages/${pageId}/audiences`, body)).status, 201)
})

test('the best match comes first: the name, its start, the start of a word, anywhere', async () => {
  assert.deepEqual(await names('globex'), [
    'Globex',
    'Globexian',
    'Big globex',
    'Zoë Ångström · Globex Corporation',
  ])
})

test('the words of a query may match different fields: audience, page, person, e-mail, account, domain', async () => {
  assert.deepEqual(await names('zoe'), ['Zoë Ångström · Globex Corporation', 'Globex'])
  assert.deepEqual(await names('ANGSTROM outreach'), ['Zoë Ångström · Globex Corporation'])
  assert.deepEqual(await names('deck zoe@globex.com corporation'), ['Globex'])
  assert.deepEqual(await names('spring globexian'), ['Globexian'])
  assert.equal((await names('Zoë Ångström · Globex Corporation'))[0], 'Zoë Ångström · Globex Corporation')
  assert.deepEqual(await names('spring autumn'), [])
})

test('audiences are found by a new name of their page immediately', async () => {
  const pageId = await makePage('Winter')
  await acme.post(`/v0/pages/${pageId}/audiences`, { customName: 'Skiers' })
  assert.deepEqual(await names('winter'), ['Skiers'])
  await acme.patch(`/v0/pages/${pageId}`, { name: 'Frost' })
  assert.deepEqual(await names('winter'), [])
  assert.deepEqual((await search('frost')).items[0].pageName, 'Frost')
  await acme.delete(`/v0/pages/${pageId}`)
  assert.deepEqual(await names('frost'), [])
})

test('percent, underscore and backslash are plain characters', async () => {
  assert.deepEqual(await names('100%'), ['Everyone', 'snake_case', 'Globex'])
  assert.deepEqual(await names('e_c'), ['snake_case'])
  assert.deepEqual(await names('e%c'), [])
  assert.deepEqual(await names('\\'), [])
})

test('an empty query lists all, newest first, and hasMore is correct', async () => {
  const all = await search('')
  assert.deepEqual([all.totalCount, all.hasMore, all.items[0].effectiveName], [6, false, 'Everyone'])
  assert.deepEqual(all.items[0].pageName, 'Autumn 100% deck')
  const some = await search('', 5)
  assert.deepEqual([some.totalCount, some.hasMore, some.items.length], [6, true, 5])
})

test('past 10,000 matches the total is null', async () => {
  const { db, globex: client } = await world()
  const { pageId } = (await client.post('/v0/pages', { name: 'Crowd', pageType: 'custom' })).body
  const fill = (from: number, to: number) =>
    db.inTransaction(async (tx) => {
      await tx`
        insert into audiences (tenant_id, audience_id, page_id, computed_name, name_folded, search_text)
        select ${client.tenantId}, 'audience_' || lpad(n::text, 26, '0'), ${pageId}, 'Everyone', 'everyone', 'everyone'
        from generate_series(${from}::int, ${to}::int) as n`
      count(tx, client.tenantId, { [`page:${pageId}:audiences`]: to - from + 1 })
    })
  for (let from = 1; from < 10_000; from += 1000) await fill(from, from + 999)
  const total = async () => (await client.get('/v0/audiences/search?query=crowd')).body.totalCount
  assert.equal(await total(), 10_000)
  await fill(10_001, 10_001)
  assert.equal(await total(), null)
  assert.equal((await client.get('/v0/audiences/search')).body.hasMore, true)
})

test('a search does not find audiences of another tenant', async () => {
  const { globex } = await world()
  assert.equal((await globex.get('/v0/audiences/search?query=globex')).body.totalCount, 0)
})

test('the list of a page’s audiences can be searched, page by page, by name, person and account', async () => {
  const pageId = await makePage('Search within')
  const elsewhere = await makePage('Not here')
  for (const name of ['Harbour one', 'Harbour two', 'Harbour three', 'Mountain'])
    await acme.post(`/v0/pages/${pageId}/audiences`, { customName: name })
  await acme.post(`/v0/pages/${elsewhere}/audiences`, { customName: 'Harbour four' })
  const list = `/v0/pages/${pageId}/audiences?query=harbour&limit=2`
  const first = (await acme.get(list)).body
  const second = (await acme.get(`${list}&cursor=${first.nextCursor}`)).body
  const shown = [...first.items, ...second.items].map((audience) => audience.effectiveName)
  assert.deepEqual(shown, ['Harbour three', 'Harbour two', 'Harbour one'])
  assert.deepEqual([first.totalCount, first.hasMore, second.hasMore], [3, true, false])
  const foreign = await acme.get(`/v0/pages/${pageId}/audiences?query=mountain&cursor=${first.nextCursor}`)
  assert.equal(foreign.status, 400)
})
