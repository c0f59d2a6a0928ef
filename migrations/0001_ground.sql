-- What everything else stands on. `collate "C"` makes ids compare by byte, as the base32 in them sorts.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table secrets (
  name text primary key,
  value bytea not null
);

create table tenants (
  tenant_id text collate "C" primary key,
  slug text not null constraint tenants_slug unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  created_at timestamptz not null default now()
);

create table api_keys (
  tenant_id text collate "C" not null references tenants,
  key_id text collate "C" not null,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'write', 'publish', 'admin'] and scopes <> '{}'),
  hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, key_id)
);
-- A request names its key and nothing else, so this look-up alone comes without a tenant.
create index api_keys_hash on api_keys (hash) where revoked_at is null;

-- How many rows a list has, without counting them: every change adds its difference here, in its own transaction
-- and without a lock, and a job folds the differences together. The sum is exact at any moment.
create table tallies (
  tenant_id text collate "C" not null,
  scope text collate "C" not null,
  difference bigint not null
);
create index tallies_scope on tallies (tenant_id, scope) include (difference);

-- Keeps the tallies of a table. Arguments: an expression for the scope, and a condition on the rows that count.
create function keep_tally() returns trigger language plpgsql as $$
declare
  scope text := tg_argv[0];
  counted text := coalesce(tg_argv[1], 'true');
  part constant text := 'select tenant_id, (%s)::text as scope, %s as change from %s where %s';
begin
  execute format(
    'insert into tallies (tenant_id, scope, difference)
     select tenant_id, scope, sum(change) from (%s) as changes group by tenant_id, scope having sum(change) <> 0',
    case tg_op
      when 'INSERT' then format(part, scope, '1', 'new_rows', counted)
      when 'DELETE' then format(part, scope, '-1', 'old_rows', counted)
      else format(part, scope, '1', 'new_rows', counted) || ' union all ' || format(part, scope, '-1', 'old_rows', counted)
    end);
  return null;
end $$;

-- Statement-level triggers may not share transition tables, so each verb has its own.
create function tally(of_table regclass, scope text, counted text default 'true') returns void language plpgsql as $$
declare
  name text := of_table::text || '_tally_' || substr(md5(scope || counted), 1, 6);
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function keep_tally(%L, %L)', name || '_insert', of_table, scope, counted);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function keep_tally(%L, %L)', name || '_update', of_table, scope, counted);
  execute format('create trigger %I after delete on %s referencing old table as old_rows
    for each statement execute function keep_tally(%L, %L)', name || '_delete', of_table, scope, counted);
end $$;

select tally('api_keys', '''api_keys''', 'revoked_at is null');

-- Requests counted a minute, shared between nodes. Losing them in a crash costs nothing.
create unlogged table rate_counts (
  minute bigint not null,
  key_id text collate "C" not null,
  count int not null,
  primary key (minute, key_id)
);
