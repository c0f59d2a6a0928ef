-- OpenID Connect providers. What a provider says is believed for its tenant alone.
create table identity_providers (
  tenant_id text collate "C" not null references tenants,
  provider_id text collate "C" not null,
  name text not null,
  issuer text collate "C" not null,
  client_id text collate "C" not null,
  -- Null for public clients, which PKCE protects.
  encrypted_secret bytea,
  default_role text collate "C" not null check (default_role in ('viewer', 'editor', 'publisher', 'admin')),
  -- Domains whose people join by themselves, once the tenant has proven the domain.
  domains text[] not null default '{}',
  group_claim text not null default 'groups',
  group_roles json not null default '[]',
  is_required boolean not null default false,
  is_from_environment boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, provider_id)
);
create unique index identity_providers_environment on identity_providers (tenant_id) where is_from_environment;

-- Who a provider says somebody is. The e-mail address doesn't identify anybody.
create table identities (
  tenant_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null,
  provider_id text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject)
);
create index identities_user on identities (tenant_id, user_id);
create index identities_provider on identities (tenant_id, provider_id);

-- Sessions that a provider began, to be renewed and ended by it.
create table provider_sessions (
  tenant_id text collate "C" not null,
  session_id text collate "C" not null,
  provider_id text collate "C" not null,
  subject text collate "C" not null,
  -- The session at the provider; logout tokens may name it.
  sid text collate "C",
  encrypted_refresh_token bytea,
  created_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  primary key (tenant_id, session_id)
);
create index provider_sessions_subject on provider_sessions (tenant_id, provider_id, subject);
