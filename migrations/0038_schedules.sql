-- Releases run on the queue.
insert into jobs (tenant_id, kind, key, due_at)
select tenant_id, 'release', release_id, due_at from releases
where status in ('scheduled', 'running', 'cancelling', 'undoing');
drop index releases_due;
alter table releases drop column due_at;

-- What is to be done to a page at a time: publish a version or the page, take an audience or the page down.
create table schedules (
  tenant_id text collate "C" not null,
  schedule_id text collate "C" not null,
  page_id text collate "C" not null,
  action text not null check (action in ('publishVersion', 'publishPage', 'archiveAudience', 'archivePage')),
  audience_id text collate "C",
  version_id text collate "C",
  run_at timestamptz not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'done', 'failed', 'cancelled')),
  reason text,
  key_id text collate "C",
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, schedule_id),
  foreign key (tenant_id, page_id) references pages,
  foreign key (tenant_id, audience_id) references audiences on delete cascade,
  foreign key (tenant_id, version_id) references versions on delete cascade,
  foreign key (tenant_id, key_id) references api_keys,
  check ((action in ('publishVersion', 'archiveAudience')) = (audience_id is not null)),
  check ((action = 'publishVersion') = (version_id is not null)),
  check ((status = 'scheduled') = (finished_at is null))
);
create index schedules_page on schedules (tenant_id, page_id, schedule_id);
create index schedules_audience on schedules (tenant_id, audience_id) where audience_id is not null;
create index schedules_version on schedules (tenant_id, version_id) where version_id is not null;
