-- Words that the check of spelling leaves out, for all pages of a tenant.
create table dictionary_words (
  tenant_id text collate "C" not null references tenants (tenant_id),
  word text collate "C" not null check (char_length(word) between 1 and 60),
  primary key (tenant_id, word)
);
