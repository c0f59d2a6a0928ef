-- Visitors of a link may have to confirm an e-mail address: one that is listed, or one of a domain that is listed.
alter table page_link_gates add column allowed_emails text[];
alter table page_link_gates add constraint page_link_gates_allowed_emails_check
  check (cardinality(allowed_emails) between 1 and 100);

-- One row for each address that was entered at a link, allowed or not, so that both cost the same. Addresses and codes are
-- stored as keyed hashes only.
create table gate_codes (
  tenant_id text collate "C" not null references tenants,
  page_link_id text collate "C" not null,
  email_hash text collate "C" not null,
  code_hash text collate "C",
  code_expires_at timestamptz,
  tries integer not null default 0,
  sends integer not null default 1,
  sends_since timestamptz not null default now(),
  primary key (tenant_id, page_link_id, email_hash),
  foreign key (tenant_id, page_link_id) references page_link_gates on delete cascade
);
