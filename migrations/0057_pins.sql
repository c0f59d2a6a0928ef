-- A schedule or release publishes what existed when it was made: a pin is a hash of it.
alter table schedules add column pin text collate "C";
alter table schedules drop constraint schedules_status_check;
alter table schedules add constraint schedules_status_check
  check (status in ('scheduled', 'done', 'failed', 'cancelled', 'overtaken'));
alter table releases add column is_pinned boolean not null default false;
alter table release_rows add column pin text collate "C";
-- What was restored since is not published by an earlier schedule.
alter table pages add column restored_at timestamptz;
