-- What assistants do through MCP is recorded as such.
alter table audit_events drop constraint audit_events_way_check;
alter table audit_events add constraint audit_events_way_check check (
  way in ('console', 'api', 'agent', 'release', 'schedule', 'batch', 'site', 'cli', 'provider', 'mcp')
) not valid;
alter table audit_events validate constraint audit_events_way_check;
