-- What happens besides a write (counts, revisions, notices to the site, names of audiences, erasure) is done by the
-- application in the same transaction. The database keeps the guarantees: keys, checks and unique indexes.
do $$
declare
  one record;
begin
  for one in
    select tgname, c.oid::regclass as of_table from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and tgparentid = 0 and c.relnamespace = 'public'::regnamespace
  loop
    execute format('drop trigger %I on %s', one.tgname, one.of_table);
  end loop;
end $$;

drop function tally(regclass, text, text);
drop function revise(regclass, text);
drop function keep_tally();
drop function keep_revision();
drop function name_audience();
drop function rename_audiences_of_account();
drop function rename_audiences_of_person();
drop function drop_unused_documents();
drop function forget_visits();
drop function tell_of_audience();
drop function tell_of_link();
drop function tell_of_page();
drop function tell_of_tenant();
drop function tell_site(text, text);
