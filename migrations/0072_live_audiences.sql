-- Counts the live audiences of a page, for its status in lists.
create index audiences_live on audiences (tenant_id, page_id) where live_at is not null and archived_at is null;
