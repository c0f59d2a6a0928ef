-- Deleted pages are listed so that they can be restored.
create index pages_deleted on pages (tenant_id, page_id) where deleted_at is not null;
