-- Written to show that the database takes writes; a read would not notice a full disk or a standby.
create table readiness (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null default now()
);
insert into readiness default values;
