import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLeaks } from './statements.ts'

const tables = new Set(['pages', 'audiences', 'versions', 'brands'])

test('statements that may touch rows of another tenant are caught', async () => {
  const leaks = [
    'select tenant_id, name from pages',
    'select name from pages where page_id = $1 and tenant_id is not null',
    'select * from pages where tenant_id = $1 or page_id = $2',
    'select * from pages where not tenant_id = $1',
    'select * from pages where tenant_id = any($1)',
    'select * from pages p join audiences a on a.page_id = p.page_id where p.tenant_id = $1',
    'select * from pages p join audiences a using (page_id) where a.tenant_id = $1',
    'select * from pages p left join audiences a on p.tenant_id = $1 and a.tenant_id = $1',
    'select * from audiences a where a.tenant_id = $1 and exists (select from pages p where p.page_id = a.page_id)',
    'with old as (select tenant_id, page_id from pages) select * from old where old.tenant_id = $1',
    'update pages set name = $1 where page_id = $2 returning tenant_id',
    'update pages p set name = b.name from brands b where b.brand_id = p.brand_id and b.tenant_id = $1',
    'delete from audiences using pages p where p.tenant_id = $1 and audiences.page_id = p.page_id',
    'insert into pages (page_id, name) values ($1, $2)',
    'insert into pages (tenant_id, page_id) select tenant_id, page_id from audiences where audience_id = $1',
    'select * from pages where tenant_id = tenant_id',
    'select * from pages p where p.tenant_id = (select tenant_id from brands limit 1)',
    'select * from brands b where b.tenant_id = $1 union all select * from brands',
    'select (select count(*) from pages) from brands where tenant_id = $1',
    'insert into pages (tenant_id, page_id) values ($1, $2) on conflict (page_id) do update set name = $3',
    'merge into pages p using brands b on p.brand_id = b.brand_id when matched then delete',
    "select * from pages p join (values ('a'), ('b')) as v (tenant_id) on p.tenant_id = v.tenant_id",
    'select * from pages tablesample system (10)',
    'create table copy as select * from pages',
    'explain analyze delete from pages',
    "copy pages to '/tmp/pages'",
    'truncate pages',
    'declare all_pages cursor for select * from pages',
    "select * from pages where name <> '-- every tenant: x'",
    'select * from audiences a where a.tenant_id = $1 and exists (select from pages p where p.tenant_id = a.tenant_id)',
    'select * from audiences a join lateral (select * from versions v where v.tenant_id = a.tenant_id) v on true where a.tenant_id = $1',
    'select (select count(*) from pages p where p.tenant_id = b.tenant_id) from brands b where b.tenant_id = $1',
    'insert into pages (tenant_id) values ($1) returning (select count(*) from brands b where b.tenant_id = pages.tenant_id)',
    'update pages p set name = (select name from brands b where b.tenant_id = p.tenant_id limit 1) where p.tenant_id = $1',
    // Citus refuses these.
    'update pages set deleted_at = case when $1 then now() end where tenant_id = $2',
    'update pages set deleted_at = coalesce(deleted_at, now()) where tenant_id = $1',
    'insert into pages (tenant_id, page_id) values ($1, $2) on conflict (tenant_id, page_id) do update set at = now()',
    'insert into pages (tenant_id, page_id) values ($1, $2) on conflict (tenant_id, page_id) do update set at = null where pages.at < now()',
  ]
  for (const statement of leaks) assert.equal((await findLeaks([statement], tables)).length, 1, statement)
})

test('statements that keep to one tenant, directly or through a join in the same query, pass', async () => {
  const kept = [
    'select * from pages where tenant_id = $1 and (name = $2 or name = $3)',
    'select * from pages p where (p.tenant_id, p.page_id) = ($1, $2)',
    'select * from pages p join audiences a using (tenant_id, page_id) where tenant_id = $1',
    'select * from pages p join audiences a on a.tenant_id = p.tenant_id where p.tenant_id = $1::text',
    'select * from pages p left join audiences a on a.tenant_id = p.tenant_id where p.tenant_id = $1',
    'select * from audiences a where a.tenant_id = $1 and exists (select from pages p where p.tenant_id = $1 and p.page_id = a.page_id)',
    'select * from audiences a where a.tenant_id = $1 and exists (select from pages p join brands b using (tenant_id) where p.tenant_id = $1)',
    'with old as (delete from pages where tenant_id = $1 returning *) select * from old join brands b on b.tenant_id = old.tenant_id',
    'select * from audiences a join lateral (select * from versions v where v.tenant_id = $1) v on true where a.tenant_id = $1',
    'update pages set name = $1 where tenant_id = $2 and page_id in (select page_id from audiences where tenant_id = $2)',
    'insert into pages (tenant_id, page_id) values ($1, $2) on conflict do nothing',
    'update pages set deleted_at = least(deleted_at, now()) where tenant_id = $1',
    'insert into pages (tenant_id, page_id) select $1, page_id from audiences where tenant_id = $1',
    'delete from pages -- every tenant: they are expired\nwhere deleted_at < now()',
    'insert into pages (tenant_id) values ($1) returning (select count(*) from brands b where b.tenant_id = $1)',
    'select 1 from tenants',
  ]
  for (const statement of kept) assert.deepEqual(await findLeaks([statement], tables), [])
})
