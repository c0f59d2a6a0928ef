-- What a company's own site says about it, and whether the brand belongs to the sample data.
alter table brands
  add column domain text,
  add column description text,
  add column language text check (language ~ '^[a-z]{2,3}$'),
  add column is_demo boolean not null default false;
