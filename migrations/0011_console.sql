-- The console: people who signed in with a key, the links that sign them in, and where the service is found.

-- A cookie names its tenant and holds a secret; only the hash of the whole is kept. The session has what its key has,
-- for as long as the key has it.
create table console_sessions (
  tenant_id text collate "C" not null,
  hash bytea not null,
  key_id text collate "C" not null,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id, key_id) references api_keys
);

-- Links that sign somebody in. Using one removes it, so of several who try at once one gets in.
create table console_codes (
  tenant_id text collate "C" not null,
  hash bytea not null,
  key_id text collate "C" not null,
  expires_at timestamptz not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id, key_id) references api_keys
);

-- The address the service found itself at when it last started, for commands that print addresses: the port may be
-- another than the settings name.
create table service_address (
  is_only boolean primary key default true check (is_only),
  url text not null
);
