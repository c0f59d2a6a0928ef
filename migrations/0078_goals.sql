-- What visitors should do on a page: the steps of a funnel, the last of which is the goal.
create table page_goals (
  tenant_id text collate "C" not null,
  goal_id text collate "C" not null,
  page_id text collate "C" not null,
  name text not null,
  steps jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, goal_id),
  foreign key (tenant_id, page_id) references pages (tenant_id, page_id)
);
create index page_goals_page on page_goals (tenant_id, page_id, goal_id);

-- Links that visitors clicked, besides actions.
alter table visit_sessions add column link_clicks bigint not null default 0, add column clicked_links jsonb;
alter table visit_stays add column link_clicks bigint not null default 0;
