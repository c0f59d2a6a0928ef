-- What a brand brings to its pages beside a colour and a font. Null: the look decides.
alter table brands
  add secondary_color text check (secondary_color ~ '^#[0-9a-f]{6}$'),
  add look text check (look in ('editorial', 'product', 'bold')),
  -- The name of a font, or the id of an uploaded one.
  add heading_font text,
  add text_font text,
  add corner_style text check (corner_style in ('square', 'soft', 'round')),
  add logo_dark_asset_id text collate "C",
  add favicon_asset_id text collate "C",
  add foreign key (tenant_id, logo_dark_asset_id) references assets,
  add foreign key (tenant_id, favicon_asset_id) references assets;

alter table files
  -- Of an uploaded font: its kind, weights and metrics.
  add font jsonb,
  -- Of a picture: a tiny form of it as a data address, shown until it has loaded.
  add placeholder text,
  -- Of a picture: the widths in which it is kept as AVIF and WebP.
  add widths int[] not null default '{}';

-- The point of a picture that stays in sight when it is cropped, in parts of its width and height.
alter table assets
  add focal_x real check (focal_x between 0 and 1),
  add focal_y real check (focal_y between 0 and 1),
  add check ((focal_x is null) = (focal_y is null));

drop trigger assets_tell_site on assets;
create trigger assets_tell_site after update on assets for each row
  when ((old.deleted_at, old.focal_x, old.focal_y) is distinct from (new.deleted_at, new.focal_x, new.focal_y))
  execute function tell_of_tenant();
