-- Tokens that language models used for a tenant on a day of UTC; `runs` counts the messages that took any.
create table agent_usage (
  tenant_id text collate "C" not null references tenants,
  day date not null,
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  runs integer not null check (runs >= 0),
  primary key (tenant_id, day)
);

-- What a tenant allows itself of them. Without a row there is no limit but the one of the service.
create table agent_budgets (
  tenant_id text collate "C" primary key references tenants,
  daily_token_limit bigint check (daily_token_limit > 0),
  when_used_up text not null check (when_used_up in ('builtin', 'stop'))
);

-- How many tokens the context of a tenant's model holds; null where it is large.
alter table agent_settings add column context_tokens integer check (context_tokens is null or (context_tokens >= 4096 and choice = 'model'));
