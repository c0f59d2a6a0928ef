import type { Database } from '../database/database.ts'

/** Columns of texts that say nothing about a person, whatever happens. The rest have to be empty of a person after their erasure. */
const impersonal: Record<string, string> = {
  account_logs: 'author idempotency_key fingerprint',
  accounts: 'domain',
  activity: 'source type fingerprint',
  agent_budgets: 'when_used_up',
  agent_settings: 'choice provider model base_url encrypted_key',
  api_keys: 'scopes hash',
  assets: 'type idempotency_key fingerprint state',
  audience_base_states: 'key state changed_blocks',
  audience_conflicts: 'kind place sides_hash decision',
  audiences: 'person_route_key action_form_id_override flags',
  batch_rows: 'status',
  batches: 'status columns idempotency_key fingerprint',
  brands: 'primary_color font secondary_color look heading_font text_font corner_style domain language',
  console_codes: 'hash',
  console_sessions: 'hash',
  custom_fields: 'owner key type',
  files: 'media_type sha256 font placeholder',
  form_submissions: 'fingerprint',
  gate_codes: 'email_hash code_hash browser_hash',
  jobs: 'kind key group_key',
  messages: 'author fingerprint outcome model',
  migrations: 'name sha256',
  notice_channels: 'kind encrypted_url url_hint kinds pace',
  notice_console_settings: 'kinds',
  notice_reads: 'read_up_to',
  notice_recipients: 'token',
  notices: 'kind dedupe_key',
  page_link_gates: 'password_hash',
  page_links: 'domain_key',
  page_revisions: 'hash sitting',
  pages: 'page_type status flags personal_links',
  person_logs: 'author fingerprint',
  readiness: 'filler',
  release_rows: 'status reason undo pin',
  releases: 'kind status audiences conflicts selected_through counts undo_counts operation_key fingerprint',
  run_events: 'type',
  schedules: 'action status reason pin',
  secrets: 'name value',
  service_address: 'url',
  tallies: 'scope',
  tenant_domains: 'hostname challenge',
  tenants: 'slug name',
  verified_hostnames: 'hostname',
  version_documents: 'hash',
  versions: 'status document_hash base_hash',
  visit_figures: 'grain',
  visit_salts: 'salt',
  visit_sessions: 'verdict reason clicked_actions',
  visit_stays: 'verdict',
  webhook_deliveries: 'type status last_error',
  webhook_subscriptions: 'url events secret previous_secret',
}

/** Columns of what a tenant's team writes about something other than a person. Erasing a person does not search them. */
const ofTeam: Record<string, string> = {
  account_logs: 'text',
  accounts: 'name name_folded search_text custom_values',
  api_keys: 'name',
  assets: 'name purpose tags ai_description name_folded search_text',
  batches: 'message plan',
  brands: 'name description',
  custom_fields: 'label choices',
  // Why a message to the addresses of the team failed.
  notice_channels: 'recipients last_error',
  notice_recipients: 'email',
  page_revisions: 'document note',
  page_templates: 'name content document',
  pages:
    'name name_folded search_text title page_context actions action_card_widgets scripts footer_links metadata',
  releases: 'note',
}

/** Ids that the service makes, and those of blocks and actions. A message's own id is chosen by its sender. */
const isId = (column: string) => /_ids?$/.test(column) && column !== 'client_message_id'

export type TextColumn = { table: string; column: string; isSearched: boolean }

/** Every column of the database that can hold text, and whether it can hold text about a person. */
export async function listTextColumns({ read }: Database): Promise<TextColumn[]> {
  const rows = await read<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.atttypid <> all ('{bool,int2,int4,int8,float4,float8,numeric,date,timestamptz,uuid,_int4}'::regtype[])
    order by 1, a.attnum`
  const isListed = (list: Record<string, string>, { table, column }: { table: string; column: string }) =>
    (list[table] ?? '').split(' ').includes(column)
  return rows.map((row) => ({
    ...row,
    isSearched: !isId(row.column) && !isListed(impersonal, row) && !isListed(ofTeam, row),
  }))
}

/** The columns in which some row of any tenant matches a pattern. */
export async function findColumnsWith({ read }: Database, columns: TextColumn[], pattern: string) {
  const found: string[] = []
  for (const { table, column } of columns) {
    const [row] = await read<{ isThere: boolean }[]>`
      -- every tenant: nothing may be left anywhere
      select exists (select from ${read.identifier(table)} as t
        where to_jsonb(t.${read.identifier(column)})::text ~* ${pattern}
          or (pg_typeof(t.${read.identifier(column)}) = 'bytea'::regtype
            and encode(t.${read.identifier(column)}::text::bytea, 'escape') ~* ${pattern})) as is_there`
    if (row?.isThere) found.push(`${table}.${column}`)
  }
  return found
}
