-- Exact counts of matches are remembered for as long as these stay the same.
select revise('accounts', 'accounts_revision');
select revise('persons', 'persons_revision');

-- What the log of webhooks holds of a person goes when the person is erased: events name the person, or one of the
-- audiences made for them, or an account with the persons linked to it.
create index webhook_deliveries_person on webhook_deliveries (tenant_id, (data ->> 'personId'))
  where data ->> 'personId' is not null;
create index webhook_deliveries_audience on webhook_deliveries (tenant_id, (data ->> 'audienceId'))
  where data ->> 'audienceId' is not null;
create index webhook_deliveries_account on webhook_deliveries (tenant_id)
  where type in ('account.created', 'account.updated');
