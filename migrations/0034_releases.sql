-- How an audience stands to the newest revision of its page. Worked out when somebody asks; `key` names everything it
-- was worked out from, so a row whose key is another one is out of date.
create table audience_base_states (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  page_id text collate "C" not null,
  key text collate "C" not null,
  state text not null check (state in ('current', 'behind', 'conflicts')),
  -- Blocks of the page that the audience has in another form, or not at all.
  changed_blocks text[] not null,
  primary key (tenant_id, audience_id),
  foreign key (tenant_id, audience_id) references audiences on delete cascade
);
create index audience_base_states_page on audience_base_states (tenant_id, page_id);

-- What both the page and an audience changed, and what somebody decided about it.
create table audience_conflicts (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  conflict_id text collate "C" not null,
  page_id text collate "C" not null,
  kind text not null check (kind in ('changed', 'removedInBase', 'removedByAudience', 'moved')),
  place jsonb not null,
  was jsonb,
  base jsonb,
  audience jsonb,
  -- Hash of the three sides: a decision holds for these and no others.
  sides_hash text collate "C" not null,
  decision text check (decision in ('keep', 'take', 'text')),
  decided_text text,
  decided_at timestamptz,
  primary key (tenant_id, audience_id, conflict_id),
  foreign key (tenant_id, audience_id) references audiences on delete cascade,
  check ((decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'text') = (decided_text is not null))
);
create index audience_conflicts_page on audience_conflicts (tenant_id, page_id, conflict_id, audience_id);

-- A release is worked off in steps, each a transaction that holds the row of the release: a worker that dies lets go of
-- it, and the step it was at never happened.
create table releases (
  tenant_id text collate "C" not null,
  release_id text collate "C" not null,
  page_id text collate "C" not null,
  kind text not null check (kind in ('base', 'drafts')),
  status text not null check
    (status in ('scheduled', 'running', 'cancelling', 'finished', 'cancelled', 'undoing', 'undone')),
  revision integer,
  audiences jsonb not null,
  conflicts text not null check (conflicts in ('skip', 'keep', 'take', 'decided')),
  publish boolean not null,
  dry_run boolean not null,
  note text,
  publish_at timestamptz,
  -- The audiences up to this one have a row.
  selected_through text collate "C" not null default '',
  is_selected boolean not null default false,
  total_rows integer not null default 0,
  -- The last row that was worked on; those after it wait. The same for undoing.
  cursor integer not null default 0,
  undo_cursor integer not null default 0,
  -- Rows by what became of them.
  counts jsonb not null default '{}',
  undo_counts jsonb not null default '{}',
  due_at timestamptz not null default now(),
  operation_key text collate "C",
  fingerprint bytea,
  key_id text collate "C",
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (tenant_id, release_id),
  foreign key (tenant_id, page_id) references pages,
  foreign key (tenant_id, key_id) references api_keys,
  check ((kind = 'base') = (revision is not null)),
  check ((operation_key is null) = (fingerprint is null)),
  check ((status in ('scheduled', 'running', 'cancelling')) = (finished_at is null)),
  check ((status = 'undone') = (undone_at is not null))
);
create index releases_page on releases (tenant_id, page_id, release_id) where not dry_run;
create unique index releases_key on releases (tenant_id, operation_key) where operation_key is not null;
create index releases_due on releases (tenant_id, due_at)
  where status in ('scheduled', 'running', 'cancelling', 'undoing');
create index releases_dry_run on releases (tenant_id, created_at) where dry_run;

create table release_rows (
  tenant_id text collate "C" not null,
  release_id text collate "C" not null,
  position integer not null check (position > 0),
  audience_id text collate "C",
  status text not null default 'waiting' check (status in ('waiting', 'published', 'drafted', 'unchanged',
    'conflicts', 'detached', 'overtaken', 'blocked', 'failed', 'cancelled')),
  reason text,
  -- What it was made from, what was made, and what visitors saw before.
  from_version_id text collate "C",
  version_id text collate "C",
  previous_version_id text collate "C",
  was_live boolean not null default false,
  changes integer,
  conflict_count integer,
  is_personalised boolean not null default false,
  undo text check (undo in ('undone', 'overtaken')),
  settled_at timestamptz,
  primary key (tenant_id, release_id, position),
  foreign key (tenant_id, release_id) references releases on delete cascade,
  foreign key (tenant_id, audience_id) references audiences on delete set null (audience_id)
);
create unique index release_rows_audience on release_rows (tenant_id, audience_id, release_id)
  where audience_id is not null;
create index release_rows_status on release_rows (tenant_id, release_id, status, position);
