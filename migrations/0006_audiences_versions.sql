create table audiences (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  page_id text collate "C" not null,
  person_id text collate "C",
  -- The account it is for, or the one its person belongs to at present.
  account_id text collate "C",
  person_route_key text collate "C" check (person_route_key ~ '^[0-9a-z]{10}$'),
  custom_name text,
  custom_name_folded text collate "C",
  custom_search_text text,
  computed_name text not null,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  action_form_id_override text,
  action_form_instructions_override text,
  action_url_override text,
  supplementary_context text,
  metadata_override jsonb,
  flags text[] not null default '{}' check (flags in ('{}', '{home_page}')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, audience_id),
  foreign key (tenant_id, page_id) references pages,
  constraint audiences_person foreign key (tenant_id, person_id) references persons on delete cascade,
  constraint audiences_account foreign key (tenant_id, account_id) references accounts,
  check ((person_id is null) = (person_route_key is null)),
  check (num_nulls(custom_name, custom_name_folded, custom_search_text) in (0, 3))
);
create index audiences_page on audiences (tenant_id, page_id, audience_id) where archived_at is null;
create index audiences_page_archived on audiences (tenant_id, page_id, audience_id) where archived_at is not null;
create unique index audiences_home on audiences (tenant_id, page_id) where flags = '{home_page}';
create unique index audiences_route_key on audiences (tenant_id, person_route_key) where person_route_key is not null;
create index audiences_of_person on audiences (tenant_id, person_id) where person_id is not null;
create index audiences_of_account on audiences (tenant_id, account_id) where account_id is not null;
-- What search finds: by newness, by name, by what is in it. New rows go straight into the index: a list of pending
-- ones would be read by every search.
create index audiences_newest on audiences (tenant_id, audience_id) where archived_at is null;
create index audiences_name on audiences (tenant_id, name_folded, audience_id) where archived_at is null;
create index audiences_in_name on audiences using gin (tenant_id, name_folded gin_trgm_ops)
  with (fastupdate = off) where archived_at is null;
create index audiences_in_text on audiences using gin (tenant_id, search_text gin_trgm_ops)
  with (fastupdate = off) where archived_at is null;
-- How common a word is decides how it is looked for; a hundred samples tell too little.
alter table audiences alter column name_folded set statistics 1000, alter column search_text set statistics 1000;
select tally('audiences', '''page:'' || page_id || '':audiences''', 'archived_at is null');
select tally('audiences', '''page:'' || page_id || '':archived_audiences''', 'archived_at is not null');

-- An audience is called after its person and account, and goes with them when they are renamed or the person changes
-- accounts. Both are held until the transaction ends: whoever renames them meanwhile waits, then finds this audience.
-- Everything put together here was folded before.
create function name_audience() returns trigger language plpgsql as $$
declare
  person persons;
  account accounts;
begin
  if new.person_id is not null then
    select * into person from persons p
    where p.tenant_id = new.tenant_id and p.person_id = new.person_id for share;
    new.account_id := person.account_id;
  end if;
  if new.account_id is not null then
    select * into account from accounts a
    where a.tenant_id = new.tenant_id and a.account_id = new.account_id for share;
  end if;
  new.computed_name := coalesce(
    nullif(concat_ws(' · ', coalesce(person.name, person.email), coalesce(account.name, account.domain)), ''),
    'Everyone');
  -- A name is indexed whole, and an index takes 2,700 bytes.
  new.name_folded := left(coalesce(
    new.custom_name_folded, nullif(concat_ws(' · ', person.name_folded, account.name_folded), ''), E'\x01everyone'), 500);
  new.search_text := coalesce(
    nullif(concat_ws(' · ', new.custom_search_text, person.search_text, account.search_text), ''), 'everyone');
  return new;
end $$;
create trigger audiences_named before insert or update of person_id, account_id, custom_name, computed_name
  on audiences for each row execute function name_audience();

create function rename_audiences_of_person() returns trigger language plpgsql as $$
begin
  update audiences set computed_name = computed_name
  where tenant_id = new.tenant_id and person_id = new.person_id;
  return null;
end $$;
create trigger persons_rename_audiences after update on persons for each row
  when ((old.name, old.email, old.account_id, old.search_text) is distinct from
    (new.name, new.email, new.account_id, new.search_text))
  execute function rename_audiences_of_person();

create function rename_audiences_of_account() returns trigger language plpgsql as $$
begin
  update audiences set computed_name = computed_name
  where tenant_id = new.tenant_id and account_id = new.account_id;
  return null;
end $$;
create trigger accounts_rename_audiences after update on accounts for each row
  when ((old.name, old.domain, old.search_text) is distinct from (new.name, new.domain, new.search_text))
  execute function rename_audiences_of_account();

-- What versions show, stored once for all that show the same: a million audiences that still have the page's own
-- document have one row here.
create table version_documents (
  tenant_id text collate "C" not null,
  hash text collate "C" not null,
  document jsonb not null,
  primary key (tenant_id, hash)
);

create table versions (
  tenant_id text collate "C" not null,
  version_id text collate "C" not null,
  audience_id text collate "C" not null,
  version_number bigint not null check (version_number > 0),
  status text not null check
    (status in ('pending', 'queued', 'processing', 'draft', 'published', 'archived', 'cancelled')),
  is_new_page_agent boolean not null default false,
  supplementary_context text,
  document_hash text collate "C",
  queue_duration_ms bigint,
  created_at timestamptz not null,
  queued_at timestamptz,
  became_draft_at timestamptz,
  published_at timestamptz,
  cancelled_at timestamptz,
  obsolete_at timestamptz,
  archived_at timestamptz,
  primary key (tenant_id, version_id),
  constraint versions_number unique (tenant_id, audience_id, version_number),
  foreign key (tenant_id, audience_id) references audiences on delete cascade,
  foreign key (tenant_id, document_hash) references version_documents,
  check ((status in ('draft', 'published', 'archived')) = (document_hash is not null)),
  check ((status in ('draft', 'published', 'archived')) = (became_draft_at is not null)),
  check (status not in ('published', 'archived') or published_at is not null),
  check ((status = 'archived') = (archived_at is not null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check (status <> 'pending' or queued_at is null),
  check (status <> 'published' or obsolete_at is null)
);
create unique index versions_published on versions (tenant_id, audience_id) where status = 'published';
-- The runs of an audience take turns.
create unique index versions_running on versions (tenant_id, audience_id) where status in ('queued', 'processing');
create index versions_unfinished on versions (tenant_id, audience_id, version_number)
  where status in ('pending', 'queued', 'processing');
create index versions_document on versions (tenant_id, document_hash) where document_hash is not null;

-- When a person is erased the audiences go with them, the versions with those, and with the versions every document
-- that no other version shows. Documents are locked first, so that of two who erase the last two versions of one
-- the second sees what the first did, and nobody takes up a document that is about to go.
create function drop_unused_documents() returns trigger language plpgsql as $$
begin
  perform from version_documents d
  where exists (select from gone where gone.tenant_id = d.tenant_id and gone.document_hash = d.hash)
  order by d.tenant_id, d.hash for update of d;
  delete from version_documents d
  where exists (select from gone where gone.tenant_id = d.tenant_id and gone.document_hash = d.hash)
    and not exists (select from versions v where v.tenant_id = d.tenant_id and v.document_hash = d.hash);
  return null;
end $$;
create trigger versions_drop_documents after delete on versions referencing old table as gone
  for each statement execute function drop_unused_documents();

-- Every publishing that came with a key. Apart from the version, which may be published many times: an old request
-- that comes again must find its key, or it would roll the audience back.
create table version_publications (
  tenant_id text collate "C" not null,
  operation_key text collate "C" not null,
  version_id text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, operation_key),
  foreign key (tenant_id, version_id) references versions on delete cascade
);
create index version_publications_version on version_publications (tenant_id, version_id);
