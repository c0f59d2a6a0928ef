import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFile, markStored } from '../files/queries.ts'
import { newId } from '../ids.ts'
import { fold } from '../lists/search.ts'
import type { Client } from '../test/client.ts'
import { times } from '../test/effort.ts'
import { type World, world } from '../test/world.ts'
import { type AssetRow, insertAsset, markDeleted, setTrashed, updateAsset } from './queries.ts'
import type { AssetPatch, AssetType } from './schema.ts'

type Sample = {
  name: string
  purpose?: string
  tags?: string[]
  aiDescription?: string
  type?: AssetType
  state?: 'hidden' | 'trashed' | 'deleted'
}

/** Creates assets with the verbs directly, without uploads. */
async function fill({ db }: World, { tenantId }: Client, samples: Sample[]): Promise<AssetRow[]> {
  return await db.inTransaction(async (tx) => {
    const file = { name: 'a.png', size: 1, sha256: '', width: 1, height: 1, previewSize: 1 }
    const [fileId, videoId] = [newId('file'), newId('file')]
    await createFile(tx, tenantId, { ...file, fileId, mediaType: 'image/png' })
    await createFile(tx, tenantId, { ...file, fileId: videoId, mediaType: 'video/mp4' })
    for (const id of [fileId, videoId]) await markStored(tx, tenantId, id)
    const made: AssetRow[] = []
    for (const { name, purpose = '', tags, aiDescription, type = 'image', state } of samples) {
      const input = { assetType: type, name, purpose, fileId: type === 'video' ? videoId : fileId }
      const { asset } = await insertAsset(tx, tenantId, input, () => assert.fail())
      const patch: AssetPatch & { aiDescription?: string } = {
        tags,
        aiDescription,
        hidden: state === 'hidden',
      }
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      made.push((await updateAsset(tx, tenantId, asset.assetId, given)).asset)
      if (state === 'trashed') await setTrashed(tx, tenantId, asset.assetId, true)
      if (state === 'deleted') await markDeleted(tx, tenantId, asset.assetId)
    }
    return made
  })
}

/** Reads all pages of a search and checks the guarantees of each. */
async function readAll(client: Client, filters: { query?: string; assetType?: string }, limit = 100) {
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const search = new URLSearchParams({ ...filters, limit: `${limit}`, ...(cursor ? { cursor } : {}) })
    const { status, body } = await client.get(`/v0/assets/search?${search}`)
    assert.equal(status, 200, JSON.stringify(body))
    found.push(...body.items.map(({ assetId }: { assetId: string }) => assetId))
    assert.equal(body.hasMore, body.nextCursor !== null)
    if (!body.hasMore) {
      assert.equal(body.totalCount, found.length)
      return found
    }
    assert.equal(body.items.length, limit)
    cursor = body.nextCursor
  }
}

const isWordCharacter = (character: string | undefined) => /[\p{L}\p{N}\p{M}]/u.test(character ?? '')

/** The rank of a match: 0 the name itself, 1 its start, 2 the start of a word in it, 3 anywhere. */
function tierOf(
  { name, purpose = '', tags = [], aiDescription = '' }: Sample,
  query: string,
): number | undefined {
  const [sought, held] = [fold(query), fold(name)]
  if (sought === '') return 0
  const everything = fold([name, purpose, ...tags, aiDescription].join(' '))
  if (!sought.split(' ').every((word) => everything.includes(word))) return undefined
  if (held === sought) return 0
  if (held.startsWith(sought)) return 1
  const startsWord = [...held.matchAll(/./gsu)].some(({ index }) => {
    const before = [...held.slice(0, index)].at(-1)
    const afresh = !isWordCharacter([...sought][0]) || !isWordCharacter(before)
    return afresh && held.startsWith(sought, index)
  })
  return startsWord ? 2 : 3
}

function expected(samples: Sample[], rows: AssetRow[], query = '', type?: string): string[] {
  return samples
    .map((sample, i) => ({ sample, id: rows[i]?.assetId as string, tier: tierOf(sample, query) }))
    .filter(
      ({ sample, tier }) =>
        !sample.state && tier !== undefined && (!type || (sample.type ?? 'image') === type),
    )
    .sort((a, b) => (a.tier as number) - (b.tier as number) || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

// Few words in many variants, so that matches of every rank are common.
const word = fc.constantFrom(
  ...String.raw`logo Logo LOGÓ logotype catalogo blue Blau Straße strasse ΣΑΣ İzmir 100% 100 _x_ x a\b \ % _ .* lo.o
  [a-z] (a a) ^logo logo$ a+b O’Neil 東京 क का ½ " ' a-b b`.split(/\s+/),
)
const phrase = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '  ', '-', '/', '', '\t')), { maxLength: 4 })
  .map((parts) => parts.flat().join(''))
const sample = fc.record(
  {
    name: phrase,
    purpose: phrase,
    tags: fc.uniqueArray(word, { maxLength: 3 }),
    aiDescription: phrase,
    type: fc.constantFrom<AssetType>('image', 'logo', 'icon', 'video'),
    state: fc.constantFrom<Sample['state']>('hidden', 'trashed', 'deleted'),
  },
  { requiredKeys: ['name'] },
)

test('search results, their order, pages and count equal those of a simple reference implementation', async () => {
  const here = await world()
  await fc.assert(
    fc.asyncProperty(
      fc.array(sample, { minLength: 1, maxLength: 25 }),
      fc.array(fc.tuple(phrase, fc.option(fc.constantFrom('image', 'logo', 'video'))), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.constantFrom(1, 2, 3, 100),
      async (samples, searches, limit) => {
        const tenant = await here.tenant('searched')
        const rows = await fill(here, tenant, samples)
        for (const [query, type] of searches) {
          const filters = { query, ...(type ? { assetType: type } : {}) }
          assert.deepEqual(
            await readAll(tenant, filters, limit),
            expected(samples, rows, query, type ?? undefined),
          )
        }
      },
    ),
    { numRuns: times(25, 8) },
  )
})

test('the best match comes first: the name, its start, the start of a word, anywhere; then the newest', async () => {
  const here = await world()
  const samples = [
    { name: 'Catalogo' },
    { name: 'Team', purpose: 'for the logo wall' },
    { name: 'Our logo' },
    { name: 'Logotype' },
    { name: 'Logo' },
    { name: 'LÓGO' },
    { name: 'Team', tags: ['logo'] },
    { name: 'Team', aiDescription: 'A blue logo' },
  ]
  const rows = await fill(here, here.acme, samples)
  const order = [5, 4, 3, 2, 7, 6, 1, 0].map((i) => rows[i]?.assetId)
  for (const query of ['logo', 'LOGO', ' lógo '])
    assert.deepEqual(await readAll(here.acme, { query }, 3), order)
})

test('the number of matches is exact immediately after every change', async () => {
  const here = await world()
  const { acme, db } = here
  const rows = await fill(
    here,
    acme,
    Array.from({ length: 12 }, (_, i) => ({ name: `Chart ${i}` })),
  )
  const count = async (query: string, assetType?: string) => {
    const search = new URLSearchParams({ query, limit: '1', ...(assetType ? { assetType } : {}) })
    return (await acme.get(`/v0/assets/search?${search}`)).body.totalCount
  }
  const both = async () => [await count('chart'), await count('')]
  assert.deepEqual(await both(), [12, 12])
  const ids = rows.map(({ assetId }) => assetId)
  await acme.patch(`/v0/assets/${ids[0]}`, { name: 'Table' })
  assert.deepEqual(await both(), [11, 12])
  await acme.patch(`/v0/assets/${ids[1]}`, { hidden: true })
  assert.deepEqual(await both(), [10, 11])
  await acme.post(`/v0/assets/${ids[2]}/trash`, {})
  assert.deepEqual(await both(), [9, 10])
  await acme.post(`/v0/assets/${ids[2]}/restore`, {})
  await acme.patch(`/v0/assets/${ids[1]}`, { hidden: false })
  assert.deepEqual(await both(), [11, 12])
  await acme.patch(`/v0/assets/${ids[3]}`, { assetType: 'logo' })
  assert.deepEqual([await count('chart', 'image'), await count('chart', 'logo')], [10, 1])
  assert.deepEqual([await count('', 'image'), await count('', 'logo'), await count('', 'icon')], [11, 1, 0])
  await acme.delete(`/v0/assets/${ids[4]}`)
  assert.deepEqual(await both(), [10, 11])
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await updateAsset(tx, acme.tenantId, ids[5] as string, { name: 'undone' })
      throw new Error('rolled back')
    }),
  )
  assert.deepEqual(await both(), [10, 11])
})

test('paging neither repeats nor skips assets that exist throughout, while others are added and removed', async () => {
  const here = await world()
  const { acme } = here
  const rows = await fill(
    here,
    acme,
    Array.from({ length: 20 }, (_, i) => ({ name: i % 2 ? 'Kite' : `A kite ${i}` })),
  )
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await acme.get(`/v0/assets/search?query=kite&limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items.map(({ assetId }: { assetId: string }) => assetId))
    if (!body.hasMore) break
    cursor = body.nextCursor
    await fill(here, acme, [{ name: 'Kite' }, { name: 'Another kite' }])
  }
  assert.equal(new Set(seen).size, seen.length)
  for (const { assetId } of rows) assert.ok(seen.includes(assetId))
})

test('a cursor is valid for its own search only, and invalid parameters are refused', async () => {
  const here = await world()
  const { acme, globex } = here
  for (const tenant of [acme, globex]) await fill(here, tenant, [{ name: 'a' }, { name: 'a' }, { name: 'a' }])
  const first = await acme.get('/v0/assets/search?query=a&limit=1')
  const cursor = encodeURIComponent(first.body.nextCursor)
  assert.equal((await acme.get(`/v0/assets/search?query=a&limit=2&cursor=${cursor}`)).status, 200)
  for (const [client, search] of [
    [acme, `query=b&cursor=${cursor}`],
    [acme, `cursor=${cursor}`],
    [acme, `query=a&assetType=logo&cursor=${cursor}`],
    [globex, `query=a&cursor=${cursor}`],
    [acme, 'query=a&cursor=x'],
    [acme, 'cursor='],
  ] as const) {
    const { status, body } = await client.get(`/v0/assets/search?${search}`)
    assert.ok(status === 400 && /^invalid_(cursor|input)$/.test(body.code), search)
  }
  for (const search of [
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=x',
    'assetType=page',
    'page=2',
    'query=%00',
    `query=${'x'.repeat(501)}`,
  ])
    assert.equal((await acme.get(`/v0/assets/search?${search}`)).status, 400, search)
})

test('a name of any length is found by its full text and ranked by its beginning', async () => {
  const here = await world()
  const { acme } = here
  const long = `${'ﷺ '.repeat(500)}needle`
  const { assetId } = (await fill(here, acme, [{ name: '' }, { name: long }]))[1] as AssetRow
  assert.deepEqual(await readAll(acme, { query: 'needle' }), [assetId])
  assert.deepEqual(await readAll(acme, { query: 'ﷺ' }), [assetId])
})
