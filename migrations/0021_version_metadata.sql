-- Metadata become part of a version's document. Kept apart here as well, so that lists do not read whole documents.
alter table version_documents add column metadata jsonb generated always as (document -> 'metadata') stored;

-- What audiences had beside their versions goes into what is live and into the newest version that has a document.
-- The hash is a name; those of later documents are made of their content.
create temporary table moved on commit drop as
select v.tenant_id, v.version_id, d.document || jsonb_build_object('metadata', a.metadata_override) as document,
  encode(sha256(convert_to(d.hash || a.metadata_override::text, 'UTF8')), 'hex') as hash
from audiences a
  join versions v on v.tenant_id = a.tenant_id and v.audience_id = a.audience_id and v.document_hash is not null
  join version_documents d on d.tenant_id = v.tenant_id and d.hash = v.document_hash
where a.metadata_override is not null and a.metadata_override <> '{}'
  and (v.status = 'published' or v.version_number = (
    select max(n.version_number) from versions n
    where n.tenant_id = a.tenant_id and n.audience_id = a.audience_id and n.document_hash is not null));
insert into version_documents (tenant_id, hash, document)
select distinct on (tenant_id, hash) tenant_id, hash, document from moved
on conflict do nothing;
update versions v set document_hash = m.hash from moved m
where v.tenant_id = m.tenant_id and v.version_id = m.version_id;

drop trigger audiences_tell_site on audiences;
alter table audiences drop column metadata_override;
create trigger audiences_tell_site after update on audiences for each row
  when ((old.flags, old.archived_at, old.action_url_override, old.action_form_id_override, old.person_route_key,
      old.person_id, old.account_id) is distinct from
    (new.flags, new.archived_at, new.action_url_override, new.action_form_id_override, new.person_route_key,
      new.person_id, new.account_id))
  execute function tell_of_audience();
