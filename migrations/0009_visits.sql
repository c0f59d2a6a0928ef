-- Whether those whose browsers ask not to be tracked (Do Not Track, Global Privacy Control) are left alone.
alter table tenants add column respect_privacy_signals boolean not null default false;

-- What makes a visitor of an address and a browser, for one day. Without its salt nobody can tell who a visitor was,
-- so salts live for 48 hours.
create table visit_salts (
  day date primary key,
  salt bytea not null
);

-- One visitor's stays on one audience, less than 30 minutes apart.
--
-- `number` counts a visitor's sessions, so that two nodes that see the same visitor come can't both begin one.
-- `revision` goes up with every change: who writes on top of another revision than it read starts over.
-- `stay_id` is the one stay that nearly every session consists of; its numbers are those of the session.
-- `visitor` and `stay_id` are forgotten after two days: reports come within one.
--
-- The tables of visits have no foreign keys. A key to the audience would be checked for every row; instead the
-- audiences of a whole batch are held by one statement, and a trigger on audiences does the rest. A page is filled
-- to 60%, as a session changes with every report and keeps its index entries while there is room in its page.
create table visit_sessions (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  audience_id text collate "C" not null,
  session_id uuid not null,
  started_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  verdict text collate "C" not null,
  reason text,
  visitor uuid,
  number int not null,
  stay_id uuid,
  views bigint not null,
  visible_ms bigint not null,
  scroll smallint not null,
  interactions bigint not null,
  action_clicks bigint not null,
  form_submits bigint not null,
  revision int not null default 1,
  primary key (tenant_id, audience_id, started_at_ms, session_id),
  check ((verdict = 'human') = (reason is null))
) with (fillfactor = 60);
create index visit_sessions_page on visit_sessions (tenant_id, page_id, started_at_ms) where verdict = 'human';
create unique index visit_sessions_visitor on visit_sessions (tenant_id, visitor, audience_id, verdict, number)
  where visitor is not null;
create index visit_sessions_stay on visit_sessions (tenant_id, stay_id, number) where stay_id is not null;
create index visit_sessions_age on visit_sessions using brin (tenant_id, started_at_ms) with (autosummarize = on);

-- The stays of sessions that consist of several: the largest of every number that their reports have brought.
create table visit_stays (
  tenant_id text collate "C" not null,
  audience_id text collate "C" not null,
  stay_id uuid not null,
  verdict text collate "C" not null,
  visitor uuid not null,
  started_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  views bigint not null,
  visible_ms bigint not null,
  scroll smallint not null,
  interactions bigint not null,
  action_clicks bigint not null,
  form_submits bigint not null,
  revision int not null default 1,
  primary key (tenant_id, stay_id, audience_id, verdict)
) with (fillfactor = 66);
create index visit_stays_age on visit_stays using brin (tenant_id, started_at_ms) with (autosummarize = on);

-- What all human sessions that started in an hour come to, for each audience and (audience '') for the page, which has
-- days too. Kept by the transaction that changes a session, so it is right at any moment, also when a report comes late.
create table visit_figures (
  tenant_id text collate "C" not null,
  page_id text collate "C" not null,
  audience_id text collate "C" not null,
  grain text collate "C" not null check (grain in ('hour', 'day')),
  starts_at_ms bigint not null,
  sessions bigint not null,
  bounces bigint not null,
  interactions bigint not null,
  scroll bigint not null,
  visible_ms bigint not null,
  conversions bigint not null,
  form_sessions bigint not null,
  primary key (tenant_id, page_id, audience_id, grain, starts_at_ms)
) with (fillfactor = 70);

-- When an audience goes, as it does with its person, its visits go: from the figures of its page too.
create function forget_visits() returns trigger language plpgsql as $$
begin
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
  delete from visit_sessions s using gone
  where s.tenant_id = gone.tenant_id and s.audience_id = gone.audience_id;
  delete from visit_stays s using gone
  where s.tenant_id = gone.tenant_id and s.audience_id = gone.audience_id;
  return null;
end $$;
create trigger audiences_forget_visits after delete on audiences referencing old table as gone
  for each statement execute function forget_visits();

create table form_submissions (
  tenant_id text collate "C" not null,
  submission_id text collate "C" not null,
  page_id text collate "C" not null,
  audience_id text collate "C" not null,
  version_id text collate "C" not null,
  form_id text collate "C" not null,
  fields json not null,
  fingerprint bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, submission_id),
  foreign key (tenant_id, audience_id) references audiences on delete cascade,
  constraint form_submissions_once unique (tenant_id, fingerprint)
);
create index form_submissions_page on form_submissions (tenant_id, page_id, submission_id);
create index form_submissions_audience on form_submissions (tenant_id, audience_id);
select tally('form_submissions', '''page:'' || page_id || '':submissions''');
