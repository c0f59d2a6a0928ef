-- Where a visit came from and with what kind of device: `{referrer, utm, device, browser, os, country}`, each where it is
-- known. Null for sessions from before this migration.
alter table visit_sessions add column origin jsonb;

-- The actions that were clicked, in order. Null when none was.
alter table visit_sessions add column clicked_actions jsonb;

-- True while a `visit.ended` event is still to be written for the session. Only sessions of tenants that subscribe to it
-- are marked, so the index holds the open sessions of those tenants and nothing else. It is on the start of a session, which
-- reports do not move: updates of `last_seen_at_ms` leave the index alone.
alter table visit_sessions add column awaits_end boolean not null default false;
create index visit_sessions_awaiting_end on visit_sessions (tenant_id, started_at_ms) where awaits_end;
