-- Values of custom fields that were deleted before are removed by workers, as those of fields deleted from now on.
insert into jobs (tenant_id, kind, key, data)
select stored.tenant_id, 'remove_field_values', 'earlier', jsonb_build_object('fieldIds', jsonb_agg(distinct stored.field_id))
from (
  select tenant_id, jsonb_object_keys(custom_values) as field_id from accounts where custom_values <> '{}'
  union
  select tenant_id, jsonb_object_keys(custom_values) from persons where custom_values <> '{}'
) as stored
  left join custom_fields f on f.tenant_id = stored.tenant_id and f.field_id = stored.field_id
where f.field_id is null
group by stored.tenant_id
on conflict (tenant_id, kind, key) do nothing;
