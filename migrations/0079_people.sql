-- What somebody does at their company; pages can say it.
alter table persons add column job_title text;

-- Accounts that were merged into another. Their domain leads to that one, and statements that name them stay supported.
create table merged_accounts (
  tenant_id text collate "C" not null,
  account_id text collate "C" not null,
  domain text collate "C" not null,
  into_account_id text collate "C" not null,
  merged_at timestamptz not null default now(),
  primary key (tenant_id, account_id),
  constraint merged_accounts_domain unique (tenant_id, domain),
  foreign key (tenant_id, into_account_id) references accounts (tenant_id, account_id)
);
create index merged_accounts_into on merged_accounts (tenant_id, into_account_id);
