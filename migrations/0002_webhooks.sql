create table webhook_subscriptions (
  tenant_id text collate "C" not null references tenants,
  subscription_id text collate "C" not null,
  url text not null,
  events text[] not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, subscription_id)
);

create table webhook_deliveries (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  subscription_id text collate "C" not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, delivery_id),
  foreign key (tenant_id, subscription_id) references webhook_subscriptions on delete cascade
);
