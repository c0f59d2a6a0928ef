-- Fields that a tenant defines for its accounts and persons. Values are stored under the id of their field, so that those of a
-- field that was deleted never come back under another one of the same key.
create table custom_fields (
  tenant_id text collate "C" not null references tenants,
  field_id text collate "C" not null,
  owner text collate "C" not null check (owner in ('account', 'person')),
  key text collate "C" not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null,
  type text collate "C" not null check (type in ('text', 'number', 'date', 'choice', 'url')),
  choices text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, field_id),
  constraint custom_fields_key unique (tenant_id, owner, key)
);
alter table accounts add column custom_values jsonb not null default '{}';
alter table persons add column custom_values jsonb not null default '{}';
