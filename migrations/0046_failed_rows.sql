-- What the file says in a row that failed, by the meaning of its columns, so that people can see whom it is about and mend it.
alter table batch_rows add column cells json;
alter table batch_rows add constraint batch_rows_cells_check check (cells is null or status = 'failed');
-- For erasing a person.
create index batch_rows_failed_email on batch_rows (tenant_id, lower(cells ->> 'email')) where cells is not null;

-- For lists filtered by custom fields. Ids of fields are unique among all tenants, so that those of others cost nothing.
create index accounts_custom_values on accounts using gin (custom_values jsonb_path_ops) where custom_values <> '{}';
create index persons_custom_values on persons using gin (custom_values jsonb_path_ops) where custom_values <> '{}';
