-- Releases, schedules and batches are listed together: what is under way, what is scheduled, and what is finished.

create index releases_unfinished on releases (tenant_id, status)
  where status in ('scheduled', 'running', 'cancelling', 'undoing') and not dry_run;
create index releases_finished on releases (tenant_id, finished_at, release_id)
  where finished_at is not null and not dry_run;
create index schedules_pending on schedules (tenant_id, run_at, schedule_id) where status = 'scheduled';
create index schedules_finished on schedules (tenant_id, finished_at, schedule_id) where finished_at is not null;
create index batches_finished on batches (tenant_id, finished_at, batch_id) where finished_at is not null;

-- Who started it.
alter table batches add column key_id text collate "C",
  add constraint batches_tenant_id_key_id_fkey foreign key (tenant_id, key_id) references api_keys (tenant_id, key_id);
