-- One queue for all background work. A claim moves due_at to the end of its lease, so a job whose worker died is simply due
-- again. A job is deleted when it is done; one that failed for good stays, never due, for two weeks.
create table jobs (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  group_key text collate "C" not null default '',
  data jsonb not null default '{}',
  due_at timestamptz not null default now(),
  fence bigint not null default 0,
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  failed_at timestamptz,
  primary key (tenant_id, kind, key)
);
create index jobs_due on jobs (tenant_id, kind, group_key, due_at);
create index jobs_failed on jobs (tenant_id, failed_at) where failed_at is not null;

-- What waits in the tables and the library that did this work before.
insert into jobs (tenant_id, kind, key, data, due_at, fence, attempts)
select tenant_id, 'agent_run', version_id, jsonb_build_object('audienceId', audience_id), leased_until, fence, fence
from agent_runs;
drop table agent_runs;

insert into jobs (tenant_id, kind, key, due_at)
select tenant_id, 'batch', batch_id, due_at from batches where finished_at is null;
drop index batches_due;
alter table batches drop column due_at;
create index batches_unfinished on batches (tenant_id) where finished_at is null;

insert into jobs (tenant_id, kind, key, group_key, due_at)
select tenant_id, 'webhook_delivery', subscription_id || '/' || delivery_id, subscription_id, next_try_at
from webhook_deliveries where status = 'pending';
drop index webhook_deliveries_due;

do $$ begin
  if to_regclass('pgboss.job') is not null then
    insert into jobs (tenant_id, kind, key, data, due_at)
    select data ->> 'tenantId', name, case name when 'describe_image' then data ->> 'assetId' else id::text end,
      case name when 'remove_files' then jsonb_build_object('fileIds', data -> 'fileIds') else '{}' end, start_after
    from pgboss.job
    where name in ('describe_image', 'remove_files') and state in ('created', 'retry', 'active')
    on conflict do nothing;
  end if;
end $$;
drop schema if exists pgboss cascade;
