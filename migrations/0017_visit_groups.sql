-- Fails, so that the transaction is run again, when fewer rows were written than were meant to be: somebody else was
-- quicker. Said by the statement itself, as its answer is not waited for before the commit is sent.
create function demand_rows(written bigint, wanted bigint) returns void language plpgsql as $$
begin
  if written < wanted then
    raise exception '% of % rows were written', written, wanted using errcode = 'serialization_failure';
  end if;
end $$;

-- When an audience goes, its sessions go first: whoever has just changed one has changed the figures too once it is free,
-- and whoever comes to change one finds none. A session that goes on need not hold its audience.
create or replace function forget_visits() returns trigger language plpgsql as $$
begin
  delete from visit_sessions s using gone
  where s.tenant_id = gone.tenant_id and s.audience_id = gone.audience_id;
  delete from visit_stays s using gone
  where s.tenant_id = gone.tenant_id and s.audience_id = gone.audience_id;
  insert into visit_figures
  select f.tenant_id, f.page_id, '', g.grain, f.starts_at_ms - f.starts_at_ms % g.ms, -sum(f.sessions),
    -sum(f.bounces), -sum(f.interactions), -sum(f.scroll), -sum(f.visible_ms), -sum(f.conversions),
    -sum(f.form_sessions)
  from visit_figures f join gone on gone.tenant_id = f.tenant_id and gone.page_id = f.page_id
      and gone.audience_id = f.audience_id
    cross join (values ('hour', 3600000), ('day', 86400000)) as g (grain, ms)
  group by 1, 2, 4, 5
  order by 1, 2, 4, 5
  on conflict (tenant_id, page_id, audience_id, grain, starts_at_ms) do update set
    sessions = visit_figures.sessions + excluded.sessions,
    bounces = visit_figures.bounces + excluded.bounces,
    interactions = visit_figures.interactions + excluded.interactions,
    scroll = visit_figures.scroll + excluded.scroll,
    visible_ms = visit_figures.visible_ms + excluded.visible_ms,
    conversions = visit_figures.conversions + excluded.conversions,
    form_sessions = visit_figures.form_sessions + excluded.form_sessions;
  delete from visit_figures f using gone
  where f.tenant_id = gone.tenant_id and f.page_id = gone.page_id and f.audience_id = gone.audience_id;
  return null;
end $$;
