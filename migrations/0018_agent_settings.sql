-- Which agent a tenant chose. Without a row it is the service's. A model's key is encrypted; the database has no key to it.
create table agent_settings (
  tenant_id text collate "C" primary key references tenants on delete cascade,
  choice text not null check (choice in ('builtin', 'model')),
  provider text check (provider in ('anthropic', 'openai', 'openai-compatible')),
  model text,
  base_url text,
  encrypted_key bytea,
  updated_at timestamptz not null default now(),
  check ((choice = 'model') = (provider is not null and model is not null)),
  check (choice = 'model' or (base_url is null and encrypted_key is null))
);
