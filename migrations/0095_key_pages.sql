-- The pages that a key is limited to; null for all.
alter table api_keys
  add column page_ids text[] collate "C",
  add constraint api_keys_page_ids_check check (cardinality(page_ids) between 1 and 50);
