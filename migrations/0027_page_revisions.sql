-- The document of a page keeps its history: every change is a new revision. While somebody edits, their saves go into
-- the revision of their sitting.
create table page_revisions (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  revision integer not null check (revision > 0),
  document jsonb not null,
  hash text collate "C" not null,
  note text,
  key_id text collate "C",
  sitting text collate "C",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, page_id, revision),
  foreign key (tenant_id, page_id) references pages,
  foreign key (tenant_id, key_id) references api_keys
);

insert into page_revisions (tenant_id, page_id, revision, document, hash, created_at, updated_at)
select d.tenant_id, d.page_id, 1, d.document, d.hash, p.updated_at, p.updated_at
from page_documents d join pages p using (tenant_id, page_id);

drop table page_documents;
