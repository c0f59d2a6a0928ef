-- Fails, so that the transaction is run again, when fewer rows were written than were meant to be: somebody else was
-- quicker. Said by the statement itself, as its answer is not waited for before the commit is sent.
create function demand_rows(written bigint, wanted bigint) returns void language plpgsql as $$
begin
  if written < wanted then
    raise exception '% of % rows were written', written, wanted using errcode = 'serialization_failure';
  end if;
end $$;
