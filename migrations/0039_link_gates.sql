-- What stands between a link and its page: a password, a limit of visits, an end. Links without a row are open.
create table page_link_gates (
  tenant_id text collate "C" not null references tenants,
  page_link_id text collate "C" not null,
  -- scrypt, with its salt.
  password_hash text,
  expires_at timestamptz,
  visit_limit int check (visit_limit > 0),
  visits int not null default 0 check (visits >= 0),
  -- Raised with every change, which ends the passes that were given out.
  revision int not null default 1,
  primary key (tenant_id, page_link_id),
  foreign key (tenant_id, page_link_id) references page_links on delete cascade
);
