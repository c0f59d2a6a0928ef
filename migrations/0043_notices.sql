-- What visitors did that somebody wants to know at once. The dedupe key keeps repeats out: a first visit is told once for an
-- account, a return or a click once an hour.
create table notices (
  tenant_id text collate "C" not null,
  notice_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('first_visit', 'return_visit', 'click', 'form')),
  dedupe_key text collate "C" not null,
  audience_id text collate "C" not null,
  page_id text collate "C" not null,
  action_id text,
  submission_id text collate "C",
  created_at timestamptz not null default now(),
  primary key (tenant_id, notice_id),
  foreign key (tenant_id, audience_id) references audiences on delete cascade,
  constraint notices_once unique (tenant_id, dedupe_key)
);
create index notices_audience on notices (tenant_id, audience_id);
create index notices_age on notices using brin (tenant_id, created_at);

-- Up to where each key has read the notices.
create table notice_reads (
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  read_up_to text collate "C" not null,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, key_id) references api_keys on delete cascade
);

-- Where notices are sent to besides the console. `page_ids` null: notices of all pages. The address of an incoming webhook is a
-- secret and encrypted.
create table notice_channels (
  tenant_id text collate "C" not null references tenants,
  channel_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('email', 'slack', 'teams')),
  recipients text[] not null default '{}',
  encrypted_url bytea,
  url_hint text,
  kinds text[] not null,
  page_ids text[],
  pace text collate "C" not null check (pace in ('instant', 'hourly', 'daily')),
  active boolean not null default true,
  last_sent_at timestamptz,
  failing_since timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, channel_id),
  check ((kind = 'email') = (encrypted_url is null))
);

-- Notices that a channel has not sent yet.
create table notice_outbox (
  tenant_id text collate "C" not null,
  channel_id text collate "C" not null,
  notice_id text collate "C" not null,
  primary key (tenant_id, channel_id, notice_id),
  foreign key (tenant_id, channel_id) references notice_channels on delete cascade,
  foreign key (tenant_id, notice_id) references notices on delete cascade
);
create index notice_outbox_notice on notice_outbox (tenant_id, notice_id);
