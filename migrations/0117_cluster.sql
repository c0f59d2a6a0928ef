-- contract since 1.0.0-rc.1: the type stays text, and no statement depends on its order.
-- Citus places the rows of a tenant together only if all columns with the tenant have one collation.
alter table mail_counts alter column tenant_id type text collate "C";

-- As before, but with the time among the inserted values: Citus accepts no now() in `do update`.
create or replace function chain_audit_events(tenant text, ids text[], first_number bigint, hashes bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  insert into audit_heads as h (tenant_id, number, hash, chained_at)
  values (tenant, first_number + cardinality(ids) - 1, hashes[cardinality(hashes)], now())
  on conflict (tenant_id) do update set number = excluded.number, hash = excluded.hash, chained_at = excluded.chained_at
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
