-- How the addresses of persons' pages are written: with their name before the key, with their name and the key as a
-- parameter, or with the key alone. All of them lead there, whatever the page's choice.
alter table pages add column personal_links text not null default 'path'
  check (personal_links in ('path', 'query', 'key'));
