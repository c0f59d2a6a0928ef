-- Erasing a person empties these columns in code: Citus takes no foreign key that sets columns to null.
alter table batch_rows
  drop constraint batch_rows_tenant_id_audience_id_fkey,
  drop constraint batch_rows_tenant_id_person_id_fkey,
  add constraint batch_rows_audience foreign key (tenant_id, audience_id) references audiences (tenant_id, audience_id),
  add constraint batch_rows_person foreign key (tenant_id, person_id) references persons (tenant_id, person_id);
alter table release_rows
  drop constraint release_rows_tenant_id_audience_id_fkey,
  add constraint release_rows_audience foreign key (tenant_id, audience_id) references audiences (tenant_id, audience_id);
