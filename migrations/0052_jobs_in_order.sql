-- Jobs that became due in one transaction are claimed in the order of their keys.
drop index jobs_due;
create index jobs_due on jobs (tenant_id, kind, group_key, due_at, key);
