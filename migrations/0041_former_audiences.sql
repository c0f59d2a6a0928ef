-- Audiences that a link led to before. Erasing a person also erases removed links and events that name them in a path.
alter table page_links add column former_audience_ids text[] not null default '{}';
create index page_links_former_audiences on page_links (tenant_id) where former_audience_ids <> '{}';
