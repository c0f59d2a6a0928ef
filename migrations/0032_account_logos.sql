-- The logo of a company that pages are made for, shown beside the sender's in the header.
alter table accounts
  add logo_asset_id text collate "C",
  add foreign key (tenant_id, logo_asset_id) references assets;
