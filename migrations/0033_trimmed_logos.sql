alter table files
  -- Size of the form without empty margins, which logos are shown in; null where there are no margins.
  add trimmed_width int check (trimmed_width > 0),
  add trimmed_height int check (trimmed_height > 0),
  add check ((trimmed_width is null) = (trimmed_height is null)),
  -- Whether a picture has all its derived forms. Those of older files are made in the background.
  add has_forms boolean not null default false;

create index files_without_forms on files (tenant_id, file_id)
  where not has_forms and media_type like 'image/%' and stored_at is not null and removed_at is null;
