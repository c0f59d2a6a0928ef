-- What an audience's document was made from: the page's document with its placeholders filled in, as it was then, and
-- the number of its revision. A release compares it with the page of today.
alter table versions
  add column base_hash text collate "C",
  add column base_revision integer check (base_revision > 0);

-- Until now every version was made from the first one, which is the page's document as it was when the audience was
-- made.
update versions v set base_hash = first.document_hash, base_revision = coalesce((
  select max(r.revision) from page_revisions r
  where r.tenant_id = a.tenant_id and r.page_id = a.page_id and r.created_at <= first.created_at), 1)
from versions first join audiences a on a.tenant_id = first.tenant_id and a.audience_id = first.audience_id
where first.tenant_id = v.tenant_id and first.audience_id = v.audience_id and first.version_number = 1
  and v.document_hash is not null;

alter table versions
  add constraint versions_base foreign key (tenant_id, base_hash) references version_documents,
  add constraint versions_base_check check (num_nulls(document_hash, base_hash, base_revision) in (0, 3));
create index versions_base_hash on versions (tenant_id, base_hash) where base_hash is not null;

-- Since when releases of the page leave an audience alone.
alter table audiences add column detached_at timestamptz;
