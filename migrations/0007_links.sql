create table page_links (
  tenant_id text collate "C" not null references tenants,
  page_link_id text collate "C" not null,
  -- Null on the tenant's own subdomain.
  tenant_domain_id text collate "C",
  -- The same without null, for which an index knows no order.
  domain_key text collate "C" not null generated always as (coalesce(tenant_domain_id, '')) stored,
  path text collate "C" not null check (path ~ '^/' and octet_length(path) <= 1024),
  audience_id text collate "C" not null,
  -- The page of the audience, which never changes: links are listed by it.
  page_id text collate "C" not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, page_link_id),
  foreign key (tenant_id, tenant_domain_id) references tenant_domains,
  constraint page_links_audience foreign key (tenant_id, audience_id) references audiences on delete cascade
);
-- One link a path, and how a visitor's address finds it.
create unique index page_links_path on page_links (tenant_id, domain_key, path) where deleted_at is null;
create index page_links_of_domain on page_links (tenant_id, domain_key, page_link_id) where deleted_at is null;
create index page_links_of_page on page_links (tenant_id, page_id, domain_key, page_link_id) where deleted_at is null;
create index page_links_of_audience on page_links (tenant_id, audience_id);
select tally('page_links', '''page_links:'' || domain_key', 'deleted_at is null');
select tally('page_links', '''page_links:'' || domain_key || '':'' || page_id', 'deleted_at is null');
