-- A file's bytes are stored beside the database, under its id. The row comes first and goes last, so that there are
-- never bytes that no row knows of.
create table files (
  tenant_id text collate "C" not null references tenants,
  file_id text collate "C" not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  width int,
  height int,
  -- Bytes of the small picture of it, where there is one.
  preview_size int,
  created_at timestamptz not null default now(),
  -- The bytes are where they belong.
  stored_at timestamptz,
  -- Something came to use the file; one that nothing uses is removed after a day.
  used_at timestamptz,
  -- Nothing may use the file any more, and its bytes are to go.
  removed_at timestamptz,
  -- The bytes are gone.
  erased_at timestamptz,
  primary key (tenant_id, file_id)
);
create index files_unused on files (tenant_id, created_at) where used_at is null and removed_at is null;
create index files_to_erase on files (tenant_id, removed_at) where removed_at is not null and erased_at is null;

create table assets (
  tenant_id text collate "C" not null references tenants,
  asset_id text collate "C" not null,
  type text not null check (type in ('image', 'logo', 'icon', 'video', 'custom-component')),
  name text not null,
  purpose text not null,
  tags text[] not null default '{}',
  ai_description text,
  parent_asset_id text collate "C",
  hidden boolean not null default false,
  file_id text collate "C" not null,
  has_preview boolean not null,
  idempotency_key text,
  fingerprint bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  trashed_at timestamptz,
  deleted_at timestamptz,
  listed boolean not null generated always as (not hidden and trashed_at is null and deleted_at is null) stored,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  primary key (tenant_id, asset_id),
  foreign key (tenant_id, file_id) references files,
  foreign key (tenant_id, parent_asset_id) references assets,
  constraint assets_idempotency_key unique (tenant_id, idempotency_key)
);
create index assets_of_file on assets (tenant_id, file_id) where deleted_at is null;

-- Search. New rows go straight into the index: a list of pending ones would be read by every search.
create index assets_newest on assets (tenant_id, asset_id) where listed;
create index assets_newest_of_type on assets (tenant_id, type, asset_id) where listed;
create index assets_by_name on assets (tenant_id, name_folded, asset_id) where listed;
create index assets_in_name on assets using gin (tenant_id, name_folded gin_trgm_ops) with (fastupdate = off) where listed;
create index assets_in_text on assets using gin (tenant_id, search_text gin_trgm_ops) with (fastupdate = off) where listed;
-- How common a word is decides how it is looked for; a hundred samples tell too little.
alter table assets alter column name_folded set statistics 200, alter column search_text set statistics 200;

select tally('assets', '''assets:'' || type', 'listed');

-- Counts the statements that changed a tenant's rows of a table, as a tally. Numbers derived from those rows hold for
-- as long as this one stays the same.
create function keep_revision() returns trigger language plpgsql as $$
begin
  insert into tallies (tenant_id, scope, difference)
  select distinct tenant_id, tg_argv[0], 1 from changed_rows;
  return null;
end $$;

create function revise(of_table regclass, scope text) returns void language plpgsql as $$
declare
  verb text;
  which text;
begin
  for verb, which in values ('insert', 'new'), ('update', 'new'), ('delete', 'old') loop
    execute format('create trigger %I after %s on %s referencing %s table as changed_rows
      for each statement execute function keep_revision(%L)', of_table::text || '_revision_' || verb, verb, of_table, which, scope);
  end loop;
end $$;

select revise('assets', 'assets_revision');
