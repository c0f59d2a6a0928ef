-- A list of the console with its filters and its sort, by name. The whole tenant has them.
create table saved_views (
  tenant_id text collate "C" not null references tenants (tenant_id),
  view_id text collate "C" not null,
  list text collate "C" not null,
  name text not null,
  search text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, view_id),
  constraint saved_views_name unique (tenant_id, list, name)
);
