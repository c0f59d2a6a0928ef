-- What a tenant stores and how many revisions it made in a day are summed up from these.
create index files_stored on files (tenant_id) include (size) where removed_at is null;
create index page_revisions_made on page_revisions (tenant_id, created_at);

-- E-mails that were sent for a tenant on a day of UTC.
create table mail_counts (
  tenant_id text not null references tenants,
  day date not null,
  count integer not null check (count > 0),
  primary key (tenant_id, day)
);
