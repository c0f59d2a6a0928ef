-- What a message comes to for every row alike, worked out once when the batch is accepted; null where it depends on the row.
alter table batches add column plan json;
