import { type AssetFilters, openAssetList } from '../server/assets/queries.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { newId } from '../server/ids.ts'
import { type SearchKey, searchColumns } from '../server/lists/search.ts'
import { foldTallies } from '../server/lists/tallies.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { type Bench, type Comparison, compare, time } from './measure.ts'
import { withPostgres } from './service.ts'
import { withoutTextIndexes } from './sizes.ts'

const [few, many] = [2_000, 200_000]

/** A search without HTTP: a page of 25 rows and the exact number of matches. */
export const bench: Bench = {
  title: 'Asset search, a page of 25 with its exact totalCount',
  baseline: '2,000 assets',
  subject: '200,000 assets',
  run: (folder) =>
    withPostgres(folder, [], async (databaseUrl) => {
      const owner = openDatabase({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 0 })
      const db = openDatabase({ url: databaseUrl, asService: true })
      try {
        const [small, large] = await withoutTextIndexes(owner, ['assets'], async () => [
          await fill(owner, few),
          await fill(owner, many),
        ])
        await foldTallies(owner)
        return await measure(db, small, large)
      } finally {
        await db.close()
        await owner.close()
      }
    }),
}

type Search = AssetFilters & { query?: string }

async function measure(db: Database, small: string, large: string): Promise<Comparison[]> {
  const list = openAssetList()
  const search = (tenantId: string, filters: Search, after?: SearchKey, assets = list) =>
    db.inSnapshot((snapshot) => assets.find(snapshot, tenantId, filters, { limit: 25, after }))
  const both =
    (name: string, filters: Search, depth = 0) =>
    async () => {
      const [fromSmall, fromLarge] = await Promise.all([
        keyAt(db, small, filters, depth * few),
        keyAt(db, large, filters, depth * many),
      ])
      return await compare(
        name,
        () => search(small, filters, fromSmall),
        () => search(large, filters, fromLarge),
        { limit: 1.5 },
      )
    }
  const first = async (name: string, filters: Search) => ({
    name: `${name}, counted for the first time`,
    baselineMs: await time(() => search(small, filters, undefined, openAssetList())),
    subjectMs: await time(() => search(large, filters, undefined, openAssetList())),
  })
  const rows: Comparison[] = []
  for (const row of [
    both('rare word', { query: 'zeppelin' }),
    both('rare word of a purpose', { query: 'quokka' }),
    both('absent word', { query: 'xylophone' }),
    both('common word', { query: 'office' }),
    both('common word of purposes only', { query: 'campaign' }),
    both('two common words', { query: 'office campaign' }),
    both('common prefix', { query: 'off' }),
    both('start of rare names', { query: 'zep' }),
    both('empty query', {}),
    both('empty query, one type', { assetType: 'logo' }),
    both('common word, one type', { query: 'office', assetType: 'icon' }),
    both('empty query, half-way down', {}, 0.5),
    both('common word, far down', { query: 'office' }, 0.1),
  ])
    rows.push(await row())
  rows.push(await first('common word', { query: 'office' }))
  rows.push(await first('common word of purposes only', { query: 'campaign' }))
  return rows
}

/** The cursor key of the row at this offset. */
async function keyAt(
  db: Database,
  tenantId: string,
  { query }: Search,
  depth: number,
): Promise<SearchKey | undefined> {
  if (depth === 0) return undefined
  const word = query ? `\u0001${query}` : ''
  const [row] = await db.read<{ assetId: string; starts: boolean }[]>`
    select asset_id, name_folded like ${`${word}%`} as starts from assets
    where tenant_id = ${tenantId} and listed and name_folded like ${`%${word}%`}
    order by name_folded like ${`${word}%`} desc, asset_id desc offset ${Math.floor(depth)} limit 1`
  return row && [query ? (row.starts ? 1 : 2) : 0, row.assetId]
}

const places = ['Office', 'Garden', 'Harbour', 'Market', 'Station', 'Studio', 'ImageWorker']
const things = ['photo', 'logo', 'banner', 'portrait', 'diagram', 'icon', 'screenshot']
const uses = ['campaign', 'press kit', 'campaign for spring', 'sales deck', 'campaign for partners']

/** Assets with a realistic distribution of words: a few common ones, many uncommon ones, three very rare ones. */
async function fill(owner: Database, count: number): Promise<string> {
  const tenant = await owner.inTransaction((tx) => createTenant(tx, `bench-${count}`, 'Bench'))
  const tenantId = tenant?.tenantId as string
  await owner.read`
    insert into files (tenant_id, file_id, name, media_type, size, sha256, stored_at, used_at)
    values (${tenantId}, ${newId('file')}, 'x.png', 'image/png', 1, '', now(), now())`
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - from) }, (_, i) => assetOf(from + i, count))
    await owner.read`
      insert into assets (tenant_id, asset_id, type, name, purpose, file_id, has_preview, name_folded, search_text)
      select ${tenantId}, asset_id, type, name, purpose, file_id, true, name_folded, search_text
      from unnest(${rows.map((row) => row.assetId)}::text[], ${rows.map((row) => row.type)}::text[],
        ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.purpose)}::text[],
        ${rows.map((row) => row.nameFolded)}::text[], ${rows.map((row) => row.searchText)}::text[])
        as given (asset_id, type, name, purpose, name_folded, search_text),
        (select file_id from files where tenant_id = ${tenantId}) as file`
  }
  return tenantId
}

function assetOf(number: number, count: number) {
  const pick = <T>(list: readonly T[], step: number) => list[Math.floor(number / step) % list.length] as T
  const seldom = (number * 7919) % 20_011
  const rare = [Math.floor(count / 3), Math.floor(count / 2), count - 7].includes(number)
  const name = rare
    ? `Zeppelin ${number}`
    : number % 3 === 0
      ? `${pick(things, 3)} of the ${pick(places, 5)} ${seldom}`
      : `${pick(places, 1)} ${pick(things, 7)} ${seldom}`
  const purpose = rare ? 'quokka' : `${pick(uses, 2)} number ${(number * 104_729) % 50_021}`
  const type = pick(['image', 'image', 'logo', 'icon'] as const, 1)
  return { assetId: newId('asset'), type, name, purpose, ...searchColumns(name, purpose) }
}
