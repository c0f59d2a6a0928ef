-- The secret before the present one signs nothing and is good for a day.
alter table secrets add column valid_until timestamptz;

-- What the log of webhooks holds of links to a person's pages goes with the person.
create index webhook_deliveries_link on webhook_deliveries (tenant_id)
  where type in ('page_link.created', 'page_link.updated', 'page_link.deleted');
