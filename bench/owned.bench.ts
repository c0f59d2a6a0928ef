import { listPersonActivity } from '../server/activity/queries.ts'
import { openAssetList } from '../server/assets/queries.ts'
import { listOverview } from '../server/audiences/overview.ts'
import type { Database } from '../server/database/database.ts'
import { openPersonList } from '../server/persons/queries.ts'
import { createTenant } from '../server/tenants/queries.ts'
import type { Bench } from './measure.ts'
import { compareSizes, withoutTextIndexes } from './sizes.ts'

const [few, many] = [10_000, 1_000_000]
/** The worst case: everything belongs to one account and one person. */
const [accountId, personId] = ['account_one', 'person_00000000000000000000000001']

type Tenant = { tenantId: string; count: number }

export const bench: Bench = {
  title: 'What one account, one person or the trash has, a page of 25',
  baseline: '10,000 rows',
  subject: '1,000,000 rows',
  run: (folder) => compareSizes(folder, { fill: fillAll, works }),
}

const first = { limit: 25, after: undefined }
const half = (prefix: string, { count }: Tenant) => `${prefix}_${String(count / 2).padStart(26, '0')}`

function works(db: Database): [name: string, work: (tenant: Tenant) => Promise<unknown>][] {
  const [assetList, personList] = [openAssetList(), openPersonList()]
  const persons = (tenant: Tenant, query = '', after?: [number, string]) =>
    db.inSnapshot((read) =>
      personList.find(read, tenant.tenantId, { accountId, query, fields: [] }, { limit: 25, after }),
    )
  const activity = (tenant: Tenant, after?: [string]) =>
    listPersonActivity(db.read, tenant.tenantId, personId, { includeDeleted: false }, { limit: 25, after })
  const trash = (tenant: Tenant, query = '', after?: [number, string]) =>
    db.inSnapshot((read) =>
      assetList.find(read, tenant.tenantId, { state: 'trashed', query }, { limit: 25, after }),
    )
  const audiences = (tenant: Tenant) =>
    db.inSnapshot((read) => listOverview(read, tenant.tenantId, { accountId }, first))
  return [
    ['persons of an account, first page', (tenant) => persons(tenant)],
    ['persons of an account, half-way down', (tenant) => persons(tenant, '', [0, half('person', tenant)])],
    ['persons of an account, rare word', (tenant) => persons(tenant, 'zeppelin')],
    ['persons of an account, common word', (tenant) => persons(tenant, 'jane')],
    ['activity of a person, first page', (tenant) => activity(tenant)],
    ['activity of a person, half-way down', (tenant) => activity(tenant, [half('activity', tenant)])],
    ['trash, first page with its count', (tenant) => trash(tenant)],
    ['trash, half-way down', (tenant) => trash(tenant, '', [0, half('asset', tenant)])],
    ['trash, rare word', (tenant) => trash(tenant, 'zeppelin')],
    ['pages made for an account', (tenant) => audiences(tenant)],
  ]
}

const fillAll = (owner: Database) =>
  withoutTextIndexes(
    owner,
    ['persons', 'activity', 'assets', 'audiences'],
    async (): Promise<[Tenant, Tenant]> => [await fill(owner, few), await fill(owner, many)],
  )

async function fill(owner: Database, count: number): Promise<Tenant> {
  const tenant = await owner.inTransaction((tx) => createTenant(tx, `bench-${count}`, 'Bench'))
  const tenantId = tenant?.tenantId as string
  const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
  const numbers = `generate_series(1, ${count}::bigint) as n`
  const name = `case when n % ${count / 5} = 7 then 'zeppelin' else 'jane' || n % 977 end`
  // The owner has one connection, so a session setting applies to all following statements.
  const session = owner.read
  const run = (text: string) => session`${session.raw(text)}`
  // Skips foreign key checks.
  await session`set session_replication_role = replica`
  await run(`
      insert into persons (tenant_id, person_id, account_id, name, slug, name_folded, search_text)
      select '${tenantId}', ${id('person')}, '${accountId}', ${name}, n::text, chr(1) || ${name}, ${name} from ${numbers}`)
  await run(`
      insert into activity (tenant_id, activity_id, account_id, person_id, source, type, payload, deleted_at)
      select '${tenantId}', ${id('activity')}, '${accountId}', '${personId}', 'visitor', 'page.viewed', '{}',
        case when n % 2 = 0 then now() end from ${numbers}`)
  await run(`
      insert into assets (tenant_id, asset_id, type, name, purpose, file_id, has_preview, trashed_at, name_folded, search_text)
      select '${tenantId}', ${id('asset')}, 'image', ${name}, '', 'file', false, now(), chr(1) || ${name}, ${name} from ${numbers}`)
  await session`
      insert into pages (tenant_id, page_id, brand_id, name, name_folded, search_text, title, page_context, page_type, flags, actions,
        action_card_widgets, scripts, footer_links)
      values (${tenantId}, 'page', 'brand', 'Page', 'page', 'page', '', '', 'custom', '{}', '[]', '[]', '[]', '[]')`
  await run(`
      insert into audiences (tenant_id, audience_id, page_id, account_id, computed_name, name_folded, search_text)
      select '${tenantId}', ${id('audience')}, 'page', '${accountId}', ${name}, ${name}, ${name} from ${numbers}`)
  await session`insert into tallies values (${tenantId}, 'assets:trashed:image', ${count})`
  await session`set session_replication_role = origin`
  return { tenantId, count }
}
