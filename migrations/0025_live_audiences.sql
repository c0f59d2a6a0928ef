-- An audience is shown once one of its versions has been published by somebody who may; its first version alone is not.
alter table audiences add column live_at timestamptz;
-- Until now every audience was shown as soon as it was made.
update audiences set live_at = created_at;

-- New route keys have 16 characters; those of 10 stay valid until they are rotated.
alter table audiences drop constraint audiences_person_route_key_check;
alter table audiences add constraint audiences_person_route_key_check
  check (person_route_key ~ '^[0-9a-z]{10}([0-9a-z]{6})?$');

drop trigger audiences_tell_site on audiences;
create trigger audiences_tell_site after update on audiences for each row
  when ((old.flags, old.archived_at, old.live_at, old.action_url_override, old.action_form_id_override,
      old.person_route_key, old.person_id, old.account_id) is distinct from
    (new.flags, new.archived_at, new.live_at, new.action_url_override, new.action_form_id_override,
      new.person_route_key, new.person_id, new.account_id))
  execute function tell_of_audience();

-- A verified domain is asked again every day; one that fails for longer than the grace time is no longer served.
alter table tenant_domains
  add column checked_at timestamptz,
  add column failing_since timestamptz;
create index tenant_domains_to_check on tenant_domains (tenant_id, checked_at)
  where verified_at is not null and deleted_at is null;
