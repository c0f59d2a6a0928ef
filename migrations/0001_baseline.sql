-- The tables of Foyer. `tenant_id` leads every key and index of what belongs to a tenant; identifiers sort by byte
-- (collate "C"). The database keeps guarantees (keys, references, checks); what acts is in the code.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create function demand_rows(written bigint, wanted bigint)
 returns void
 language plpgsql
as $function$
begin
  if written < wanted then
    raise exception '% of % rows were written', written, wanted using errcode = 'serialization_failure';
  end if;
end $function$;

create sequence job_fences;

create table secrets (
  name text not null,
  value bytea not null,
  -- The secret before the present one signs nothing and is good for a day.
  valid_until timestamptz,
  primary key (name)
);

create table tenants (
  tenant_id text collate "C" not null,
  slug text not null,
  name text not null,
  created_at timestamptz default now() not null,
  -- Whether those whose browsers ask not to be tracked (Do Not Track, Global Privacy Control) are left alone.
  respect_privacy_signals boolean default false not null,
  constraint tenants_slug_check check ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')),
  primary key (tenant_id),
  constraint tenants_slug unique (slug)
);

create table api_keys (
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  name text not null,
  scopes text[] not null,
  hash bytea not null,
  created_at timestamptz default now() not null,
  revoked_at timestamptz,
  constraint api_keys_scopes_check check (((scopes <@ array['read', 'write', 'publish', 'admin']) and (scopes <> '{}'::text[]))),
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, key_id)
);
create index api_keys_hash on api_keys (hash) where (revoked_at is null);

-- How many rows a list has, without counting them: every change adds its difference here, in its own transaction
-- and without a lock, and a job folds the differences together. The sum is exact at any moment.
create table tallies (
  tenant_id text collate "C" not null,
  scope text collate "C" not null,
  difference bigint not null
);
create index tallies_scope on tallies (tenant_id, scope) include (difference);

-- Requests counted a minute, shared between nodes. Losing them in a crash costs nothing.
create unlogged table rate_counts (
  minute bigint not null,
  key_id text collate "C" not null,
  count integer not null,
  primary key (minute, key_id)
);

create table webhook_subscriptions (
  tenant_id text collate "C" not null,
  subscription_id text collate "C" not null,
  url text not null,
  events text[] not null,
  active boolean default true not null,
  -- Stored as they are: a signature can't be made from a hash.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Since when nothing but failures; null once a delivery has succeeded.
  failing_since timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  -- Removing one is instant however long its log is; upkeep takes both away.
  deleted_at timestamptz,
  constraint webhook_subscriptions_check check (((deleted_at is null) or (not active))),
  constraint webhook_subscriptions_events_check check ((events <> '{}'::text[])),
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, subscription_id)
);
create index webhook_subscriptions_kept on webhook_subscriptions (tenant_id, subscription_id) where (deleted_at is null);

-- The log and the queue at once. An event has one id, whoever gets it.
create table webhook_deliveries (
  tenant_id text collate "C" not null,
  subscription_id text collate "C" not null,
  delivery_id text collate "C" not null,
  type text not null,
  -- json, not jsonb: the text is sent as it was written.
  data json not null,
  status text default 'pending' not null,
  attempts integer default 0 not null,
  -- While a sender is at it, when another takes over.
  next_try_at timestamptz default now(),
  last_tried_at timestamptz,
  response_status integer,
  response_time_ms integer,
  last_error text,
  created_at timestamptz default now() not null,
  constraint webhook_deliveries_check check (((status = 'pending') = (next_try_at is not null))),
  constraint webhook_deliveries_status_check check ((status = any (array['pending', 'delivered', 'failed']))),
  foreign key (tenant_id, subscription_id) references webhook_subscriptions(tenant_id, subscription_id),
  primary key (tenant_id, subscription_id, delivery_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index webhook_deliveries_account on webhook_deliveries (tenant_id) where (type = any (array['account.created', 'account.updated']));
create index webhook_deliveries_audience on webhook_deliveries (tenant_id, ((data ->> 'audienceId'))) where ((data ->> 'audienceId') is not null);
create index webhook_deliveries_link on webhook_deliveries (tenant_id) where (type = any (array['page_link.created', 'page_link.updated', 'page_link.deleted']));
create index webhook_deliveries_person on webhook_deliveries (tenant_id, ((data ->> 'personId'))) where ((data ->> 'personId') is not null);

-- A file's bytes are stored beside the database, under its id. The row comes first and goes last, so that there are
-- never bytes that no row knows of.
create table files (
  tenant_id text collate "C" not null,
  file_id text collate "C" not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  -- Bytes of the small picture of it, where there is one.
  preview_size integer,
  created_at timestamptz default now() not null,
  -- The bytes are where they belong.
  stored_at timestamptz,
  -- Something came to use the file; one that nothing uses is removed after a day.
  used_at timestamptz,
  -- Nothing may use the file any more, and its bytes are to go.
  removed_at timestamptz,
  -- The bytes are gone.
  erased_at timestamptz,
  font jsonb,
  placeholder text,
  widths integer[] default '{}'::integer[] not null,
  trimmed_width integer,
  trimmed_height integer,
  has_forms boolean default false not null,
  constraint files_check check (((trimmed_width is null) = (trimmed_height is null))),
  constraint files_trimmed_height_check check ((trimmed_height > 0)),
  constraint files_trimmed_width_check check ((trimmed_width > 0)),
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, file_id)
);
create index files_to_erase on files (tenant_id, removed_at) where ((removed_at is not null) and (erased_at is null));
create index files_unused on files (tenant_id, created_at) where ((used_at is null) and (removed_at is null));
create index files_without_forms on files (tenant_id, file_id) where ((not has_forms) and (media_type ~~ 'image/%') and (stored_at is not null) and (removed_at is null));

create table assets (
  tenant_id text collate "C" not null,
  asset_id text collate "C" not null,
  type text not null,
  name text not null,
  purpose text not null,
  tags text[] default '{}'::text[] not null,
  ai_description text,
  parent_asset_id text collate "C",
  hidden boolean default false not null,
  file_id text collate "C" not null,
  has_preview boolean not null,
  idempotency_key text,
  fingerprint bytea,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  trashed_at timestamptz,
  deleted_at timestamptz,
  listed boolean generated always as (((not hidden) and (trashed_at is null) and (deleted_at is null))) stored not null,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  -- Search knows active assets alone; what was hidden or trashed must be found to be brought back.
  state text generated always as ( case when (deleted_at is not null) then 'deleted' when (trashed_at is not null) then 'trashed' when hidden then 'hidden' else 'active' end) stored not null,
  focal_x real,
  focal_y real,
  constraint assets_check check (((focal_x is null) = (focal_y is null))),
  constraint assets_focal_x_check check (((focal_x >= (0)::double precision) and (focal_x <= (1)::double precision))),
  constraint assets_focal_y_check check (((focal_y >= (0)::double precision) and (focal_y <= (1)::double precision))),
  constraint assets_type_check check ((type = any (array['image', 'logo', 'icon', 'video', 'custom-component']))),
  foreign key (tenant_id, file_id) references files(tenant_id, file_id),
  foreign key (tenant_id) references tenants(tenant_id),
  foreign key (tenant_id, parent_asset_id) references assets(tenant_id, asset_id),
  primary key (tenant_id, asset_id),
  constraint assets_idempotency_key unique (tenant_id, idempotency_key)
);
alter table assets alter column name_folded set statistics 200, alter column search_text set statistics 200;
create index assets_aside on assets (tenant_id, state, asset_id) where (state = any (array['hidden', 'trashed']));
create index assets_aside_by_name on assets (tenant_id, state, name_folded, asset_id) where (state = any (array['hidden', 'trashed']));
create index assets_aside_in_name on assets using gin (tenant_id, state, name_folded gin_trgm_ops) WITH (fastupdate=off) where (state = any (array['hidden', 'trashed']));
create index assets_aside_in_text on assets using gin (tenant_id, state, search_text gin_trgm_ops) WITH (fastupdate=off) where (state = any (array['hidden', 'trashed']));
create index assets_aside_of_type on assets (tenant_id, state, type, asset_id) where (state = any (array['hidden', 'trashed']));
create index assets_by_name on assets (tenant_id, name_folded, asset_id) where listed;
create index assets_in_name on assets using gin (tenant_id, name_folded gin_trgm_ops) WITH (fastupdate=off) where listed;
create index assets_in_text on assets using gin (tenant_id, search_text gin_trgm_ops) WITH (fastupdate=off) where listed;
create index assets_newest on assets (tenant_id, asset_id) where listed;
create index assets_newest_of_type on assets (tenant_id, type, asset_id) where listed;
create index assets_of_file on assets (tenant_id, file_id) where (deleted_at is null);

create table accounts (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  domain text collate "C" not null,
  name text,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  logo_asset_id text collate "C",
  foreign key (tenant_id) references tenants(tenant_id),
  foreign key (tenant_id, logo_asset_id) references assets(tenant_id, asset_id),
  primary key (tenant_id, account_id),
  constraint accounts_domain unique (tenant_id, domain)
);
alter table accounts alter column name_folded set statistics 1000, alter column search_text set statistics 1000;
create index accounts_by_name on accounts (tenant_id, name_folded, account_id);
create index accounts_in_name on accounts using gin (tenant_id, name_folded gin_trgm_ops) WITH (fastupdate=off);
create index accounts_in_text on accounts using gin (tenant_id, search_text gin_trgm_ops) WITH (fastupdate=off);

create table persons (
  tenant_id text collate "C" not null,
  person_id text collate "C" not null,
  account_id text collate "C",
  -- Whether a caller named the account; otherwise the person's domain found it, and a change of domain moves it.
  account_named boolean default false not null,
  name text,
  email text collate "C",
  domain text collate "C",
  slug text collate "C" not null,
  phone_number text,
  linkedin_profile_url text,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint persons_check check (((name is not null) or (email is not null))),
  foreign key (tenant_id, account_id) references accounts(tenant_id, account_id),
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, person_id),
  constraint persons_slug unique (tenant_id, slug)
);
alter table persons alter column name_folded set statistics 1000, alter column search_text set statistics 1000;
create index persons_account on persons (tenant_id, account_id, person_id) where (account_id is not null);
create index persons_by_name on persons (tenant_id, name_folded, person_id);
create unique index persons_email on persons (tenant_id, lower(email)) where (email is not null);
create index persons_in_name on persons using gin (tenant_id, name_folded gin_trgm_ops) WITH (fastupdate=off);
create index persons_in_text on persons using gin (tenant_id, search_text gin_trgm_ops) WITH (fastupdate=off);
create index persons_unlinked on persons (tenant_id, domain) where ((account_id is null) and (domain is not null));

create table account_logs (
  tenant_id text collate "C" not null,
  account_log_id text collate "C" not null,
  account_id text collate "C" not null,
  text text not null,
  author text not null,
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint account_logs_author_check check ((author = any (array['user', 'agent', 'system']))),
  constraint account_logs_check check (((idempotency_key is null) = (fingerprint is null))),
  foreign key (tenant_id, account_id) references accounts(tenant_id, account_id),
  primary key (tenant_id, account_log_id)
);
create index account_logs_account on account_logs (tenant_id, account_id, account_log_id);
create unique index account_logs_key on account_logs (tenant_id, idempotency_key) where (idempotency_key is not null);

create table person_logs (
  tenant_id text collate "C" not null,
  person_log_id text collate "C" not null,
  person_id text collate "C" not null,
  text text not null,
  author text not null,
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  constraint person_logs_author_check check ((author = any (array['user', 'agent', 'system']))),
  constraint person_logs_check check (((idempotency_key is null) = (fingerprint is null))),
  foreign key (tenant_id, person_id) references persons(tenant_id, person_id),
  primary key (tenant_id, person_log_id)
);
create unique index person_logs_key on person_logs (tenant_id, idempotency_key) where (idempotency_key is not null);
create index person_logs_person on person_logs (tenant_id, person_id, person_log_id);

-- What happened to an account or a person, or to the tenant itself when both are null. No key to tenants: nearly
-- every entry has an account or a person that holds it to one, and the check would make inserts queue at one row.
create table activity (
  tenant_id text collate "C" not null,
  activity_id text collate "C" not null,
  account_id text collate "C",
  account_log_id text collate "C",
  person_id text collate "C",
  person_log_id text collate "C",
  source text not null,
  type text not null,
  -- Not jsonb: it comes back as it was sent, and a number like 1e300 does not grow to 300 digits.
  payload json not null,
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  -- Account or person, there or deleted: the four parts that lists are put together from, so that one index serves
  -- every combination and none has to step over rows it does not want.
  part smallint generated always as (( case when (person_id is null) then 0 else 1 end + case when (deleted_at is null) then 0 else 2 end)) stored not null,
  constraint activity_source_check check ((source = any (array['user', 'api', 'visitor', 'agent', 'system']))),
  foreign key (tenant_id, account_id) references accounts(tenant_id, account_id),
  foreign key (tenant_id, account_log_id) references account_logs(tenant_id, account_log_id),
  foreign key (tenant_id, person_id) references persons(tenant_id, person_id),
  foreign key (tenant_id, person_log_id) references person_logs(tenant_id, person_log_id),
  primary key (tenant_id, activity_id)
);
create index activity_account on activity (tenant_id, account_id, part, activity_id) where (account_id is not null);
create unique index activity_account_log on activity (tenant_id, account_log_id) where (account_log_id is not null);
create unique index activity_key on activity (tenant_id, idempotency_key) where ((idempotency_key is not null) and (account_log_id is null) and (person_log_id is null));
create index activity_person on activity (tenant_id, person_id, part, activity_id) where (person_id is not null);
create unique index activity_person_log on activity (tenant_id, person_log_id) where (person_log_id is not null);

create table brands (
  tenant_id text collate "C" not null,
  brand_id text collate "C" not null,
  name text not null,
  primary_color text not null,
  font text not null,
  logo_asset_id text collate "C",
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  secondary_color text,
  look text,
  heading_font text,
  text_font text,
  corner_style text,
  logo_dark_asset_id text collate "C",
  favicon_asset_id text collate "C",
  constraint brands_corner_style_check check ((corner_style = any (array['square', 'soft', 'round']))),
  constraint brands_look_check check ((look = any (array['editorial', 'product', 'bold']))),
  constraint brands_primary_color_check check ((primary_color ~ '^#[0-9a-f]{6}$')),
  constraint brands_secondary_color_check check ((secondary_color ~ '^#[0-9a-f]{6}$')),
  foreign key (tenant_id, favicon_asset_id) references assets(tenant_id, asset_id),
  foreign key (tenant_id) references tenants(tenant_id),
  foreign key (tenant_id, logo_asset_id) references assets(tenant_id, asset_id),
  foreign key (tenant_id, logo_dark_asset_id) references assets(tenant_id, asset_id),
  primary key (tenant_id, brand_id)
);

create table pages (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  brand_id text collate "C" not null,
  name text not null,
  name_folded text collate "C" not null,
  -- Audiences are found by it, too.
  search_text text collate "C" not null,
  title text not null,
  page_context text not null,
  page_type text not null,
  status text default 'draft' not null,
  flags text[] not null,
  actions jsonb not null,
  action_card_widgets jsonb not null,
  scripts jsonb not null,
  footer_links jsonb not null,
  header_action_id text,
  metadata jsonb,
  archived_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  -- How the addresses of persons' pages are written: with their name before the key, with their name and the key as a
  -- parameter, or with the key alone. All of them lead there, whatever the page's choice.
  personal_links text default 'path' not null,
  constraint pages_check check (((status = 'archived') = (archived_at is not null))),
  constraint pages_flags_check check (((flags = '{}'::text[]) or (flags = '{home_page}'::text[]))),
  constraint pages_page_type_check check ((page_type = any (array['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom']))),
  constraint pages_personal_links_check check ((personal_links = any (array['path', 'query', 'key']))),
  constraint pages_status_check check ((status = any (array['draft', 'published', 'archived']))),
  foreign key (tenant_id, brand_id) references brands(tenant_id, brand_id),
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, page_id)
);
alter table pages alter column name_folded set statistics 1000, alter column search_text set statistics 1000;
create index pages_by_name on pages (tenant_id, name_folded, page_id) where (deleted_at is null);
create index pages_deleted on pages (tenant_id, page_id) where (deleted_at is not null);
create unique index pages_home on pages (tenant_id) where ((flags = '{home_page}'::text[]) and (deleted_at is null));
create index pages_in_name on pages using gin (tenant_id, name_folded gin_trgm_ops) WITH (fastupdate=off) where (deleted_at is null);
create index pages_in_text on pages using gin (tenant_id, search_text gin_trgm_ops) WITH (fastupdate=off) where (deleted_at is null);
create index pages_kept on pages (tenant_id, page_id) where (deleted_at is null);
create index pages_of_status on pages (tenant_id, status, page_id) where (deleted_at is null);
create index pages_of_type on pages (tenant_id, page_type, page_id) where (deleted_at is null);

create table tenant_domains (
  tenant_id text collate "C" not null,
  tenant_domain_id text collate "C" not null,
  hostname text collate "C" not null,
  challenge text not null,
  verified_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  -- A verified domain is asked again every day; one that fails for longer than the grace time is no longer served.
  checked_at timestamptz,
  failing_since timestamptz,
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, tenant_domain_id)
);
create unique index tenant_domains_hostname on tenant_domains (tenant_id, hostname) where (deleted_at is null);
create index tenant_domains_kept on tenant_domains (tenant_id, tenant_domain_id) where (deleted_at is null);
create index tenant_domains_to_check on tenant_domains (tenant_id, checked_at) where ((verified_at is not null) and (deleted_at is null));

-- Who a host name belongs to: many may ask for one, whoever proves it first has it. A table of its own because a name
-- is unique among all tenants, which an index that begins with the tenant can't hold; where the schema is spread
-- over machines this is the part that every machine has. The site finds a visitor's tenant here.
create table verified_hostnames (
  hostname text collate "C" not null,
  tenant_id text collate "C" not null,
  tenant_domain_id text collate "C" not null,
  primary key (hostname)
);

create table audiences (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  page_id text collate "C" not null,
  person_id text collate "C",
  -- The account it is for, or the one its person belongs to at present.
  account_id text collate "C",
  person_route_key text collate "C",
  custom_name text,
  custom_name_folded text collate "C",
  custom_search_text text,
  computed_name text not null,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  action_form_id_override text,
  action_form_instructions_override text,
  action_url_override text,
  supplementary_context text,
  flags text[] default '{}'::text[] not null,
  archived_at timestamptz,
  created_at timestamptz default now() not null,
  -- An audience is shown once one of its versions has been published by somebody who may; its first version alone is not.
  live_at timestamptz,
  -- Since when releases of the page leave an audience alone.
  detached_at timestamptz,
  recipient_name text,
  recipient_logo_asset_id text collate "C",
  constraint audiences_check check (((person_id is null) = (person_route_key is null))),
  constraint audiences_check1 check ((num_nulls(custom_name, custom_name_folded, custom_search_text) = any (array[0, 3]))),
  constraint audiences_flags_check check (((flags = '{}'::text[]) or (flags = '{home_page}'::text[]))),
  constraint audiences_person_route_key_check check ((person_route_key ~ '^[0-9a-z]{10}([0-9a-z]{6})?$')),
  constraint audiences_account foreign key (tenant_id, account_id) references accounts(tenant_id, account_id),
  constraint audiences_person foreign key (tenant_id, person_id) references persons(tenant_id, person_id) on delete cascade,
  constraint audiences_recipient_logo foreign key (tenant_id, recipient_logo_asset_id) references assets(tenant_id, asset_id),
  foreign key (tenant_id, page_id) references pages(tenant_id, page_id),
  primary key (tenant_id, audience_id)
);
alter table audiences alter column name_folded set statistics 1000, alter column search_text set statistics 1000;
create unique index audiences_home on audiences (tenant_id, page_id) where (flags = '{home_page}'::text[]);
create index audiences_in_name on audiences using gin (tenant_id, name_folded gin_trgm_ops) WITH (fastupdate=off) where (archived_at is null);
create index audiences_in_text on audiences using gin (tenant_id, search_text gin_trgm_ops) WITH (fastupdate=off) where (archived_at is null);
create index audiences_name on audiences (tenant_id, name_folded, audience_id) where (archived_at is null);
create index audiences_newest on audiences (tenant_id, audience_id) where (archived_at is null);
create index audiences_newest_of_account on audiences (tenant_id, account_id, audience_id) where ((account_id is not null) and (archived_at is null));
create index audiences_newest_of_person on audiences (tenant_id, person_id, audience_id) where ((person_id is not null) and (archived_at is null));
create index audiences_of_account on audiences (tenant_id, account_id) where (account_id is not null);
create index audiences_of_everyone on audiences (tenant_id, page_id, audience_id) where ((person_id is null) and (account_id is null) and (archived_at is null));
create index audiences_of_person on audiences (tenant_id, person_id) where (person_id is not null);
create index audiences_page on audiences (tenant_id, page_id, audience_id) where (archived_at is null);
create index audiences_page_archived on audiences (tenant_id, page_id, audience_id) where (archived_at is not null);
create unique index audiences_route_key on audiences (tenant_id, person_route_key) where (person_route_key is not null);

-- What versions show, stored once for all that show the same: a million audiences that still have the page's own
-- document have one row here.
create table version_documents (
  tenant_id text collate "C" not null,
  hash text collate "C" not null,
  document jsonb not null,
  -- Metadata become part of a version's document. Kept apart here as well, so that lists do not read whole documents.
  metadata jsonb generated always as ((document -> 'metadata')) stored,
  primary key (tenant_id, hash)
);

create table versions (
  tenant_id text collate "C" not null,
  version_id text collate "C" not null,
  audience_id text collate "C" not null,
  version_number bigint not null,
  status text not null,
  is_new_page_agent boolean default false not null,
  supplementary_context text,
  document_hash text collate "C",
  queue_duration_ms bigint,
  created_at timestamptz not null,
  queued_at timestamptz,
  became_draft_at timestamptz,
  published_at timestamptz,
  cancelled_at timestamptz,
  obsolete_at timestamptz,
  archived_at timestamptz,
  -- What an audience's document was made from: the page's document with its placeholders filled in, as it was then, and
  -- the number of its revision. A release compares it with the page of today.
  base_hash text collate "C",
  base_revision integer,
  constraint versions_base_check check ((num_nulls(document_hash, base_hash, base_revision) = any (array[0, 3]))),
  constraint versions_base_revision_check check ((base_revision > 0)),
  constraint versions_check check (((status = any (array['draft', 'published', 'archived'])) = (document_hash is not null))),
  constraint versions_check1 check (((status = any (array['draft', 'published', 'archived'])) = (became_draft_at is not null))),
  constraint versions_check2 check (((status <> ALL (array['published', 'archived'])) or (published_at is not null))),
  constraint versions_check3 check (((status = 'archived') = (archived_at is not null))),
  constraint versions_check4 check (((status = 'cancelled') = (cancelled_at is not null))),
  constraint versions_check5 check (((status <> 'pending') or (queued_at is null))),
  constraint versions_check6 check (((status <> 'published') or (obsolete_at is null))),
  constraint versions_status_check check ((status = any (array['pending', 'queued', 'processing', 'draft', 'published', 'archived', 'cancelled']))),
  constraint versions_version_number_check check ((version_number > 0)),
  constraint versions_base foreign key (tenant_id, base_hash) references version_documents(tenant_id, hash),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  foreign key (tenant_id, document_hash) references version_documents(tenant_id, hash),
  primary key (tenant_id, version_id),
  constraint versions_number unique (tenant_id, audience_id, version_number)
);
create index versions_base_hash on versions (tenant_id, base_hash) where (base_hash is not null);
create index versions_document on versions (tenant_id, document_hash) where (document_hash is not null);
create unique index versions_published on versions (tenant_id, audience_id) where (status = 'published');
create unique index versions_running on versions (tenant_id, audience_id) where (status = any (array['queued', 'processing']));
create index versions_unfinished on versions (tenant_id, audience_id, version_number) where (status = any (array['pending', 'queued', 'processing']));

-- Every publishing that came with a key. Apart from the version, which may be published many times: an old request
-- that comes again must find its key, or it would roll the audience back.
create table version_publications (
  tenant_id text collate "C" not null,
  operation_key text collate "C" not null,
  version_id text collate "C" not null,
  created_at timestamptz default now() not null,
  foreign key (tenant_id, version_id) references versions(tenant_id, version_id) on delete cascade,
  primary key (tenant_id, operation_key)
);
create index version_publications_version on version_publications (tenant_id, version_id);

create table page_links (
  tenant_id text collate "C" not null,
  page_link_id text collate "C" not null,
  -- Null on the tenant's own subdomain.
  tenant_domain_id text collate "C",
  -- The same without null, for which an index knows no order.
  domain_key text collate "C" generated always as (COALESCE(tenant_domain_id, '')) stored not null,
  path text collate "C" not null,
  audience_id text collate "C" not null,
  -- The page of the audience, which never changes: links are listed by it.
  page_id text collate "C" not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  -- Audiences that a link led to before. Erasing a person also erases removed links and events that name them in a path.
  former_audience_ids text[] default '{}'::text[] not null,
  constraint page_links_path_check check (((path ~ '^/') and (octet_length(path) <= 1024))),
  constraint page_links_audience foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  foreign key (tenant_id) references tenants(tenant_id),
  foreign key (tenant_id, tenant_domain_id) references tenant_domains(tenant_id, tenant_domain_id),
  primary key (tenant_id, page_link_id)
);
create index page_links_former_audiences on page_links (tenant_id) where (former_audience_ids <> '{}'::text[]);
create index page_links_of_audience on page_links (tenant_id, audience_id);
create index page_links_of_domain on page_links (tenant_id, domain_key, page_link_id) where (deleted_at is null);
create index page_links_of_page on page_links (tenant_id, page_id, domain_key, page_link_id) where (deleted_at is null);
create unique index page_links_path on page_links (tenant_id, domain_key, path) where (deleted_at is null);

-- What makes a visitor of an address and a browser, for one day. Without its salt nobody can tell who a visitor was,
-- so salts live for 48 hours.
create table visit_salts (
  day date not null,
  salt bytea not null,
  primary key (day)
);

-- One visitor's stays on one audience, less than 30 minutes apart.
--
-- `number` counts a visitor's sessions, so that two nodes that see the same visitor come can't both begin one.
-- `revision` goes up with every change: who writes on top of another revision than it read starts over.
-- `stay_id` is the one stay that nearly every session consists of; its numbers are those of the session.
-- `visitor` and `stay_id` are forgotten after two days: reports come within one.
--
-- The tables of visits have no foreign keys. A key to the audience would be checked for every row; instead the
-- audiences of a whole batch are held by one statement, and a trigger on audiences does the rest. A page is filled
-- to 60%, as a session changes with every report and keeps its index entries while there is room in its page.
create table visit_sessions (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  audience_id text collate "C" not null,
  session_id uuid not null,
  started_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  verdict text collate "C" not null,
  reason text,
  visitor uuid,
  number integer not null,
  stay_id uuid,
  views bigint not null,
  visible_ms bigint not null,
  scroll smallint not null,
  interactions bigint not null,
  action_clicks bigint not null,
  form_submits bigint not null,
  revision integer default 1 not null,
  -- Where a visit came from and with what kind of device: `{referrer, utm, device, browser, os, country}`, each where it is
  -- known. Null for sessions from before this migration.
  origin jsonb,
  -- The actions that were clicked, in order. Null when none was.
  clicked_actions jsonb,
  -- True while a `visit.ended` event is still to be written for the session. Only sessions of tenants that subscribe to it
  -- are marked, so the index holds the open sessions of those tenants and nothing else. It is on the start of a session, which
  -- reports do not move: updates of `last_seen_at_ms` leave the index alone.
  awaits_end boolean default false not null,
  constraint visit_sessions_check check (((verdict = 'human') = (reason is null))),
  primary key (tenant_id, audience_id, started_at_ms, session_id)
) with (fillfactor = 60);
create index visit_sessions_age on visit_sessions using brin (tenant_id, started_at_ms) WITH (autosummarize='on');
create index visit_sessions_awaiting_end on visit_sessions (tenant_id, started_at_ms) where awaits_end;
create index visit_sessions_page on visit_sessions (tenant_id, page_id, started_at_ms) where (verdict = 'human');
create index visit_sessions_stay on visit_sessions (tenant_id, stay_id, number) where (stay_id is not null);
create unique index visit_sessions_visitor on visit_sessions (tenant_id, visitor, audience_id, verdict, number) where (visitor is not null);

-- The stays of sessions that consist of several: the largest of every number that their reports have brought.
create table visit_stays (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  stay_id uuid not null,
  verdict text collate "C" not null,
  visitor uuid not null,
  started_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  views bigint not null,
  visible_ms bigint not null,
  scroll smallint not null,
  interactions bigint not null,
  action_clicks bigint not null,
  form_submits bigint not null,
  revision integer default 1 not null,
  primary key (tenant_id, stay_id, audience_id, verdict)
) with (fillfactor = 66);
create index visit_stays_age on visit_stays using brin (tenant_id, started_at_ms) WITH (autosummarize='on');

-- What all human sessions that started in an hour come to, for each audience and (audience '') for the page, which has
-- days too. Kept by the transaction that changes a session, so it is right at any moment, also when a report comes late.
create table visit_figures (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  audience_id text collate "C" not null,
  grain text collate "C" not null,
  starts_at_ms bigint not null,
  sessions bigint not null,
  bounces bigint not null,
  interactions bigint not null,
  scroll bigint not null,
  visible_ms bigint not null,
  conversions bigint not null,
  form_sessions bigint not null,
  constraint visit_figures_grain_check check ((grain = any (array['hour', 'day']))),
  primary key (tenant_id, page_id, audience_id, grain, starts_at_ms)
) with (fillfactor = 70);

create table form_submissions (
  tenant_id text collate "C" not null,
  submission_id text collate "C" not null,
  page_id text collate "C" not null,
  audience_id text collate "C" not null,
  version_id text collate "C" not null,
  form_id text collate "C" not null,
  fields json not null,
  fingerprint bytea not null,
  created_at timestamptz default now() not null,
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  primary key (tenant_id, submission_id),
  constraint form_submissions_once unique (tenant_id, fingerprint)
);
create index form_submissions_audience on form_submissions (tenant_id, audience_id);
create index form_submissions_page on form_submissions (tenant_id, page_id, submission_id);

-- The conversation of an audience: what people asked for, and what the agent said and did.
create table messages (
  tenant_id text collate "C" not null,
  message_id text collate "C" not null,
  audience_id text collate "C" not null,
  -- The version that the message began, or that the answer belongs to.
  version_id text collate "C" not null,
  author text not null,
  text text not null,
  client_message_id text collate "C",
  fingerprint bytea,
  selected_element json,
  -- What became of a run: kept with the agent's answer.
  outcome text,
  operations json,
  duration_ms integer,
  input_tokens integer,
  output_tokens integer,
  created_at timestamptz default clock_timestamp() not null,
  -- Which language model answered, as provider:name; null for the built-in agent and for what people say.
  model text,
  -- Messages that an agent offers with its answer: what the person probably meant.
  suggestions text[] default '{}'::text[] not null,
  constraint messages_author_check check ((author = any (array['user', 'agent']))),
  constraint messages_check check (((author = 'user') = (client_message_id is not null))),
  constraint messages_check1 check (((author = 'agent') = (outcome is not null))),
  constraint messages_outcome_check check ((outcome = any (array['drafted', 'nothing_changed', 'interrupted', 'failed']))),
  constraint messages_suggestions_check check ((cardinality(suggestions) <= 3)),
  foreign key (tenant_id, version_id) references versions(tenant_id, version_id) on delete cascade,
  primary key (tenant_id, message_id)
);
create index messages_audience on messages (tenant_id, audience_id, message_id);
create unique index messages_client on messages (tenant_id, audience_id, client_message_id) where (client_message_id is not null);
create index messages_version on messages (tenant_id, version_id);

-- What happens in a run, as it happens, for those who watch; forgotten after an hour.
create table run_events (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  event_id bigint not null generated always as identity,
  version_id text collate "C" not null,
  type text not null,
  data json not null,
  created_at timestamptz default now() not null,
  constraint run_events_type_check check ((type = any (array['text', 'operation', 'suggestions', 'status', 'error']))),
  foreign key (tenant_id, version_id) references versions(tenant_id, version_id) on delete cascade,
  primary key (tenant_id, audience_id, event_id)
);
create index run_events_version on run_events (tenant_id, version_id);

-- A cookie names its tenant and holds a secret; only the hash of the whole is kept. The session has what its key has,
-- for as long as the key has it.
create table console_sessions (
  tenant_id text collate "C" not null,
  hash bytea not null,
  key_id text collate "C" not null,
  created_at timestamptz default now() not null,
  renewed_at timestamptz default now() not null,
  expires_at timestamptz not null,
  foreign key (tenant_id, key_id) references api_keys(tenant_id, key_id),
  primary key (tenant_id, hash)
);

-- Links that sign somebody in. Using one removes it, so of several who try at once one gets in.
create table console_codes (
  tenant_id text collate "C" not null,
  hash bytea not null,
  key_id text collate "C" not null,
  expires_at timestamptz not null,
  foreign key (tenant_id, key_id) references api_keys(tenant_id, key_id),
  primary key (tenant_id, hash)
);

-- The address the service found itself at when it last started, for commands that print addresses: the port may be
-- another than the settings name.
create table service_address (
  is_only boolean default true not null,
  url text not null,
  constraint service_address_is_only_check check (is_only),
  primary key (is_only)
);

-- Audiences made many at a time. A batch is worked off in steps, each a transaction that holds the batch's row: a
-- worker that dies lets go of it, and the step it was at never happened.
create table batches (
  tenant_id text collate "C" not null,
  batch_id text collate "C" not null,
  page_id text collate "C" not null,
  status text default 'running' not null,
  message text,
  csv_file_id text collate "C",
  -- Which column of the file was read as what.
  columns json,
  total_rows integer default 0 not null,
  -- The last row that was taken up; those after it wait.
  cursor integer default 0 not null,
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz default now() not null,
  finished_at timestamptz,
  -- What a message comes to for every row alike, worked out once when the batch is accepted; null where it depends on the row.
  plan json,
  constraint batches_check check (((idempotency_key is null) = (fingerprint is null))),
  constraint batches_check1 check (((status = any (array['finished', 'cancelled'])) = (finished_at is not null))),
  constraint batches_status_check check ((status = any (array['running', 'cancelling', 'finished', 'cancelled']))),
  foreign key (tenant_id, page_id) references pages(tenant_id, page_id),
  primary key (tenant_id, batch_id)
);
create unique index batches_key on batches (tenant_id, idempotency_key) where (idempotency_key is not null);
create index batches_page on batches (tenant_id, page_id, batch_id);
create index batches_unfinished on batches (tenant_id) where (finished_at is null);

create table batch_rows (
  tenant_id text collate "C" not null,
  batch_id text collate "C" not null,
  position integer not null,
  -- As a spreadsheet numbers them; null for what did not come from a file.
  csv_row integer,
  status text default 'waiting' not null,
  -- What to make of it. Emptied once that is done: whoever is erased later must not live on here.
  given json,
  reason text,
  person_id text collate "C",
  account_id text collate "C",
  audience_id text collate "C",
  version_id text collate "C",
  -- Stays when the audience is gone.
  has_made boolean default false not null,
  constraint batch_rows_check check (((status = 'waiting') = (given is not null))),
  constraint batch_rows_position_check check (("position" > 0)),
  constraint batch_rows_status_check check ((status = any (array['waiting', 'made', 'running', 'drafted', 'unchanged', 'failed', 'cancelled', 'repeated']))),
  foreign key (tenant_id, account_id) references accounts(tenant_id, account_id),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete set null (audience_id),
  foreign key (tenant_id, batch_id) references batches(tenant_id, batch_id),
  foreign key (tenant_id, person_id) references persons(tenant_id, person_id) on delete set null (person_id),
  primary key (tenant_id, batch_id, "position")
);
create index batch_rows_account on batch_rows (tenant_id, account_id, batch_id) where (account_id is not null);
create index batch_rows_audience on batch_rows (tenant_id, audience_id) where (audience_id is not null);
create index batch_rows_person on batch_rows (tenant_id, person_id, batch_id) where (person_id is not null);
create index batch_rows_status on batch_rows (tenant_id, batch_id, status, "position");

-- Which agent a tenant chose. Without a row it is the service's. A model's key is encrypted; the database has no key to it.
create table agent_settings (
  tenant_id text collate "C" not null,
  choice text not null,
  provider text,
  model text,
  base_url text,
  encrypted_key bytea,
  updated_at timestamptz default now() not null,
  constraint agent_settings_check check (((choice = 'model') = ((provider is not null) and (model is not null)))),
  constraint agent_settings_check1 check (((choice = 'model') or ((base_url is null) and (encrypted_key is null)))),
  constraint agent_settings_choice_check check ((choice = any (array['builtin', 'model']))),
  constraint agent_settings_provider_check check ((provider = any (array['anthropic', 'openai', 'openai-compatible']))),
  foreign key (tenant_id) references tenants(tenant_id) on delete cascade,
  primary key (tenant_id)
);

-- Written to show that the database takes writes; a read would not notice a full disk or a standby.
create table readiness (
  is_only boolean default true not null,
  checked_at timestamptz default now() not null,
  -- Writing this takes new pages of the table, as it is neither compressed nor kept in the row: it fails on a full disk.
  filler text,
  constraint readiness_is_only_check check (is_only),
  primary key (is_only)
);
alter table readiness alter column filler set storage external;
insert into readiness default values;

-- A first start is over when its key has been shown; one that was cut short is finished by the next.
create table first_start (
  is_only boolean default true not null,
  key_id text,
  completed_at timestamptz,
  constraint first_start_is_only_check check (is_only),
  primary key (is_only)
);

-- The document of a page keeps its history: every change is a new revision. While somebody edits, their saves go into
-- the revision of their sitting.
create table page_revisions (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  revision integer not null,
  document jsonb not null,
  hash text collate "C" not null,
  note text,
  key_id text collate "C",
  sitting text collate "C",
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint page_revisions_revision_check check ((revision > 0)),
  foreign key (tenant_id, key_id) references api_keys(tenant_id, key_id),
  foreign key (tenant_id, page_id) references pages(tenant_id, page_id),
  primary key (tenant_id, page_id, revision)
);

-- How an audience stands to the newest revision of its page. Worked out when somebody asks; `key` names everything it
-- was worked out from, so a row whose key is another one is out of date.
create table audience_base_states (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  page_id text collate "C" not null,
  key text collate "C" not null,
  state text not null,
  -- Blocks of the page that the audience has in another form, or not at all.
  changed_blocks text[] not null,
  constraint audience_base_states_state_check check ((state = any (array['current', 'behind', 'conflicts']))),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  primary key (tenant_id, audience_id)
);
create index audience_base_states_page on audience_base_states (tenant_id, page_id);

-- What both the page and an audience changed, and what somebody decided about it.
create table audience_conflicts (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  conflict_id text collate "C" not null,
  page_id text collate "C" not null,
  kind text not null,
  place jsonb not null,
  was jsonb,
  base jsonb,
  audience jsonb,
  -- Hash of the three sides: a decision holds for these and no others.
  sides_hash text collate "C" not null,
  decision text,
  decided_text text,
  decided_at timestamptz,
  constraint audience_conflicts_check check (((decision is null) = (decided_at is null))),
  constraint audience_conflicts_check1 check (((not (decision is distinct from 'text')) = (decided_text is not null))),
  constraint audience_conflicts_decision_check check ((decision = any (array['keep', 'take', 'text']))),
  constraint audience_conflicts_kind_check check ((kind = any (array['changed', 'removedInBase', 'removedByAudience', 'moved']))),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  primary key (tenant_id, audience_id, conflict_id)
);
create index audience_conflicts_page on audience_conflicts (tenant_id, page_id, conflict_id, audience_id);

-- A release is worked off in steps, each a transaction that holds the row of the release: a worker that dies lets go of
-- it, and the step it was at never happened.
create table releases (
  tenant_id text collate "C" not null,
  release_id text collate "C" not null,
  page_id text collate "C" not null,
  kind text not null,
  status text not null,
  revision integer,
  audiences jsonb not null,
  conflicts text not null,
  publish boolean not null,
  dry_run boolean not null,
  note text,
  publish_at timestamptz,
  -- The audiences up to this one have a row.
  selected_through text collate "C" default '' not null,
  is_selected boolean default false not null,
  total_rows integer default 0 not null,
  -- The last row that was worked on; those after it wait. The same for undoing.
  cursor integer default 0 not null,
  undo_cursor integer default 0 not null,
  -- Rows by what became of them.
  counts jsonb default '{}'::jsonb not null,
  undo_counts jsonb default '{}'::jsonb not null,
  operation_key text collate "C",
  fingerprint bytea,
  key_id text collate "C",
  created_at timestamptz default now() not null,
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  constraint releases_check check (((kind = 'base') = (revision is not null))),
  constraint releases_check1 check (((operation_key is null) = (fingerprint is null))),
  constraint releases_check2 check (((status = any (array['scheduled', 'running', 'cancelling'])) = (finished_at is null))),
  constraint releases_check3 check (((status = 'undone') = (undone_at is not null))),
  constraint releases_conflicts_check check ((conflicts = any (array['skip', 'keep', 'take', 'decided']))),
  constraint releases_kind_check check ((kind = any (array['base', 'drafts']))),
  constraint releases_status_check check ((status = any (array['scheduled', 'running', 'cancelling', 'finished', 'cancelled', 'undoing', 'undone']))),
  foreign key (tenant_id, key_id) references api_keys(tenant_id, key_id),
  foreign key (tenant_id, page_id) references pages(tenant_id, page_id),
  primary key (tenant_id, release_id)
);
create index releases_dry_run on releases (tenant_id, created_at) where dry_run;
create unique index releases_key on releases (tenant_id, operation_key) where (operation_key is not null);
create index releases_page on releases (tenant_id, page_id, release_id) where (not dry_run);

create table release_rows (
  tenant_id text collate "C" not null,
  release_id text collate "C" not null,
  position integer not null,
  audience_id text collate "C",
  status text default 'waiting' not null,
  reason text,
  -- What it was made from, what was made, and what visitors saw before.
  from_version_id text collate "C",
  version_id text collate "C",
  previous_version_id text collate "C",
  was_live boolean default false not null,
  changes integer,
  conflict_count integer,
  is_personalised boolean default false not null,
  undo text,
  settled_at timestamptz,
  constraint release_rows_position_check check (("position" > 0)),
  constraint release_rows_status_check check ((status = any (array['waiting', 'published', 'drafted', 'unchanged', 'conflicts', 'detached', 'overtaken', 'blocked', 'failed', 'cancelled']))),
  constraint release_rows_undo_check check ((undo = any (array['undone', 'overtaken']))),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete set null (audience_id),
  foreign key (tenant_id, release_id) references releases(tenant_id, release_id) on delete cascade,
  primary key (tenant_id, release_id, "position")
);
create unique index release_rows_audience on release_rows (tenant_id, audience_id, release_id) where (audience_id is not null);
create index release_rows_status on release_rows (tenant_id, release_id, status, "position");

-- One queue for all background work. A claim moves due_at to the end of its lease, so a job whose worker died is simply due
-- again. A job is deleted when it is done; one that failed for good stays, never due, for two weeks.
create table jobs (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  group_key text collate "C" default '' not null,
  data jsonb default '{}'::jsonb not null,
  due_at timestamptz default now() not null,
  fence bigint default nextval('job_fences'::regclass) not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamptz default now() not null,
  failed_at timestamptz,
  primary key (tenant_id, kind, key)
);
create index jobs_due on jobs (tenant_id, kind, group_key, due_at);
create index jobs_failed on jobs (tenant_id, failed_at) where (failed_at is not null);
create unique index jobs_fence on jobs (fence);

-- What is to be done to a page at a time: publish a version or the page, take an audience or the page down.
create table schedules (
  tenant_id text collate "C" not null,
  schedule_id text collate "C" not null,
  page_id text collate "C" not null,
  action text not null,
  audience_id text collate "C",
  version_id text collate "C",
  run_at timestamptz not null,
  status text default 'scheduled' not null,
  reason text,
  key_id text collate "C",
  created_at timestamptz default now() not null,
  finished_at timestamptz,
  constraint schedules_action_check check ((action = any (array['publishVersion', 'publishPage', 'archiveAudience', 'archivePage']))),
  constraint schedules_check check (((action = any (array['publishVersion', 'archiveAudience'])) = (audience_id is not null))),
  constraint schedules_check1 check (((action = 'publishVersion') = (version_id is not null))),
  constraint schedules_check2 check (((status = 'scheduled') = (finished_at is null))),
  constraint schedules_status_check check ((status = any (array['scheduled', 'done', 'failed', 'cancelled']))),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  foreign key (tenant_id, key_id) references api_keys(tenant_id, key_id),
  foreign key (tenant_id, page_id) references pages(tenant_id, page_id),
  foreign key (tenant_id, version_id) references versions(tenant_id, version_id) on delete cascade,
  primary key (tenant_id, schedule_id)
);
create index schedules_audience on schedules (tenant_id, audience_id) where (audience_id is not null);
create index schedules_page on schedules (tenant_id, page_id, schedule_id);
create index schedules_version on schedules (tenant_id, version_id) where (version_id is not null);

-- What stands between a link and its page: a password, a limit of visits, an end. Links without a row are open.
create table page_link_gates (
  tenant_id text collate "C" not null,
  page_link_id text collate "C" not null,
  -- scrypt, with its salt.
  password_hash text,
  expires_at timestamptz,
  visit_limit integer,
  visits integer default 0 not null,
  -- Raised with every change, which ends the passes that were given out.
  revision integer default 1 not null,
  constraint page_link_gates_visit_limit_check check ((visit_limit > 0)),
  constraint page_link_gates_visits_check check ((visits >= 0)),
  foreign key (tenant_id) references tenants(tenant_id),
  foreign key (tenant_id, page_link_id) references page_links(tenant_id, page_link_id) on delete cascade,
  primary key (tenant_id, page_link_id)
);

-- What visitors did that somebody wants to know at once. The dedupe key keeps repeats out: a first visit is told once for an
-- account, a return or a click once an hour.
create table notices (
  tenant_id text collate "C" not null,
  notice_id text collate "C" not null,
  kind text collate "C" not null,
  dedupe_key text collate "C" not null,
  audience_id text collate "C" not null,
  page_id text collate "C" not null,
  action_id text,
  submission_id text collate "C",
  created_at timestamptz default now() not null,
  constraint notices_kind_check check ((kind = any (array['first_visit', 'return_visit', 'click', 'form']))),
  foreign key (tenant_id, audience_id) references audiences(tenant_id, audience_id) on delete cascade,
  primary key (tenant_id, notice_id),
  constraint notices_once unique (tenant_id, dedupe_key)
);
create index notices_age on notices using brin (tenant_id, created_at);
create index notices_audience on notices (tenant_id, audience_id);

-- Up to where each key has read the notices.
create table notice_reads (
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  read_up_to text collate "C" not null,
  foreign key (tenant_id, key_id) references api_keys(tenant_id, key_id) on delete cascade,
  primary key (tenant_id, key_id)
);

-- Where notices are sent to besides the console. `page_ids` null: notices of all pages. The address of an incoming webhook is a
-- secret and encrypted.
create table notice_channels (
  tenant_id text collate "C" not null,
  channel_id text collate "C" not null,
  kind text collate "C" not null,
  recipients text[] default '{}'::text[] not null,
  encrypted_url bytea,
  url_hint text,
  kinds text[] not null,
  page_ids text[],
  pace text collate "C" not null,
  active boolean default true not null,
  last_sent_at timestamptz,
  failing_since timestamptz,
  last_error text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint notice_channels_check check (((kind = 'email') = (encrypted_url is null))),
  constraint notice_channels_kind_check check ((kind = any (array['email', 'slack', 'teams']))),
  constraint notice_channels_pace_check check ((pace = any (array['instant', 'hourly', 'daily']))),
  foreign key (tenant_id) references tenants(tenant_id),
  primary key (tenant_id, channel_id)
);

-- Notices that a channel has not sent yet.
create table notice_outbox (
  tenant_id text collate "C" not null,
  channel_id text collate "C" not null,
  notice_id text collate "C" not null,
  foreign key (tenant_id, channel_id) references notice_channels(tenant_id, channel_id) on delete cascade,
  foreign key (tenant_id, notice_id) references notices(tenant_id, notice_id) on delete cascade,
  primary key (tenant_id, channel_id, notice_id)
);
create index notice_outbox_notice on notice_outbox (tenant_id, notice_id);
