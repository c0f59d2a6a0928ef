-- The conversation of an audience: what people asked for, and what the agent said and did.
create table messages (
  tenant_id text collate "C" not null,
  message_id text collate "C" not null,
  audience_id text collate "C" not null,
  -- The version that the message began, or that the answer belongs to.
  version_id text collate "C" not null,
  author text not null check (author in ('user', 'agent')),
  text text not null,
  client_message_id text collate "C",
  fingerprint bytea,
  selected_element json,
  -- What became of a run: kept with the agent's answer.
  outcome text check (outcome in ('drafted', 'nothing_changed', 'interrupted', 'failed')),
  operations json,
  duration_ms int,
  input_tokens int,
  output_tokens int,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, message_id),
  foreign key (tenant_id, version_id) references versions on delete cascade,
  check ((author = 'user') = (client_message_id is not null)),
  check ((author = 'agent') = (outcome is not null))
);
create index messages_audience on messages (tenant_id, audience_id, message_id);
create index messages_version on messages (tenant_id, version_id);
create unique index messages_client on messages (tenant_id, audience_id, client_message_id)
  where client_message_id is not null;
select tally('messages', '''messages:'' || audience_id');

-- Runs that are ready or under way. A worker holds one by a lease that it renews; whoever comes after it raises the
-- fence, and what carries an older fence writes nothing.
create table agent_runs (
  tenant_id text collate "C" not null,
  version_id text collate "C" not null,
  audience_id text collate "C" not null,
  fence int not null default 0,
  leased_until timestamptz not null default now(),
  primary key (tenant_id, version_id),
  foreign key (tenant_id, version_id) references versions on delete cascade
);
create index agent_runs_due on agent_runs (tenant_id, leased_until);

-- What happens in a run, as it happens, for those who watch; forgotten after an hour.
create table run_events (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  event_id bigint generated always as identity,
  version_id text collate "C" not null,
  type text not null check (type in ('text', 'operation', 'status', 'error')),
  data json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, audience_id, event_id),
  foreign key (tenant_id, version_id) references versions on delete cascade
);
create index run_events_version on run_events (tenant_id, version_id);
