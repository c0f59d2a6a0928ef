-- Which notices the console shows. A tenant without a row sees all of them.
create table notice_console_settings (
  tenant_id text collate "C" primary key references tenants,
  kinds text[] not null,
  page_ids text[],
  active boolean not null,
  updated_at timestamptz not null default now()
);

-- Decided when a notice is written. One that the console does not show may still be sent through channels.
alter table notices add column in_console boolean not null default true;
create index notices_in_console on notices (tenant_id, notice_id) where in_console;
