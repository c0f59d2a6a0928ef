import type { DatabaseSession } from '../database/session.ts'

/** Every list with a total: the name of its tally, its table, and its condition. */
export const talliedLists: [scope: string, table: string, where?: string][] = [
  [`'accounts'`, 'accounts'],
  [`'activity:' || account_id || ':' || part`, 'activity', 'account_id is not null'],
  [`'person:' || person_id || ':activity:' || part`, 'activity', 'person_id is not null'],
  [`'api_keys'`, 'api_keys', `revoked_at is null and kind <> 'member'`],
  [`'assets:' || type`, 'assets', `state = 'active'`],
  [`'assets:' || state || ':' || type`, 'assets', `state in ('hidden', 'trashed')`],
  [`'page:' || page_id || ':audiences'`, 'audiences', 'archived_at is null'],
  [`'page:' || page_id || ':archived_audiences'`, 'audiences', 'archived_at is not null'],
  [`'batch:' || batch_id || ':' || status || case when has_made then ':made' else '' end`, 'batch_rows'],
  [`'batches'`, 'batches'],
  [`'batches:' || coalesce(page_id, 'import')`, 'batches'],
  [`'page:' || page_id || ':releases'`, 'releases', 'not dry_run'],
  [`'brands'`, 'brands'],
  [`'page:' || page_id || ':submissions'`, 'form_submissions'],
  [`'notices'`, 'notices', 'in_console'],
  [`'messages:' || audience_id`, 'messages'],
  [`'page_links:' || domain_key`, 'page_links', 'deleted_at is null'],
  [`'page_links:' || domain_key || ':' || page_id`, 'page_links', 'deleted_at is null'],
  [`'pages'`, 'pages', 'deleted_at is null'],
  [`'pages:' || status || ':' || page_type`, 'pages', 'deleted_at is null'],
  [`'persons'`, 'persons'],
  [`'account:' || account_id || ':persons'`, 'persons', 'account_id is not null'],
  [`'tenant_domains'`, 'tenant_domains', 'deleted_at is null'],
  [`'webhook_deliveries/' || subscription_id`, 'webhook_deliveries'],
]

/** Counts the rows of a newly imported tenant. */
export async function countTenant(session: DatabaseSession, tenantId: string): Promise<void> {
  for (const [scope, table, where = 'true'] of talliedLists)
    await session`
      insert into tallies (tenant_id, scope, difference)
      select ${tenantId}::text, ${session.raw(scope)}, count(*) from ${session.identifier(table)}
      where tenant_id = ${tenantId} and ${session.raw(where)} group by 2`
}
