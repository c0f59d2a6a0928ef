-- State of the authorisation server: interactions, codes, tokens. Without a tenant, as it is found by secrets alone, of
-- which only hashes are stored.
create table oauth_records (
  model text collate "C" not null,
  hash bytea not null,
  payload json not null,
  uid text collate "C",
  grant_id text collate "C",
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, hash)
);
create index oauth_records_uid on oauth_records (uid) where uid is not null;
create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_end on oauth_records (expires_at);

-- Apps that an admin has registered for the tenant; others identify themselves by the address of their metadata.
create table apps (
  tenant_id text collate "C" not null references tenants,
  app_id text collate "C" not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, app_id)
);
create index apps_id on apps (app_id);

-- Which person has let which app in. The app acts with the key of their membership, at most with `scope`.
create table app_connections (
  tenant_id text collate "C" not null references tenants,
  connection_id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C" not null,
  client_id text collate "C" not null,
  name text not null,
  host text collate "C" not null,
  scope text collate "C" not null check (scope in ('read', 'write', 'publish')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, key_id)
);
create index app_connections_user on app_connections (tenant_id, user_id);
