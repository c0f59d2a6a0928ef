import { listAudiences } from '../server/audiences/queries.ts'
import { searchAudiences } from '../server/audiences/search.ts'
import { loadConfig } from '../server/config/config.ts'
import type { Database } from '../server/database/database.ts'
import { createPage } from '../server/pages/verbs.ts'
import { loadSign } from '../server/secrets/secrets.ts'
import { createTenant } from '../server/tenants/queries.ts'
import type { Bench } from './measure.ts'
import { compareSizes, withoutTextIndexes } from './sizes.ts'

const [few, many] = [10_000, 1_000_000]

type Tenant = { tenantId: string; pageId: string; middle: string }

export const bench: Bench = {
  title: 'Audiences, a page of 25: lists, and search with its totalCount',
  baseline: '10,000 audiences',
  subject: '1,000,000 audiences',
  run: (folder) => compareSizes(folder, { fill: fillAll, works }),
}

function works(db: Database): [name: string, work: (tenant: Tenant) => Promise<unknown>][] {
  const list = ({ tenantId, pageId }: Tenant, after?: [string]) =>
    db.inSnapshot((read) => listAudiences(read, tenantId, pageId, false, { limit: 25, after }))
  const search =
    (query: string) =>
    ({ tenantId }: Tenant) =>
      db.inSnapshot((read) => searchAudiences(read, tenantId, query, 25))
  return [
    ['list, first page', (tenant) => list(tenant)],
    ['list, half-way down', (tenant) => list(tenant, [tenant.middle])],
    ['search, rare word', search('zeppelin')],
    ['search, absent word', search('xylophone')],
    ['search, word of every name', search('smith')],
    ['search, word of every e-mail and no name', search('example')],
    ['search, word of the page', search('outreach')],
    ['search, page and rare word', search('outreach zeppelin')],
    ['search, common prefix', search('sm')],
    ['search, rare prefix', search('zepp')],
    ['search, nothing', search('')],
  ]
}

const fillAll = (owner: Database) =>
  withoutTextIndexes(
    owner,
    ['audiences', 'versions', 'version_documents'],
    async (): Promise<[Tenant, Tenant]> => [await fill(owner, few), await fill(owner, many)],
  )

/** Persons with 20,000 different names, one in a thousand rare, each with an audience; all share one document. */
async function fill(owner: Database, count: number): Promise<Tenant> {
  const addresses = {
    sign: await loadSign(owner),
    publicUrl: () => 'http://localhost',
    config: loadConfig({}),
  }
  const { tenantId, pageId } = await owner.inTransaction(async (tx) => {
    const tenant = await createTenant(tx, `bench-${count}`, 'Bench')
    const tenantId = tenant?.tenantId as string
    const { pageId } = await createPage(addresses, tx, tenantId, {
      name: 'Spring outreach',
      pageType: 'outbound',
    })
    return { tenantId, pageId }
  })
  const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`
  const numbers = `generate_series(1, ${count}::bigint) as n`
  // The owner has one connection, so a session setting applies to all following statements.
  const session = owner.read
  const run = (text: string) => session`${session.raw(text)}`
  // Skips foreign key checks.
  await session`set session_replication_role = replica`
  await session`insert into version_documents values (${tenantId}, 'same', '{"theme": {}, "blocks": []}')`
  await run(`
    insert into audiences (tenant_id, audience_id, page_id, person_id, person_route_key, computed_name, name_folded,
      search_text)
    select '${tenantId}', ${id('audience')}, '${pageId}', ${id('person')}, lpad(to_hex(n), 10, '0'), name,
      chr(1) || lower(replace(name, ' ', ' ' || chr(1))), lower(name) || ' p' || n || '@example.com'
    from (select n, case when n % ${count / 5} = 7 then 'Zeppelin' else 'Jane' || n % 977 end
      || ' Smith' || (n * 7919) % 20011 as name from ${numbers}) as named`)
  await run(`
    insert into versions (tenant_id, version_id, audience_id, version_number, status, document_hash, base_hash,
      base_revision, created_at, became_draft_at, published_at, archived_at, obsolete_at)
    select '${tenantId}', ${id('version', 'n * 2 + v')}, ${id('audience')}, v,
      case v when 2 then 'published' else 'archived' end, 'same', 'same', 1, now(), now(), now(),
      case v when 1 then now() end, case v when 1 then now() end
    from ${numbers}, generate_series(1, 2) as v`)
  await session`insert into tallies values (${tenantId}, ${`page:${pageId}:audiences`}, ${count})`
  await session`set session_replication_role = origin`
  return { tenantId, pageId, middle: `audience_${String(count / 2).padStart(26, '0')}` }
}
