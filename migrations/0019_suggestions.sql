-- Messages that an agent offers with its answer: what the person probably meant.
alter table messages add column suggestions text[] not null default '{}' check (cardinality(suggestions) <= 3);
alter table run_events drop constraint run_events_type_check;
alter table run_events add constraint run_events_type_check
  check (type in ('text', 'operation', 'suggestions', 'status', 'error'));
