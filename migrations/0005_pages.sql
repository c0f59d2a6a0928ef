create table brands (
  tenant_id text collate "C" not null references tenants,
  brand_id text collate "C" not null,
  name text not null,
  primary_color text not null check (primary_color ~ '^#[0-9a-f]{6}$'),
  font text not null,
  logo_asset_id text collate "C",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, brand_id),
  foreign key (tenant_id, logo_asset_id) references assets
);
select tally('brands', '''brands''');

create table pages (
  tenant_id text collate "C" not null references tenants,
  page_id text collate "C" not null,
  brand_id text collate "C" not null,
  name text not null,
  name_folded text collate "C" not null,
  -- Audiences are found by it, too.
  search_text text collate "C" not null,
  title text not null,
  page_context text not null,
  page_type text not null check (page_type in ('inbound', 'outbound', 'call_followup', 'sales_deck', 'custom')),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  flags text[] not null check (flags in ('{}', '{home_page}')),
  actions jsonb not null,
  action_card_widgets jsonb not null,
  scripts jsonb not null,
  footer_links jsonb not null,
  header_action_id text,
  metadata jsonb,
  archived_at timestamptz check ((status = 'archived') = (archived_at is not null)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, page_id),
  foreign key (tenant_id, brand_id) references brands
);
-- Lists walk this one: deleted pages may outnumber the others and cost nothing.
create index pages_kept on pages (tenant_id, page_id) where deleted_at is null;
create index pages_of_status on pages (tenant_id, status, page_id) where deleted_at is null;
create index pages_of_type on pages (tenant_id, page_type, page_id) where deleted_at is null;
create index pages_by_name on pages (tenant_id, name_folded, page_id) where deleted_at is null;
create index pages_in_name on pages using gin (tenant_id, name_folded gin_trgm_ops)
  with (fastupdate = off) where deleted_at is null;
create index pages_in_text on pages using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = off) where deleted_at is null;
alter table pages alter column name_folded set statistics 1000, alter column search_text set statistics 1000;
create unique index pages_home on pages (tenant_id) where flags = '{home_page}' and deleted_at is null;
select tally('pages', '''pages''', 'deleted_at is null');
select tally('pages', '''pages:'' || status || '':'' || page_type', 'deleted_at is null');
select revise('pages', 'pages_revision');

-- Apart from the page, which is read far more often than the up to 512 KiB its audiences start from.
create table page_documents (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  document jsonb not null,
  hash text not null,
  primary key (tenant_id, page_id),
  foreign key (tenant_id, page_id) references pages
);

create table tenant_domains (
  tenant_id text collate "C" not null references tenants,
  tenant_domain_id text collate "C" not null,
  hostname text collate "C" not null,
  challenge text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, tenant_domain_id)
);
create index tenant_domains_kept on tenant_domains (tenant_id, tenant_domain_id) where deleted_at is null;
create unique index tenant_domains_hostname on tenant_domains (tenant_id, hostname) where deleted_at is null;
select tally('tenant_domains', '''tenant_domains''', 'deleted_at is null');

-- Who a host name belongs to: many may ask for one, whoever proves it first has it. A table of its own because a name
-- is unique among all tenants, which an index that begins with the tenant can't hold; where the schema is spread
-- over machines this is the part that every machine has. The site finds a visitor's tenant here.
create table verified_hostnames (
  hostname text collate "C" primary key,
  tenant_id text collate "C" not null,
  tenant_domain_id text collate "C" not null
);
