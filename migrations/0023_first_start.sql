-- A first start is over when its key has been shown; one that was cut short is finished by the next.
create table first_start (
  is_only boolean primary key default true check (is_only),
  key_id text,
  completed_at timestamptz
);
-- Services that have been started before have shown their key.
insert into first_start (completed_at) select now() where exists (select from tenants);
