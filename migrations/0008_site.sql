-- Nodes keep pages they have rendered, and are told in the transaction of a change what to forget: by triggers, so that
-- no way of changing something can leave it out. A notice is `<tenant>`, `<tenant>/<id>` of a page or audience, or
-- `<tenant>/<path>` of a link, which begins with a slash itself. What is new and was never shown is told of only where it
-- can stand in front of something else: nodes do not keep that something is not there.
create function tell_site(tenant_id text, subject text default '') returns void language sql as
  $$ select pg_notify('site_changed', tenant_id || case subject when '' then '' else '/' || subject end) $$;

create function tell_of_tenant() returns trigger language plpgsql as $$
begin
  perform tell_site(coalesce(new.tenant_id, old.tenant_id));
  return null;
end $$;

create function tell_of_audience() returns trigger language plpgsql as $$
begin
  perform tell_site(coalesce(new.tenant_id, old.tenant_id), coalesce(new.audience_id, old.audience_id));
  return null;
end $$;

create function tell_of_page() returns trigger language plpgsql as $$
begin
  perform tell_site(new.tenant_id, new.page_id);
  return null;
end $$;

create function tell_of_link() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform tell_site(old.tenant_id, old.path);
  end if;
  if tg_op <> 'DELETE' then
    perform tell_site(new.tenant_id, new.path);
  end if;
  return null;
end $$;

create trigger versions_tell_site after update on versions for each row
  when (old.status is distinct from new.status and 'published' in (old.status, new.status))
  execute function tell_of_audience();
create trigger audiences_tell_site after update on audiences for each row
  when ((old.flags, old.archived_at, old.metadata_override, old.action_url_override, old.action_form_id_override,
      old.person_route_key, old.person_id, old.account_id) is distinct from
    (new.flags, new.archived_at, new.metadata_override, new.action_url_override, new.action_form_id_override,
      new.person_route_key, new.person_id, new.account_id))
  execute function tell_of_audience();
-- It may become what the home page shows; those made for somebody, of whom there may be a million, can't.
create trigger audiences_new_tell_site after insert on audiences for each row
  when (new.person_id is null and new.account_id is null) execute function tell_of_audience();
create trigger audiences_gone_tell_site after delete on audiences for each row execute function tell_of_audience();
create trigger pages_tell_site after update on pages for each row
  when (old.* is distinct from new.*) execute function tell_of_page();
create trigger page_links_tell_site after insert or update or delete on page_links for each row
  execute function tell_of_link();
create trigger brands_tell_site after update on brands for each row
  when (old.* is distinct from new.*) execute function tell_of_tenant();
create trigger assets_tell_site after update on assets for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function tell_of_tenant();
create trigger verified_hostnames_tell_site after update or delete on verified_hostnames for each row
  execute function tell_of_tenant();
create trigger tenants_tell_site after update or delete on tenants for each row
  execute function tell_of_tenant();

-- What anybody may see: the home page's audience is among these, and all that a sitemap names.
create index audiences_of_everyone on audiences (tenant_id, page_id, audience_id)
  where person_id is null and account_id is null and archived_at is null;
