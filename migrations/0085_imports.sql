-- A batch without a page imports accounts and people from a file.
alter table batches alter column page_id drop not null;
