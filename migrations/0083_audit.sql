-- Who changed what. Rows are only added: the service role may not update or delete them, and the functions below do the
-- three things that happen to a row later. `number` and `hash` are its place in the chain of its tenant, filled in after
-- the commit. `details` holds everything personal; it is hashed with `salt`, and both are removed when a person is erased.
create table audit_events (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'key', 'agent', 'visitor', 'system', 'provider')),
  -- The user, or the key if it belongs to no user.
  actor_id text collate "C",
  key_id text collate "C",
  model text,
  way text not null check (way in ('console', 'api', 'agent', 'release', 'schedule', 'batch', 'site', 'cli', 'provider')),
  action text collate "C" not null,
  object_id text collate "C",
  -- The person or audience that the details are about, if it is not the object.
  about_id text collate "C",
  request_id text,
  details json,
  salt bytea,
  details_digest bytea not null,
  xid xid8 not null default pg_current_xact_id(),
  number bigint,
  hash bytea,
  primary key (tenant_id, event_id)
);
create index audit_events_actor on audit_events (tenant_id, actor_id, event_id);
create index audit_events_action on audit_events (tenant_id, action, event_id);
create index audit_events_object on audit_events (tenant_id, object_id, event_id);
create index audit_events_about on audit_events (tenant_id, about_id) where about_id is not null;
-- Most rows are of the console and the API, so a list of those needs no index.
create index audit_events_way on audit_events (tenant_id, way, event_id) where way not in ('console', 'api');
create unique index audit_events_number on audit_events (tenant_id, number) where number is not null;
create index audit_events_unchained on audit_events (tenant_id, event_id) where number is null;

-- Both ends of each chain: the last row that has joined it, and the last one that was removed because of its age.
create table audit_heads (
  tenant_id text collate "C" primary key,
  number bigint not null,
  hash bytea not null,
  chained_at timestamptz not null default now(),
  removed_number bigint not null default 0,
  removed_hash bytea not null default '\x'
);

-- Gives rows their place at the end of the chain. A pass that another one has overtaken is retried.
create function chain_audit_events(tenant text, ids text[], first_number bigint, hashes bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  insert into audit_heads as h (tenant_id, number, hash)
  values (tenant, first_number + cardinality(ids) - 1, hashes[cardinality(hashes)])
  on conflict (tenant_id) do update set number = excluded.number, hash = excluded.hash, chained_at = now()
  where h.number = first_number - 1;
  get diagnostics changed = row_count;
  perform demand_rows(changed, 1);
  update audit_events e set number = first_number + given.place - 1, hash = given.hash
  from unnest(ids, hashes) with ordinality as given (id, hash, place)
  where e.tenant_id = tenant and e.event_id = given.id and e.number is null;
  get diagnostics changed = row_count;
  perform demand_rows(changed, cardinality(ids));
end
$$;

-- Removes the oldest rows of a chain, never one of the last 30 days. Returns their number.
create function forget_audit_events(tenant text, before timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_number bigint;
  last_hash bytea;
  removed bigint;
begin
  select e.number, e.hash into last_number, last_hash
  from (
    select o.number, o.hash, bool_and(o.at < least(before, now() - interval '30 days')) over (order by o.number) as is_old
    from (
      select number, hash, at from audit_events
      where tenant_id = tenant and number is not null order by number limit most) as o) as e
  where e.is_old order by e.number desc limit 1;
  if last_number is null then
    return 0;
  end if;
  delete from audit_events where tenant_id = tenant and number <= last_number;
  get diagnostics removed = row_count;
  update audit_heads set removed_number = last_number, removed_hash = last_hash where tenant_id = tenant;
  return removed;
end
$$;

-- Drops what rows say about these objects. Their hash in the chain stays valid.
create function erase_audit_details(tenant text, ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update audit_events set details = null, salt = null
  where tenant_id = tenant and object_id = any(ids) and salt is not null;
  update audit_events set details = null, salt = null
  where tenant_id = tenant and about_id = any(ids) and salt is not null;
end
$$;
