-- A code works only in the browser that requested it. Codes are valid for ten minutes; those of before are requested again.
delete from gate_codes;
delete from jobs where kind = 'gate_code';
alter table gate_codes add column browser_hash text collate "C" not null;
alter table gate_codes drop constraint gate_codes_pkey;
alter table gate_codes add primary key (tenant_id, page_link_id, email_hash, browser_hash);

-- Wrong codes that were entered at a link on a day of UTC.
create table gate_wrong_codes (
  tenant_id text collate "C" not null references tenants,
  page_link_id text collate "C" not null,
  day date not null,
  count integer not null check (count > 0),
  primary key (tenant_id, page_link_id, day),
  foreign key (tenant_id, page_link_id) references page_link_gates on delete cascade
);
