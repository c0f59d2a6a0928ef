-- A person's own picture, small and re-encoded. Its version is part of its address.
alter table users
  add column picture bytea,
  add column picture_version text collate "C",
  add constraint users_picture_check check ((picture is null) = (picture_version is null) and length(picture) <= 200000);
