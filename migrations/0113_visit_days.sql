-- Sessions of people by audience and UTC day: lists that are sorted by visits add up these few rows instead of sessions.
create table visit_days (
  tenant_id text collate "C" not null,
  starts_at_ms bigint not null,
  audience_id text collate "C" not null,
  sessions bigint not null,
  form_sessions bigint not null,
  primary key (tenant_id, starts_at_ms, audience_id)
);

insert into visit_days
select tenant_id, starts_at_ms - starts_at_ms % 86400000, audience_id, sum(sessions), sum(form_sessions)
from visit_figures
where audience_id <> '' and grain = 'hour'
  and starts_at_ms >= (extract(epoch from now()) * 1000)::bigint - 8 * 86400000::bigint
group by 1, 2, 3;
