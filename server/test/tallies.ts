import type { Database } from '../database/database.ts'

/** What every tally has to be, counted anew from the rows of all tenants: the list and which rows are in it. */
const lists = `
  select tenant_id, 'accounts' as scope from accounts
  union all select tenant_id, 'activity:' || account_id || ':' || part from activity where account_id is not null
  union all select tenant_id, 'person:' || person_id || ':activity:' || part from activity where person_id is not null
  union all select tenant_id, 'api_keys' from api_keys where revoked_at is null
  union all select tenant_id, 'assets:' || type from assets where state = 'active'
  union all select tenant_id, 'assets:' || state || ':' || type from assets where state in ('hidden', 'trashed')
  union all select tenant_id, 'page:' || page_id || ':audiences' from audiences where archived_at is null
  union all select tenant_id, 'page:' || page_id || ':archived_audiences' from audiences where archived_at is not null
  union all select tenant_id, 'batch:' || batch_id || ':' || status || case when has_made then ':made' else '' end
    from batch_rows
  union all select tenant_id, 'batches' from batches
  union all select tenant_id, 'batches:' || page_id from batches
  union all select tenant_id, 'page:' || page_id || ':releases' from releases where not dry_run
  union all select tenant_id, 'brands' from brands
  union all select tenant_id, 'page:' || page_id || ':submissions' from form_submissions
  union all select tenant_id, 'notices' from notices where in_console
  union all select tenant_id, 'messages:' || audience_id from messages
  union all select tenant_id, 'page_links:' || domain_key from page_links where deleted_at is null
  union all select tenant_id, 'page_links:' || domain_key || ':' || page_id from page_links where deleted_at is null
  union all select tenant_id, 'pages' from pages where deleted_at is null
  union all select tenant_id, 'pages:' || status || ':' || page_type from pages where deleted_at is null
  union all select tenant_id, 'persons' from persons
  union all select tenant_id, 'account:' || account_id || ':persons' from persons where account_id is not null
  union all select tenant_id, 'tenant_domains' from tenant_domains where deleted_at is null
  union all select tenant_id, 'webhook_deliveries/' || subscription_id from webhook_deliveries`

export async function findWrongTallies({ read }: Database): Promise<string[]> {
  const rows = await read<{ scope: string; counted: number; told: number }[]>`
    -- every tenant: all of them are counted
    select coalesce(a.scope, b.scope) as scope, coalesce(a.total, 0) as counted, coalesce(b.total, 0) as told
    from (select tenant_id, scope, count(*) as total from (${read.raw(lists)}) as rows group by 1, 2) as a
      full join (select tenant_id, scope, sum(difference)::bigint as total from tallies
        where scope not like '%\\_revision' group by 1, 2) as b
      on a.tenant_id = b.tenant_id and a.scope = b.scope
    where coalesce(a.total, 0) <> coalesce(b.total, 0)`
  return rows.map(({ scope, counted, told }) => `${scope}: ${counted} rows, counted as ${told}`)
}
