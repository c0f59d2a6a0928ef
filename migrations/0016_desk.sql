-- Lists for whoever works with accounts, persons and assets: each walks an index of its own and is tallied, with what is
-- there already.

select tally('persons', '''account:'' || account_id || '':persons''', 'account_id is not null');
insert into tallies (tenant_id, scope, difference)
select tenant_id, 'account:' || account_id || ':persons', count(*) from persons
where account_id is not null group by tenant_id, account_id;

-- A person's entries, there or deleted, as `activity_account` has them for accounts.
drop index activity_person;
create index activity_person on activity (tenant_id, person_id, part, activity_id) where person_id is not null;
select tally('activity', '''person:'' || person_id || '':activity:'' || part', 'person_id is not null');
insert into tallies (tenant_id, scope, difference)
select tenant_id, 'person:' || person_id || ':activity:' || part, count(*) from activity
where person_id is not null group by tenant_id, person_id, part;

-- Search knows active assets alone; what was hidden or trashed must be found to be brought back.
alter table assets add column state text not null generated always as (
  case
    when deleted_at is not null then 'deleted'
    when trashed_at is not null then 'trashed'
    when hidden then 'hidden'
    else 'active'
  end) stored;
create index assets_aside on assets (tenant_id, state, asset_id) where state in ('hidden', 'trashed');
create index assets_aside_of_type on assets (tenant_id, state, type, asset_id) where state in ('hidden', 'trashed');
create index assets_aside_by_name on assets (tenant_id, state, name_folded, asset_id)
  where state in ('hidden', 'trashed');
create index assets_aside_in_name on assets using gin (tenant_id, state, name_folded gin_trgm_ops)
  with (fastupdate = off) where state in ('hidden', 'trashed');
create index assets_aside_in_text on assets using gin (tenant_id, state, search_text gin_trgm_ops)
  with (fastupdate = off) where state in ('hidden', 'trashed');
select tally('assets', '''assets:'' || state || '':'' || type', 'state in (''hidden'', ''trashed'')');
insert into tallies (tenant_id, scope, difference)
select tenant_id, 'assets:' || state || ':' || type, count(*) from assets
where state in ('hidden', 'trashed') group by tenant_id, state, type;

-- The pages that were made for a person or for the people of an account, newest first.
create index audiences_newest_of_person on audiences (tenant_id, person_id, audience_id)
  where person_id is not null and archived_at is null;
create index audiences_newest_of_account on audiences (tenant_id, account_id, audience_id)
  where account_id is not null and archived_at is null;
