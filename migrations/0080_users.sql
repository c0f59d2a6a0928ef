-- People who work in the console. An address identifies somebody only after it was verified, so others may enter the same.
create table users (
  user_id text collate "C" primary key,
  name text not null,
  email text,
  email_verified_at timestamptz,
  time_zone text,
  language text collate "C",
  created_at timestamptz not null default now(),
  check (email is not null or email_verified_at is null)
);
create unique index users_verified_email on users (lower(email)) where email_verified_at is not null;
create index users_email on users (lower(email)) where email is not null;

-- The ways in of a user. The verifier is a PHC string, a public key or the hash of a recovery code; TOTP has a secret.
create table credentials (
  user_id text collate "C" not null,
  credential_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('password', 'passkey', 'totp', 'recovery_code')),
  name text,
  verifier text collate "C",
  encrypted_secret bytea,
  transports text[],
  is_synced boolean,
  -- Signatures of a passkey, or the last time step of a TOTP code: neither is accepted twice.
  counter bigint not null default 0,
  failures integer not null default 0,
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check ((kind = 'totp') = (encrypted_secret is not null)),
  check ((kind = 'totp') = (verifier is null)),
  primary key (user_id, credential_id)
);
create unique index credentials_single on credentials (user_id, kind) where kind in ('password', 'totp');
create unique index credentials_passkey on credentials (credential_id) where kind = 'passkey';

-- What a sign-in or a change of credentials waits for: e-mailed links, second factors, challenges. Each works once.
create table sign_in_steps (
  hash bytea primary key,
  kind text collate "C" not null,
  user_id text collate "C",
  email text,
  data json not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_steps_email on sign_in_steps (lower(email)) where email is not null;
create index sign_in_steps_user on sign_in_steps (user_id) where user_id is not null;
create index sign_in_steps_end on sign_in_steps (expires_at);

-- Keys of services, of people, and one for each membership, which nobody holds: sessions act with its scopes.
alter table api_keys
  add column kind text collate "C" not null default 'service' check (kind in ('service', 'personal', 'member')),
  add column user_id text collate "C",
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add column hint text collate "C",
  add check (kind = 'service' or user_id is not null);
create index api_keys_user on api_keys (tenant_id, user_id) where revoked_at is null and user_id is not null;

create table memberships (
  tenant_id text collate "C" not null references tenants,
  user_id text collate "C" not null,
  key_id text collate "C" not null,
  role text collate "C" not null check (role in ('viewer', 'editor', 'publisher', 'admin')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, key_id)
);
create index memberships_user on memberships (user_id) where ended_at is null;

create table invitations (
  tenant_id text collate "C" not null references tenants,
  invitation_id text collate "C" not null,
  email text not null,
  role text collate "C" not null check (role in ('viewer', 'editor', 'publisher', 'admin')),
  -- Null for links that were copied: they don't prove that the address belongs to whoever opens them.
  mailed_at timestamptz,
  hash bytea not null,
  invited_by_user_id text collate "C",
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (tenant_id, invitation_id)
);
create unique index invitations_open on invitations (tenant_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
create index invitations_hash on invitations (tenant_id, hash);

alter table console_sessions
  add column session_id text collate "C",
  add column way text collate "C" not null default 'key',
  add column user_agent text,
  add column address text collate "C",
  add column country text collate "C",
  add column seen_at timestamptz,
  add column confirmed_at timestamptz;
create index console_sessions_key on console_sessions (tenant_id, key_id);
