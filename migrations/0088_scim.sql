-- The token of a tenant's provisioning (SCIM 2.0).
create table scim_tokens (
  tenant_id text collate "C" primary key references tenants,
  hash bytea not null,
  hint text collate "C" not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- Members as provisioning knows them. Those it did not touch are members without a row here.
create table scim_users (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  user_name text not null,
  external_id text collate "C",
  given_name text,
  family_name text,
  -- Made by provisioning: a user of this tenant alone, whose name and address provisioning may change.
  is_made_here boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create unique index scim_users_name on scim_users (tenant_id, lower(user_name));
create index scim_users_external on scim_users (tenant_id, external_id);

create table scim_groups (
  tenant_id text collate "C" not null,
  group_id text collate "C" not null,
  name text not null,
  external_id text collate "C",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, group_id)
);
create unique index scim_groups_name on scim_groups (tenant_id, lower(name));

create table scim_group_members (
  tenant_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  primary key (tenant_id, group_id, user_id)
);
create index scim_group_members_user on scim_group_members (tenant_id, user_id);
