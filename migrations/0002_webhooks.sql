create table webhook_subscriptions (
  tenant_id text collate "C" not null references tenants,
  subscription_id text collate "C" not null,
  url text not null,
  events text[] not null check (events <> '{}'),
  active boolean not null default true,
  -- Stored as they are: a signature can't be made from a hash.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Since when nothing but failures; null once a delivery has succeeded.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Removing one is instant however long its log is; upkeep takes both away.
  deleted_at timestamptz,
  primary key (tenant_id, subscription_id),
  check (deleted_at is null or not active)
);
create index webhook_subscriptions_kept on webhook_subscriptions (tenant_id, subscription_id)
  where deleted_at is null;

-- The log and the queue at once. An event has one id, whoever gets it.
create table webhook_deliveries (
  tenant_id text collate "C" not null,
  subscription_id text collate "C" not null,
  delivery_id text collate "C" not null,
  type text not null,
  -- json, not jsonb: the text is sent as it was written.
  data json not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- While a sender is at it, when another takes over.
  next_try_at timestamptz default now(),
  last_tried_at timestamptz,
  response_status int,
  response_time_ms int,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, subscription_id, delivery_id),
  foreign key (tenant_id, subscription_id) references webhook_subscriptions,
  check ((status = 'pending') = (next_try_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, subscription_id, next_try_at)
  where status = 'pending';

-- Not `tally`: updates, of which each delivery has two, never change how many there are.
create trigger webhook_deliveries_tally_insert after insert on webhook_deliveries
  referencing new table as new_rows for each statement
  execute function keep_tally('''webhook_deliveries/'' || subscription_id', 'true');
create trigger webhook_deliveries_tally_delete after delete on webhook_deliveries
  referencing old table as old_rows for each statement
  execute function keep_tally('''webhook_deliveries/'' || subscription_id', 'true');
