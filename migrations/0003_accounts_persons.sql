create table accounts (
  tenant_id text collate "C" not null references tenants,
  account_id text collate "C" not null,
  domain text collate "C" not null,
  name text,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, account_id),
  constraint accounts_domain unique (tenant_id, domain)
);
-- New rows go straight into the search indexes: a list of pending ones would be read by every search. How common a
-- word is decides how it is looked for, and a hundred samples tell too little of that.
create index accounts_by_name on accounts (tenant_id, name_folded, account_id);
create index accounts_in_name on accounts using gin (tenant_id, name_folded gin_trgm_ops) with (fastupdate = off);
create index accounts_in_text on accounts using gin (tenant_id, search_text gin_trgm_ops) with (fastupdate = off);
alter table accounts alter column name_folded set statistics 1000, alter column search_text set statistics 1000;

create table persons (
  tenant_id text collate "C" not null references tenants,
  person_id text collate "C" not null,
  account_id text collate "C",
  -- Whether a caller named the account; otherwise the person's domain found it, and a change of domain moves it.
  account_named boolean not null default false,
  name text,
  email text collate "C",
  domain text collate "C",
  slug text collate "C" not null,
  phone_number text,
  linkedin_profile_url text,
  name_folded text collate "C" not null,
  search_text text collate "C" not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, person_id),
  foreign key (tenant_id, account_id) references accounts,
  constraint persons_slug unique (tenant_id, slug),
  check (name is not null or email is not null)
);
create unique index persons_email on persons (tenant_id, lower(email)) where email is not null;
create index persons_account on persons (tenant_id, account_id, person_id) where account_id is not null;
-- Those whom an account made later will find.
create index persons_unlinked on persons (tenant_id, domain) where account_id is null and domain is not null;
create index persons_by_name on persons (tenant_id, name_folded, person_id);
create index persons_in_name on persons using gin (tenant_id, name_folded gin_trgm_ops) with (fastupdate = off);
create index persons_in_text on persons using gin (tenant_id, search_text gin_trgm_ops) with (fastupdate = off);
alter table persons alter column name_folded set statistics 1000, alter column search_text set statistics 1000;

create table account_logs (
  tenant_id text collate "C" not null,
  account_log_id text collate "C" not null,
  account_id text collate "C" not null,
  text text not null,
  author text not null check (author in ('user', 'agent', 'system')),
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, account_log_id),
  foreign key (tenant_id, account_id) references accounts,
  check ((idempotency_key is null) = (fingerprint is null))
);
create index account_logs_account on account_logs (tenant_id, account_id, account_log_id);
create unique index account_logs_key on account_logs (tenant_id, idempotency_key) where idempotency_key is not null;

create table person_logs (
  tenant_id text collate "C" not null,
  person_log_id text collate "C" not null,
  person_id text collate "C" not null,
  text text not null,
  author text not null check (author in ('user', 'agent', 'system')),
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, person_log_id),
  foreign key (tenant_id, person_id) references persons,
  check ((idempotency_key is null) = (fingerprint is null))
);
create index person_logs_person on person_logs (tenant_id, person_id, person_log_id);
create unique index person_logs_key on person_logs (tenant_id, idempotency_key) where idempotency_key is not null;

-- What happened to an account or a person, or to the tenant itself when both are null. No key to tenants: nearly
-- every entry has an account or a person that holds it to one, and the check would make inserts queue at one row.
create table activity (
  tenant_id text collate "C" not null,
  activity_id text collate "C" not null,
  account_id text collate "C",
  account_log_id text collate "C",
  person_id text collate "C",
  person_log_id text collate "C",
  source text not null check (source in ('user', 'api', 'visitor', 'agent', 'system')),
  type text not null,
  -- Not jsonb: it comes back as it was sent, and a number like 1e300 does not grow to 300 digits.
  payload json not null,
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Account or person, there or deleted: the four parts that lists are put together from, so that one index serves
  -- every combination and none has to step over rows it does not want.
  part smallint not null generated always as
    ((case when person_id is null then 0 else 1 end) + (case when deleted_at is null then 0 else 2 end)) stored,
  primary key (tenant_id, activity_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, person_id) references persons,
  foreign key (tenant_id, account_log_id) references account_logs,
  foreign key (tenant_id, person_log_id) references person_logs
);
create index activity_account on activity (tenant_id, account_id, part, activity_id) where account_id is not null;
create index activity_person on activity (tenant_id, person_id, activity_id) where person_id is not null;
create unique index activity_account_log on activity (tenant_id, account_log_id) where account_log_id is not null;
create unique index activity_person_log on activity (tenant_id, person_log_id) where person_log_id is not null;
-- The entry of a log shows the log's key, which is unique among logs and not here.
create unique index activity_key on activity (tenant_id, idempotency_key)
  where idempotency_key is not null and account_log_id is null and person_log_id is null;

select tally('accounts', '''accounts''');
select tally('persons', '''persons''');
select tally('activity', '''activity:'' || account_id || '':'' || part', 'account_id is not null');
