-- Writing this takes new pages of the table, as it is neither compressed nor kept in the row: it fails on a full disk.
alter table readiness add column filler text;
alter table readiness alter column filler set storage external;
